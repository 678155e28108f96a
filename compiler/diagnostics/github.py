"""Diagnostics as workflow commands, which GitHub shows beside the lines of a pull request.

The form is that of GitHub's "Workflow commands for GitHub Actions"; what has to be escaped is what `command.ts` of
actions/toolkit escapes. GitHub shows ten errors and ten warnings of a step and fifty of a job (problem-matchers.md
there), and logs the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import normpath

from .diagnostic import Diagnostic, Span
from .telling import visible

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
# In this order: what the others become has a percent sign.
_IN_MESSAGE = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_IN_PROPERTY = (*_IN_MESSAGE, (":", "%3A"), (",", "%2C"))


def as_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One command a line; nothing where nothing is found."""
    return "".join(f"{_command(one)}\n" for one in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    properties = {"file": normpath(diagnostic.file), **_place(diagnostic.span), "title": diagnostic.code}
    given = ",".join(f"{key}={_escaped(str(value), _IN_PROPERTY)}" for key, value in properties.items())
    message = _escaped("\n".join(_message(diagnostic)), _IN_MESSAGE)
    return f"::{_COMMANDS[diagnostic.severity]} {given}::{message}"


def _place(span: Span | None) -> dict[str, int]:
    """GitHub takes columns only of a place in one line."""
    if span is None:
        return {}
    if span.line != span.end_line:
        return {"line": span.line, "endLine": span.end_line}
    return {"line": span.line, "endLine": span.end_line, "col": span.column, "endColumn": span.end_column}


def _message(diagnostic: Diagnostic) -> Iterator[str]:
    yield diagnostic.summary
    for one in diagnostic.related:
        yield f"note: {one.message}: {normpath(one.file)}:{one.span.line}:{one.span.column}"
    if diagnostic.help:
        yield f"help: {diagnostic.help}"


def _escaped(text: str, escapes: Iterable[tuple[str, str]]) -> str:
    """The text with escapes, and without what a log must not be told, such as the colours of a terminal."""
    for character, escape in escapes:
        text = text.replace(character, escape)
    return visible(text)
