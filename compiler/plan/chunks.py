"""Long lists, in parts that fit into one object each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")

LARGEST_TEXT = 128 * 2**10
"""Bytes of lines in one ConfigMap, a header beside them: no object is larger than 180 KiB as JSON (semantics.md,
section 4), with line ends escaped and the rest of the object beside it."""


def chunks(
    items: Iterable[Item], size: Callable[[Item], int], limit: int = LARGEST_TEXT
) -> tuple[tuple[Item, ...], ...]:
    """``items`` in order, in as few parts as keep the sum of their ``size`` within ``limit``; one part at least."""
    found: list[list[Item]] = [[]]
    used = 0
    for item in items:
        needed = size(item)
        if found[-1] and used + needed > limit:
            found.append([])
            used = 0
        found[-1].append(item)
        used += needed
    return tuple(tuple(part) for part in found)
