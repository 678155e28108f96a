"""`telecompile init`: write a complete, commented input directory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from shlex import quote

from ..diagnostics.diagnostic import Diagnostic
from ..explain.starter import starter
from ..output.disk import make_folder, make_output, remove, remove_folder_if_empty, write_new
from ..output.problem import OutputProblem
from .console import DONE, OUTPUT_FAILED, Console, problem


def init(directory: str, console: Console) -> int:
    """Write the files into ``directory``, which may hold other files and none of these: all of them, or none."""
    files = {os.path.join(directory, *name.split("/")): text for name, text in starter().items()}
    held = [path for path in files if os.path.lexists(path)]
    if held:
        console.show([_held(directory, held)], {})
        return OUTPUT_FAILED
    try:
        _write(directory, files)
    except OutputProblem as found:
        console.show([problem(found)], {})
        return OUTPUT_FAILED
    for path in files:
        console.say(path)
    console.say(f"{directory}: complete. Adapt it, and see what comes of it: telecompile plan {quote(directory)}")
    return DONE


def _held(directory: str, held: Sequence[str]) -> Diagnostic:
    names = ", ".join(os.path.relpath(path, directory) for path in held)
    away = f"move {'it' if len(held) == 1 else 'them'} away"
    help_ = f"{away}, or write to another directory and copy what you miss from there; nothing was written"
    return Diagnostic("output-foreign-file", "error", f"{directory} has {names} already", directory, None, help_)


def _write(directory: str, files: Mapping[str, str]) -> None:
    made: list[str] = []
    written: list[str] = []
    try:
        for folder in dict.fromkeys([directory, *(os.path.dirname(path) for path in files)]):
            if not os.path.isdir(folder):
                made.append(folder)
                (make_output if folder == directory else make_folder)(folder)
        for path, text in files.items():
            write_new(path, text.encode())
            written.append(path)
    except BaseException:
        for path in reversed(written):
            remove(path)
        for folder in reversed(made):
            if os.path.isdir(folder):
                remove_folder_if_empty(folder)
        raise
