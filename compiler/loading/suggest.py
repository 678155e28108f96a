"""The known word that someone probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

_LONGEST = 80
"""Longest word that is compared, in characters; the work grows with the square of it."""
_LINE, _FEW = 120, 5
"""Characters of a list of known words that is told in full, and how many words are told of a longer one."""


def nearest(word: str, known: Iterable[str], slips_at_most: int = _LONGEST) -> str | None:
    """The known word nearest to ``word``, or None where none is near.

    Near means at most one slip for every three characters and ``slips_at_most``, upper and lower case being
    equal; a slip is a character too many, too few, wrong, or swapped with the next. Of
    words equally near the first in the alphabet is taken.
    """
    if len(word) > _LONGEST:
        return None
    best, most = None, min(max(1, len(word) // 3), slips_at_most) + 1
    for candidate in sorted(set(known)):
        if abs(len(candidate) - len(word)) < most:
            slips = _slips(word.casefold(), candidate.casefold(), most)
            if slips < most:
                best, most = candidate, slips
    return best


def listed(word: str, words: Sequence[str], all_of_them: str) -> str:
    """The known words in one line: all where they are few, or those likest to ``word`` and a command that lists all."""
    if len(", ".join(words)) <= _LINE:
        return ", ".join(words)
    pairs = _pairs(word[:_LONGEST])
    near = sorted(words, key=lambda one: -len(pairs & _pairs(one)))[:_FEW]
    return f"{', '.join(one for one in words if one in near)} and {len(words) - _FEW} more (`{all_of_them}`)"


# A file may hold words by the ten thousand, and the known ones come again with each.
@lru_cache(maxsize=1024)
def _pairs(word: str) -> frozenset[str]:
    """The pairs of letters beside each other."""
    folded = word.casefold()
    return frozenset(map("".join, pairwise(folded)))


def _slips(left: str, right: str, most: int) -> int:
    """Edit distance with swaps of neighbours (optimal string alignment); ``most`` where it is that or more.

    A file may hold words by the ten thousand that are not known, so the work ends as soon as it can.
    """
    left, right = _without_common_ends(left, right)
    # Each letter that the other word lacks is a slip: most words are told apart by that alone.
    if max(len(left), len(right)) - sum(min(left.count(one), right.count(one)) for one in {*left}) >= most:
        return most
    older: list[int] = []
    above = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        line = [row]
        for column, other in enumerate(right, 1):
            least = min(above[column] + 1, line[-1] + 1, above[column - 1] + (one != other))
            if row > 1 and column > 1 and one == right[column - 2] and left[row - 2] == other:
                least = min(least, older[column - 2] + 1)
            line.append(least)
        if min(line) >= most and min(above) >= most:
            return most
        older, above = above, line
    return above[-1]


def _without_common_ends(left: str, right: str) -> tuple[str, str]:
    """What two words have in common at their ends is no slip."""
    shorter = min(len(left), len(right))
    start = next((at for at in range(shorter) if left[at] != right[at]), shorter)
    left, right = left[start:], right[start:]
    shorter -= start
    end = next((at for at in range(shorter) if left[-1 - at] != right[-1 - at]), shorter)
    return left[: len(left) - end], right[: len(right) - end]
