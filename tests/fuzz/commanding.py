"""The same of the whole command line, with files on a disk: what it prints, and how it ends."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from telecompile import cli
from tests.fuzz.corpus import Files
from tests.fuzz.judging import Problem
from tests.golden.cases import put

COMMANDS = (
    ("validate", "in"),
    ("validate", "in", "--strict", "--format", "json"),
    ("validate", "in", "--format", "sarif"),
    ("validate", "in", "--format", "github"),
    ("plan", "in"),
    ("build", "in", "-o", "out"),
    ("build", "in", "-o", "out", "--check"),
    ("build", "in", "-o", "out"),
)
DONE, INPUT_WRONG = 0, 1


def command_problems(files: Files) -> list[Problem]:
    """What is wrong with the answers of every command to this input directory."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        put(Path("in"), files)
        return list(_problems())


def _problems() -> Iterator[Problem]:
    answers = [(command, *answer(command)) for command in COMMANDS]
    wrong = answers[0][1] == INPUT_WRONG
    for command, status, out, err in answers:
        told = f"{' '.join(command)}: {status}\n{out[-1000:]}\n{err[-1000:]}"
        expected = {DONE, INPUT_WRONG} if "--strict" in command else {INPUT_WRONG} if wrong else {DONE}
        # Without an output there is nothing that a build would write, and so no difference.
        if status not in expected:
            yield Problem(f"status {status} of {command[0]}", told)
        if "Traceback" in err or "internal error" in err:
            yield Problem(f"a bug shows in {command[0]}", told)
        if command[-1] in ("json", "sarif"):
            json.loads(out)


def answer(command: tuple[str, ...]) -> tuple[int, str, str]:
    """Exit status, standard output and standard error, which take UTF-8 alone as a pipe does."""
    out, err = io.BytesIO(), io.BytesIO()
    with (
        io.TextIOWrapper(out, encoding="utf-8", newline="") as to_out,
        io.TextIOWrapper(err, "utf-8", newline="") as to_err,
    ):
        with contextlib.redirect_stdout(to_out), contextlib.redirect_stderr(to_err):
            status = cli.run(list(command))
        to_out.flush()
        to_err.flush()
        return status, out.getvalue().decode("utf-8"), err.getvalue().decode("utf-8")
