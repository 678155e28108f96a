"""Two texts compared, line by line."""

from __future__ import annotations

from .comparison import LARGEST

CONTEXT = 2
"""Lines around a change that are shown with it."""


def unified(old: str, new: str) -> tuple[str, ...]:
    """The unified diff without its head, or one line that counts, where the texts are too long to be lined up."""
    before, after = old.split("\n"), new.split("\n")
    if len(before) * len(after) > LARGEST:
        removed, added = _only(before, after), _only(after, before)
        return (f"@@ {removed} lines removed, {added} added; too long to be compared line by line @@",)
    from difflib import unified_diff

    return tuple(unified_diff(before, after, n=CONTEXT, lineterm=""))[2:]


def _only(lines: list[str], others: list[str]) -> int:
    """How many of ``lines`` the others have not, each as often as it stands there."""
    from collections import Counter

    return (Counter(lines) - Counter(others)).total()
