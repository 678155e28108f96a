"""Tables of text, in columns as wide as what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

WIDTH = 140
"""The last column is folded so that a line is not longer than this, in characters."""
NARROWEST = 40
"""The last column never gets less than this."""
WIDEST = 48
"""Every other column is folded at this: one long cell would push the last column of all rows away."""
DITTO = '"'
"""Stands for a last cell that says the same as the one above."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], indent: int = 2) -> str:
    """Head and rows; nothing when there is no row."""
    found = [list(row) for row in rows]
    if not found:
        return ""
    widths = [_width(row[column] for row in [head, *found]) for column in range(len(head) - 1)]
    above = ""
    lines = [_line(head, widths, indent)]
    for row in found:
        said = row[-1]
        if said and said == above and len(said) > NARROWEST:
            row[-1] = DITTO
        above = said
        lines.append(_line(row, widths, indent))
    return "\n".join(lines) + "\n"


def _width(cells: Iterable[str]) -> int:
    return max(len(line) for cell in cells for line in _fold(cell, WIDEST))


def _line(row: Sequence[str], widths: Sequence[int], indent: int) -> str:
    room = max(NARROWEST, WIDTH - indent - sum(width + 2 for width in widths))
    cells = [*(_fold(cell, width) for cell, width in zip(row, widths, strict=False)), _fold(row[-1], room)]
    lines = []
    for parts in zip_longest(*cells, fillvalue=""):
        start = "".join(f"{part:<{width}}  " for part, width in zip(parts, widths, strict=False))
        lines.append((" " * indent + start + parts[-1]).rstrip())
    return "\n".join(lines)


def _fold(text: str, width: int) -> list[str]:
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current]
