"""Tables of text, in columns as wide as what stands in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDTH = 150
"""The last column is folded so that a line is not longer than this."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Head and rows, indented by two; nothing when there is no row."""
    found = [list(row) for row in rows]
    if not found:
        return ""
    widths = [max(len(row[column]) for row in [head, *found]) for column in range(len(head) - 1)]
    indent = 2 + sum(width + 2 for width in widths)
    lines = [_line(head, widths, indent)]
    lines += [_line(row, widths, indent) for row in found]
    return "\n".join(lines) + "\n"


def _line(row: Sequence[str], widths: Sequence[int], indent: int) -> str:
    start = "  " + "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
    folded = _fold(row[-1], max(40, WIDTH - indent))
    return "\n".join((start + folded[0]).rstrip() if number == 0 else " " * indent + part for number, part in enumerate(folded))


def _fold(text: str, width: int) -> list[str]:
    lines, current = [], ""
    for word in text.split(" "):
        if current and len(current) + 1 + len(word) > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current]
