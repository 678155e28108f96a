"""Exit statuses, what goes to which stream, and what happens when things end early."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from telecompile import cli
from telecompile.commands import inputs as inputs_module
from telecompile.config.former import FILES
from tests.commands.conftest import ROOT, Run, edit

PROGRAM = "import sys; from telecompile.cli import main; main()"


def start(*arguments: object, **more: object) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload,no-any-return] # as subprocess.run has them


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["build"],
        ["build", "input"],
        ["build", "input", "-o"],
        ["build", "input", "-o", "out", "--prune"],
        ["build", "input", "-o", "out", "--stric"],
        ["validate"],
        ["validate", "input", "more"],
        ["plan", "input", "--format", "xml"],
    ],
)
def test_a_wrong_command_line_is_status_2(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "telecompile" in ran.err


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["validate", "--help"], ["--version"]])
def test_help_and_version_are_status_0(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(("usage: telecompile", "telecompile "))


def test_validate_says_so_when_an_input_is_valid(run: Run, inputs: Path) -> None:
    ran = run("validate", inputs, "--strict")
    assert (ran.status, ran.out) == (0, f"{inputs}: valid\n")


def test_diagnostics_go_to_standard_error_as_text_and_to_standard_output_as_json(run: Run, inputs: Path) -> None:
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    ran = run("validate", inputs)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("error[out-of-range]: ")
    assert "\x1b" not in ran.err
    ran = run("validate", inputs, "--format", "json")
    assert (ran.status, ran.err) == (1, "")
    (one,) = [one for one in json.loads(ran.out) if one["severity"] == "error"]
    assert (one["code"], one["line"], one["file"]) == ("out-of-range", 64, f"{inputs}/telemetry_config.yml")


def test_an_input_that_is_no_directory_is_json_too(run: Run, inputs: Path) -> None:
    ran = run("validate", inputs / "nowhere", "--format", "json")
    assert ran.status == 1
    assert [one["code"] for one in json.loads(ran.out)] == ["input-directory"]


def test_the_directory_is_named_as_it_was_given(run: Run, inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(inputs / "telemetry_config.yml", "agg_port: 6001", "agg_port: 1")
    monkeypatch.chdir(inputs)
    for given, shown in ((".", "./"), ("../in/", "../in/")):
        assert f"  --> {shown}telemetry_config.yml:64:13\n" in run("validate", given).err


@pytest.mark.parametrize("command", ["plan", "images", "secrets", "requirements"])
def test_what_is_only_printed_is_text_or_json(run: Run, inputs: Path, command: str) -> None:
    text, data = run(command, inputs), run(command, inputs, "--format", "json")
    assert (text.status, text.err, data.status, data.err) == (0, "", 0, "")
    assert text.out.strip()
    assert json.loads(data.out)
    edit(inputs / "software_config.json", '"rhel"', '"sles"')
    wrong = run(command, inputs)
    assert (wrong.status, wrong.out) == (1, "")


def test_our_own_bug_is_one_line_and_status_70(run: Run, inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("first\nsecond")

    monkeypatch.setattr("telecompile.commands.validate.compile_input", broken)
    ran = run("validate", inputs)
    assert (ran.status, ran.out) == (70, "")
    first, second = ran.err.splitlines()
    assert first.startswith("telecompile: internal error KeyError at ")
    assert "bug in telecompile" in second
    assert "Traceback" not in ran.err


def test_control_c_is_silent(run: Run, inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("telecompile.commands.validate.compile_input", interrupted)
    assert run("validate", inputs) == (130, "", "")


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("arguments", [["plan", "input"], ["images", "input"], ["validate", "input"], ["--version"]])
def test_a_reader_that_goes_away_is_no_error_of_ours(arguments: list[str], *, buffered: bool) -> None:
    """`telecompile plan input | head -1`: nothing is said, whether Python writes at once or at its end."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    environment |= {} if buffered else {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", PROGRAM, *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == cli.CLOSED
    assert not [line for line in said.splitlines() if "Error" in line or "error" in line or "Exception" in line]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("buffered", [True, False])
def test_output_that_cannot_be_written_is_status_4(*, buffered: bool) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    environment |= {} if buffered else {"PYTHONUNBUFFERED": "1"}
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-c", PROGRAM, "images", "input"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    assert "bug" not in done.stderr


def test_the_program_as_a_process(inputs: Path, out: Path) -> None:
    done = start("build", inputs, "-o", out)
    assert (done.returncode, "files" in done.stdout) == (0, True)
    assert start("build", inputs, "-o", out, "--check").returncode == 0
    assert start("build", inputs / "nowhere", "-o", out).returncode == 1
    assert start("--version").stdout.startswith("telecompile ")


def test_the_names_of_the_input_files_are_the_same_in_both_places() -> None:
    """An unchanged build does not import what the others use."""
    assert inputs_module.INPUT_FILES == FILES
