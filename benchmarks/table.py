"""The table that is printed: one line a work, with its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """What was measured: ``ratio`` from the best runs, ``typical`` from the median ones."""

    work: str
    ratio: float
    typical: float
    limit: float
    stretch: float

    @property
    def verdict(self) -> str:
        """Where the ratio lies; noise only ever adds to a time, so the best runs decide."""
        if self.ratio > self.limit:
            return "TOO SLOW"
        return "stretch" if self.ratio <= self.stretch else "ok"


def table(rows: Iterable[Row]) -> str:
    """Every row below a heading, in columns."""
    lines = [f"{'work':<40}{'ratio':>8}{'median':>8}{'limit':>8}{'stretch':>9}  verdict"]
    for row in rows:
        numbers = f"{row.ratio:>8.3f}{row.typical:>8.3f}{row.limit:>8.2f}{row.stretch:>9.2f}"
        lines.append(f"{row.work:<40}{numbers}  {row.verdict}")
    return "\n".join(lines)
