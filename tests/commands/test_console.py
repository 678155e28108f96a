"""Colour, and what of a file may be shown."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from telecompile.commands.console import coloured, lines_of
from telecompile.explain.pages import markdown, page, text
from tests.commands.conftest import Run, edit

PROGRAM = "import sys; from telecompile.cli import main; main()"
ESCAPE = "\x1b["


class Terminal(io.StringIO):
    """A stream that is one."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("choice", "environment", "terminal", "expected"),
    [
        ("auto", "", True, True),
        ("auto", "", False, False),
        ("auto", "NO_COLOR=1", True, False),
        ("auto", "NO_COLOR=", True, True),
        ("auto", "TERM=dumb", True, False),
        ("auto", "TERM=xterm", False, False),
        ("auto", "FORCE_COLOR=1", False, True),
        ("auto", "FORCE_COLOR=0", False, False),
        ("auto", "FORCE_COLOR=", False, False),
        ("auto", "CLICOLOR_FORCE=1 TERM=dumb", False, True),
        ("auto", "CLICOLOR_FORCE=0", False, False),
        ("auto", "NO_COLOR=1 FORCE_COLOR=1", True, False),
        ("always", "NO_COLOR=1 TERM=dumb", False, True),
        ("never", "FORCE_COLOR=1", True, False),
    ],
)
def test_when_messages_are_coloured(choice: str, environment: str, terminal: bool, expected: bool) -> None:
    given = dict(one.split("=", 1) for one in environment.split())
    assert coloured(choice, Terminal() if terminal else io.StringIO(), given) is expected


@pytest.mark.parametrize("command", ["build", "validate", "plan", "images", "secrets", "requirements", "diff"])
def test_every_command_that_prints_messages_takes_color(
    run: Run, inputs: Path, out: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    output = ["-o", out] if command in ("build", "diff") else []
    for choice, expected in (("always", True), ("never", False), ("auto", False)):
        ran = run(command, inputs, *output, "--color", choice)
        assert ran.status == 1
        assert (ESCAPE in ran.err) is expected


def test_machine_forms_are_never_coloured(run: Run, inputs: Path) -> None:
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    for form in ("json", "sarif", "github"):
        ran = run("validate", inputs, "--format", form, "--color", "always")
        assert (ran.status, ran.err) == (1, "")
        assert "\x1b" not in ran.out


@pytest.mark.parametrize(("form", "empty"), [("json", "[]\n"), ("github", "")])
def test_machine_forms_of_a_valid_input_say_nothing(run: Run, inputs: Path, form: str, empty: str) -> None:
    assert run("validate", inputs, "--format", form) == (0, empty, "")


def test_sarif_has_the_page_of_each_code_and_the_status(run: Run, inputs: Path) -> None:
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    ran = run("validate", inputs, "--format", "sarif")
    (document,) = json.loads(ran.out)["runs"]
    (rule,) = document["tool"]["driver"]["rules"]
    found = page("out-of-range")
    assert found is not None
    assert rule["help"] == {"text": text(found), "markdown": markdown(found)}
    assert document["invocations"] == [{"executionSuccessful": True, "exitCode": ran.status}]


def test_an_input_that_cannot_be_read_is_a_document_too(run: Run, inputs: Path) -> None:
    ran = run("validate", inputs / "nowhere", "--format", "sarif")
    (document,) = json.loads(ran.out)["runs"]
    assert [one["ruleId"] for one in document["results"]] == ["input-directory"]
    assert document["invocations"] == [{"executionSuccessful": False, "exitCode": ran.status}]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_password_beside_a_mistake_is_in_no_form(run: Run, inputs: Path, form: str) -> None:
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1\n  password: hunter2")
    ran = run("validate", inputs, "--format", form)
    assert ran.status == 1
    assert "unknown-key" in ran.out + ran.err
    assert "hunter2" not in ran.out + ran.err


@pytest.mark.parametrize("encoding", ["ascii:strict", "latin-1:strict", "utf-8:strict"])
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_any_path_and_any_word_can_be_told_in_any_locale(inputs: Path, form: str, encoding: str) -> None:
    directory = inputs.rename(os.fsdecode(os.fsencode(inputs.parent) + b"/gr\xc3\xb6\xc3\x9fe \xff"))
    command = [sys.executable, "-c", PROGRAM, "validate", str(directory), "--format", form]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    edit(directory / "telemetry_config.yml", 'persistence_size: "8Gi"', 'persistence_size: "\u540d"')
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 1
    assert b"quantity" in (done.stderr if form == "text" else done.stdout)


def test_a_terminal_gets_colour_and_lines_as_wide_as_it_is(inputs: Path) -> None:
    """The real program on a real terminal of 80 columns."""
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", f"agg_port: 1 # {'x' * 200}")
    outer, inner = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if "COLOR" not in key} | {"TERM": "xterm"}
    subprocess.run(["stty", "cols", "80", "rows", "40"], stdin=inner, check=True)  # noqa: S607 - of the system
    command = [sys.executable, "-c", PROGRAM, "validate", str(inputs)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=inner, env=environment) as program:
        os.close(inner)
        shown = b""
        while chunk := _read(outer):
            shown += chunk
    os.close(outer)
    assert program.returncode == 1
    lines = shown.decode().splitlines()
    assert lines[0].startswith(f"{ESCAPE}1;31merror[")
    (source,) = [line for line in lines if "agg_port: 1 #" in line]
    plain = source.replace("\x1b[1;34m", "").replace("\x1b[0m", "")
    assert len(plain) <= 80
    assert plain.endswith("x…")


def _read(descriptor: int) -> bytes:
    """What a terminal still has to give; Linux says it is over with an error."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def test_lines_are_those_of_editors_and_without_secrets() -> None:
    lines = lines_of({"in/f.yml": b"a\r\nb\rc\nurl: https://me:pw@host\n", "in/g.yml": "it is a directory"})
    assert list(lines("in/f.yml")) == ["a", "b", "c", "url: https://*****@host", ""]
    assert list(lines("in/g.yml")) == list(lines("/etc/passwd")) == []
