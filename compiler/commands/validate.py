"""`telecompile validate`: tell what is wrong, and do nothing else."""

from __future__ import annotations

import sys
from typing import NamedTuple

from ..diagnostics.diagnostic import Diagnostic, joined, located
from ..pipeline import Compilation, Until, compile_input
from .console import DONE, INPUT_WRONG, Console, bad_input
from .inputs import directory_problem, read_directory, read_referenced


class Checked(NamedTuple):
    """A compilation, what is to be said of it, and the texts that it is about."""

    compilation: Compilation | None
    diagnostics: tuple[Diagnostic, ...]
    texts: dict[str, bytes | str]


def check(directory: str, until: Until) -> Checked:
    """Compile ``directory`` as far as ``until``; the files of its diagnostics are full paths."""
    contents = read_directory(directory)
    why = directory_problem(directory, contents)
    if why is not None:
        return Checked(None, (bad_input(directory, why),), {})
    compilation = compile_input(contents, lambda path: read_referenced(directory, path), until=until)
    texts = {joined(directory, name): content for name, content in contents.items()}
    return Checked(compilation, located(compilation.diagnostics, directory), texts)


def validate(directory: str, *, form: str, strict: bool) -> int:
    """Print every diagnostic."""
    console, checked = Console(strict=strict), check(directory, Until.RULES)
    tell(console, checked, form)
    if console.stops(checked.diagnostics):
        return INPUT_WRONG
    if form == "text":
        console.say(f"{directory}: valid")
    return DONE


def tell(console: Console, checked: Checked, form: str) -> None:
    """Diagnostics for people to standard error, for programs to standard output."""
    if form == "json":
        from ..diagnostics.machine import as_json

        sys.stdout.write(as_json(checked.diagnostics))
    else:
        console.show(checked.diagnostics, checked.texts)
