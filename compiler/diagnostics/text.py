"""Diagnostics for a person: the message, the lines it is about, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .diagnostic import Diagnostic, Span
from .excerpt import excerpt
from .telling import visible

Lines = Callable[[str], Sequence[str]]
"""The lines of a file by its name; empty where the file cannot be shown."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}
_BOLD, _BLUE, _PLAIN = "\x1b[1m", "\x1b[1;34m", "\x1b[0m"
WIDEST = 160
"""Columns of a source line that are shown where nobody says how wide the terminal is."""
MOST = 1000
"""Diagnostics that are shown: more come of a file that is something else, and nobody reads them."""


def render(diagnostics: Iterable[Diagnostic], lines: Lines, *, colour: bool = False, widest: int = WIDEST) -> str:
    """Every diagnostic, one empty line between two, and the counts on the last line.

    ``widest`` is how many columns a line of source may take.
    """
    found = list(diagnostics)
    shown = heaviest(found, MOST)
    parts = ["\n".join(_one(diagnostic, lines, widest, _Brush(colour))) + "\n" for diagnostic in shown]
    if len(shown) < len(found):
        parts.append(f"... and {len(found) - len(shown)} more; --format json tells all of them\n")
    return "\n".join([*parts, counts(found)]) + "\n" if found else ""


def counts(diagnostics: Sequence[Diagnostic]) -> str:
    """How many of each severity, such as ``2 errors, 1 warning``."""
    said = []
    for severity in _COLOURS:
        number = sum(one.severity == severity for one in diagnostics)
        if number:
            said.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(said)


class _Brush:
    """Colours texts, or leaves them as they are."""

    def __init__(self, used: bool) -> None:
        self._used = used

    def __call__(self, text: str, colour: str) -> str:
        return f"{colour}{text}{_PLAIN}" if self._used else text

    def dipped(self, colour: str) -> Callable[[str], str]:
        """What colours any text so."""
        return lambda text: self(text, colour)


def heaviest(found: Sequence[Diagnostic], most: int) -> Sequence[Diagnostic]:
    """At most so many, errors before the others, in the order in which they were."""
    if len(found) <= most:
        return found
    weight = list(_COLOURS)
    kept = sorted(range(len(found)), key=lambda index: weight.index(found[index].severity))[:most]
    return [found[index] for index in sorted(kept)]


def _one(diagnostic: Diagnostic, lines: Lines, widest: int, paint: _Brush) -> Iterator[str]:
    colour = _COLOURS[diagnostic.severity]
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", colour)
    yield f"{head}{paint(f': {visible(diagnostic.summary)}', _BOLD)}"
    yield from _place(diagnostic.file, diagnostic.span, paint)
    yield from _source(diagnostic.span, lines(diagnostic.file), widest, colour, paint)
    for related in diagnostic.related:
        yield from _said("note", related.message, paint)
        yield from _place(related.file, related.span, paint)
        yield from _source(related.span, lines(related.file), widest, _BLUE, paint)
    if diagnostic.help:
        yield from _said("help", diagnostic.help, paint)


def _said(title: str, text: str, paint: _Brush) -> Iterator[str]:
    """A titled text; its further lines, such as keys to write, begin below its first word."""
    first, *rest = text.split("\n")
    yield f"  {paint(title, _BOLD)}: {visible(first)}"
    yield from (f"  {' ' * len(title)}  {visible(line)}".rstrip() for line in rest)


def _place(file: str, span: Span | None, paint: _Brush) -> Iterator[str]:
    where = f":{span.line}:{span.column}" if span is not None else ""
    yield f"  {paint('-->', _BLUE)} {visible(file)}{where}"


def _source(span: Span | None, lines: Sequence[str], widest: int, colour: str, paint: _Brush) -> Iterator[str]:
    if span is not None:
        yield from excerpt(span, lines, widest, gutter=paint.dipped(_BLUE), marker=paint.dipped(colour))
