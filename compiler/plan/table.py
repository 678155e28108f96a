"""Tables of text, in columns as wide as what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 140
"""The last column is folded so that a line is not longer than this, in characters."""
NARROWEST = 40
"""The last column never gets less than this."""
DITTO = '"'
"""Stands for a last cell that says the same as the one above."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], indent: int = 2) -> str:
    """Head and rows; nothing when there is no row."""
    found = [list(row) for row in rows]
    if not found:
        return ""
    widths = [max(len(row[column]) for row in [head, *found]) for column in range(len(head) - 1)]
    above = ""
    lines = [_line(head, widths, indent)]
    for row in found:
        said = row[-1]
        if said and said == above and len(said) > NARROWEST:
            row[-1] = DITTO
        above = said
        lines.append(_line(row, widths, indent))
    return "\n".join(lines) + "\n"


def _line(row: Sequence[str], widths: Sequence[int], indent: int) -> str:
    start = " " * indent + "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
    folded = _fold(row[-1], max(NARROWEST, WIDTH - len(start)))
    first = (start + folded[0]).rstrip()
    return "\n".join([first, *(" " * len(start) + part for part in folded[1:])])


def _fold(text: str, width: int) -> list[str]:
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current]
