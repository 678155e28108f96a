"""Diagnostics for a person: the message, the lines it is about, and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .diagnostic import Diagnostic, Span

Lines = Callable[[str], Sequence[str]]
"""The lines of a file by its name; empty where the file cannot be shown."""

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}
_BOLD, _BLUE, _PLAIN = "\x1b[1m", "\x1b[1;34m", "\x1b[0m"
WIDEST = 160
"""Longer source lines are shown in part: what fits a wide terminal."""


def render(diagnostics: Iterable[Diagnostic], lines: Lines, *, colour: bool = False) -> str:
    """Every diagnostic, one empty line between two, and the counts on the last line."""
    found = list(diagnostics)
    parts = [_one(diagnostic, lines, colour) for diagnostic in found]
    return "\n".join([*parts, counts(found)]) + "\n" if found else ""


def counts(diagnostics: Sequence[Diagnostic]) -> str:
    """How many of each severity, such as ``2 errors, 1 warning``."""
    said = []
    for severity in ("error", "warning", "note"):
        number = sum(one.severity == severity for one in diagnostics)
        if number:
            said.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(said)


def _one(diagnostic: Diagnostic, lines: Lines, colour: bool) -> str:
    paint = _painter(colour)
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", _COLOURS[diagnostic.severity])
    out = [f"{head}{paint(': ' + _visible(diagnostic.summary), _BOLD)}"]
    # A note asks for nothing, so its place is enough.
    shown = lines(diagnostic.file) if diagnostic.severity != "note" else ()
    out += _snippet(diagnostic.file, diagnostic.span, shown, _COLOURS[diagnostic.severity], paint)
    for related in diagnostic.related:
        out.append(f"  {paint('note', _BOLD)}: {_visible(related.message)}")
        out += _snippet(related.file, related.span, lines(related.file), _BLUE, paint)
    if diagnostic.help:
        out.append(f"  {paint('help', _BOLD)}: {_visible(diagnostic.help)}")
    return "\n".join(out) + "\n"


def _snippet(
    path: str, span: Span | None, lines: Sequence[str], colour: str, paint: Callable[[str, str], str]
) -> list[str]:
    if span is None:
        return [f"  {paint('-->', _BLUE)} {path}"]
    out = [f"  {paint('-->', _BLUE)} {path}:{span.line}:{span.column}"]
    if not 1 <= span.line <= len(lines):
        return out
    gutter = max(5, len(str(span.line)) + 3)
    for number in (span.line - 1, span.line):
        if number >= 1 and (number == span.line or lines[number - 1].strip()):
            shown, _ = _cut(lines[number - 1], span.column if number == span.line else 1)
            out.append(f"{paint(f'{number:>{gutter}} |', _BLUE)} {shown}".rstrip())
    line, start = _cut(lines[span.line - 1], span.column)
    end = span.end_column if span.end_line == span.line else len(lines[span.line - 1]) + 1
    width = max(1, min(end - span.column, len(line) - (span.column - start) + 1))
    marker = " " * (span.column - start) + paint("^" * width, colour)
    out.append(f"{paint(' ' * gutter + ' |', _BLUE)} {marker}")
    return out


def _cut(line: str, column: int) -> tuple[str, int]:
    """The part of a line around ``column``, and the column that it begins with."""
    # A tab or another control character would shift the marker below it.
    line = "".join(character if character.isprintable() else " " for character in line)
    if len(line) <= WIDEST:
        return line, 1
    start = max(1, min(column - WIDEST // 4, len(line) - WIDEST + 1))
    return line[start - 1 : start - 1 + WIDEST], start


def _visible(text: str) -> str:
    """A text in one line, whatever a file put into it."""
    return "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in text)


def _painter(colour: bool) -> Callable[[str, str], str]:
    def paint(text: str, code: str) -> str:
        return f"{code}{text}{_PLAIN}" if colour else text

    return paint
