"""Completion in real shells: what each offers at the end of a line that somebody types."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from telecompile.commands.arguments import parser
from telecompile.commands.completion import Argument, commands_of
from telecompile.diagnostics.codes import CODES
from telecompile.explain.keys import key_page
from tests.commands.conftest import Run

COMMANDS = commands_of(parser())
NAMES = [one.name for one in COMMANDS[1:]]
# What stands before the key that completes, and what is offered then.
LINES = [
    ("telecompile val", ["validate"]),
    ("telecompile --v", ["--version"]),
    ("telecompile validate --fo", ["--format"]),
    ("telecompile validate --format ", ["text", "json", "sarif", "github"]),
    ("telecompile validate --format s", ["sarif"]),
    ("telecompile validate --format=s", ["sarif"]),
    ("telecompile plan --color n", ["never"]),
    ("telecompile build in", ["inner", "input one"]),
    ("telecompile build -o in", ["inner", "input one"]),
    ("telecompile build inner --output in", ["inner", "input one"]),
    ("telecompile build inner --output=in", ["inner", "input one"]),
    ("telecompile validate $", ["$(touch pwned)"]),
    ("telecompile explain unknown-", ["unknown-component", "unknown-key"]),
    ("telecompile explain telemetry_sinks.kafka.log_retention_b", ["telemetry_sinks.kafka.log_retention_bytes"]),
    ("telecompile explain retention_p", ["retention_period"]),
    ("telecompile explain IB_", ["IB_IP", "IB_NIC_NAME"]),
    ("telecompile completion ", ["bash", "zsh"]),
    ("telecompile frobnicate ", []),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Directories to complete, and a file that is none."""
    for name in ("inner", "input one", "$(touch pwned)"):
        (tmp_path / name).mkdir()
    (tmp_path / "info.txt").write_text("", encoding="utf-8")
    return tmp_path


def test_a_wrong_shell_is_a_wrong_command_line(run: Run) -> None:
    assert run("completion", "fish").status == 2


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_every_command_and_every_option_is_in_the_script(run: Run, shell: str) -> None:
    """As the help of each command tells them, which is not where the script takes them from."""
    ran = run("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    listed = re.findall(r"^    (\w+)(?:  |$)", run("--help").out, re.MULTILINE)
    assert set(NAMES) == set(listed)
    for name in NAMES:
        usage = re.findall(r"(?<=[\[ ])--?[a-z][a-z-]*", run(name, "--help").out.partition("\n\n")[0])
        (command,) = [one for one in COMMANDS if one.name == name]
        flags = {flag for option in command.options for flag in option.flags}
        assert {"-h"} <= set(usage) <= flags
        assert all(flag in ran.out for flag in flags)


def test_every_code_is_offered_and_whatever_is_offered_is_explained() -> None:
    (explain,) = [one for one in COMMANDS if one.name == "explain"]
    (asked,) = explain.positional
    assert asked.many
    words = set(asked.words or ())
    assert set(CODES) <= words
    assert not [word for word in words - CODES.keys() if key_page(word) is None]


def test_every_value_can_be_completed() -> None:
    """An argument without values is one that the shell cannot help with; there is none yet."""

    def helpless(argument: Argument) -> bool:
        return bool(argument.title) and argument.words == ()

    assert not [(one.name, argument) for one in COMMANDS for argument in one.arguments if helpless(argument)]


def split(line: str) -> list[str]:
    """The words of a line as readline makes them, which cuts at `=` too."""
    return [word for word in re.split(r"\s+|(=)", line) if word] + [""] * line.endswith((" ", "="))


@pytest.mark.parametrize(("line", "offered"), LINES, ids=[line for line, _ in LINES])
def test_bash(run: Run, folder: Path, line: str, offered: list[str]) -> None:
    (folder / "script").write_text(run("completion", "bash").out, encoding="utf-8")
    words = split(line)
    if words[-2:] == ["=", ""]:
        words.pop()
    program = 'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _telecompile; '
    program += 'if ((${#COMPREPLY[@]})); then printf "%s\\n" "${COMPREPLY[@]}"; fi'
    command = ["bash", "--noprofile", "--norc", "-u", "-c", program, "bash", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.splitlines()) == sorted(offered)
    assert not (folder / "pwned").exists()


def test_bash_registers_it(run: Run, folder: Path) -> None:
    (folder / "script").write_text(run("completion", "bash").out, encoding="utf-8")
    command = ["bash", "--noprofile", "--norc", "-c", "source ./script; complete -p telecompile"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == "complete -F _telecompile telecompile\n"


# Every candidate is printed between marks, and nothing is inserted.
ZSH = """
PROMPT='' ; unsetopt prompt_cr prompt_sp zle_bracketed_paste 2> /dev/null; stty -echo
autoload -Uz compinit && compinit -u -D
source ./script
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)' '* ]]; then builtin compadd "$@"; return; fi
    local -a hits
    builtin compadd -A hits "$@"
    print -rn -- "<${(pj:>\\n<:)hits}>"
    builtin compadd "$@"
}
bindkey -e
zle -C offer list-choices _main_complete
tell() { zle offer; print -r -- '<<end>>'; zle kill-buffer }
zle -N tell
bindkey '^X' tell
print '<<ready>>'
"""


class Zsh:
    """An interactive zsh on a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ZDOT")} | {"TERM": "dumb"}
        self._outer, inner = pty.openpty()
        command = [shutil.which("zsh") or "zsh", "-f", "-i"]
        self._shell = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=inner, stdout=inner, stderr=inner, start_new_session=True
        )
        os.close(inner)
        (folder / "setup").write_text(ZSH, encoding="utf-8")
        self._answer("source ./setup\n", "<<ready>>")

    def offers(self, line: str) -> list[str]:
        """What is offered at the end of ``line``."""
        told = self._answer(f"{line}\x18", "<<end>>").partition("<<end>>")[0]
        return [one.replace("\\", "") for one in re.findall(r"<([^<>\r\n]+)>", told)]

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._shell.kill()
        self._shell.wait()
        os.close(self._outer)

    def _answer(self, asked: str, end: str) -> str:
        os.write(self._outer, asked.encode())
        told, until = "", time.monotonic() + 60
        while end not in told:
            assert time.monotonic() < until, f"zsh does not answer: {told[-500:]}"
            if select.select([self._outer], [], [], 1)[0]:
                told += os.read(self._outer, 65536).decode(errors="replace")
        return told


@pytest.fixture(scope="module")
def script() -> str:
    from telecompile.commands.completion_scripts import zsh

    return zsh(COMMANDS)


@pytest.fixture
def shell(folder: Path, script: str) -> Iterator[Zsh]:
    """A zsh that has sourced the script; where there is none, its tests say so."""
    if not shutil.which("zsh"):
        pytest.skip("zsh is not installed")
    (folder / "script").write_text(script, encoding="utf-8")
    started = Zsh(folder)
    yield started
    started.close()


def test_zsh(shell: Zsh, folder: Path) -> None:
    found = {line: sorted(set(shell.offers(line.replace("$", "\\$")))) for line, _ in LINES}
    # An option that takes a value is offered with what stands before it.
    assert found == {line: sorted(offered) for line, offered in LINES}
    assert not (folder / "pwned").exists()
