"""The known word that someone probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 80
"""Longest word that is compared, in characters; the work grows with the square of it."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to ``word``, or None where none is near.

    Near means at most one slip for every three characters, upper and lower case being
    equal; a slip is a character too many, too few, wrong, or swapped with the next. Of
    words equally near the first in the alphabet is taken.
    """
    if len(word) > _LONGEST:
        return None
    best, most = None, max(1, len(word) // 3) + 1
    for candidate in sorted(set(known)):
        if abs(len(candidate) - len(word)) < most:
            slips = _slips(word.casefold(), candidate.casefold())
            if slips < most:
                best, most = candidate, slips
    return best


def _slips(left: str, right: str) -> int:
    """Edit distance with swaps of neighbours (optimal string alignment)."""
    older: list[int] = []
    above = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        line = [row]
        for column, other in enumerate(right, 1):
            least = min(above[column] + 1, line[-1] + 1, above[column - 1] + (one != other))
            if row > 1 and column > 1 and one == right[column - 2] and left[row - 2] == other:
                least = min(least, older[column - 2] + 1)
            line.append(least)
        older, above = above, line
    return above[-1]
