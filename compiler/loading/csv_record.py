"""One line of comma-separated values, and the columns that each cell takes."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..diagnostics.diagnostic import Span

_CELL = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|$)|([^,]*)')


class Cell(NamedTuple):
    """A cell: its text without quotes and outer space, and its columns, 1-based, the end exclusive."""

    text: str
    column: int
    end_column: int
    broken: bool = False
    """Whether it starts with a quote that does not close it."""

    def span(self, number: int) -> Span:
        """Where it stands on the line of that number."""
        return Span(number, self.column, number, self.end_column)


def cells_of(line: str) -> list[Cell]:
    """The cells of a line; commas and doubled quotes may stand in quotes (RFC 4180).

    More than the RFC allows, there may be blanks around the quotes.
    """
    cells = []
    at = 0
    while at <= len(line) and (found := _CELL.match(line, at)):
        quoted, plain = found.groups()
        text = plain if quoted is None else quoted.replace('""', '"')
        broken = quoted is None and plain.lstrip().startswith('"')
        start = at + len(found[0]) - len(found[0].lstrip())
        end = max(start, at + len(found[0].rstrip()))
        cells.append(Cell(text.strip(), start + 1, end + 1, broken))
        at = found.end() + 1
    return cells


def texts_of(line: str) -> list[str]:
    """The texts of the cells alone, which is most of the work in a file without mistakes."""
    if '"' in line:
        return [cell.text for cell in cells_of(line)]
    return [cell.strip() for cell in line.split(",")]


def line_span(number: int, line: str) -> Span:
    """A whole line without the space around it."""
    start = len(line) - len(line.lstrip())
    return Span(number, start + 1, number, max(start, len(line.rstrip())) + 1)
