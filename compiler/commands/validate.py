"""`telecompile validate`: tell what is wrong, and do nothing else."""

from __future__ import annotations

import time
from typing import NamedTuple

from ..diagnostics.diagnostic import Diagnostic, joined, located
from ..pipeline import Compilation, Until, compile_input
from .console import DONE, INPUT_WRONG, Console, bad_input, lines_of
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
    compilation = compile_input(
        contents, lambda path: read_referenced(directory, path), until=until, now=int(time.time())
    )
    texts = {joined(directory, name): content for name, content in contents.items()}
    return Checked(compilation, located(compilation.diagnostics, directory), texts)


def validate(directory: str, *, form: str, strict: bool, colour: str = "auto") -> int:
    """Print every diagnostic."""
    console, checked = Console(strict=strict, colour=colour), check(directory, Until.RULES)
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

        console.put(as_json(checked.diagnostics))
    elif form == "sarif":
        console.put(_sarif(console, checked))
    elif form == "github":
        from ..diagnostics.github import as_github

        console.put(as_github(checked.diagnostics))
    else:
        console.show(checked.diagnostics, checked.texts)


def _sarif(console: Console, checked: Checked) -> str:
    from .. import __version__
    from ..diagnostics.sarif import Explained, Ran, as_sarif
    from ..explain.pages import markdown, page, text

    def explained(code: str) -> Explained | None:
        found = page(code)
        return Explained(found.why, text(found), markdown(found)) if found is not None else None

    status = INPUT_WRONG if console.stops(checked.diagnostics) else DONE
    ran = Ran(__version__, status, checked.compilation is not None)
    return as_sarif(checked.diagnostics, lines_of(checked.texts), explained, ran)
