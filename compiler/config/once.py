"""One mistake that pydantic finds twice, as an unknown key and as a missing one, is told once: at the unknown key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..loading.suggest import nearest
from .former import FORMER_KEYS, TELEMETRY

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Path = tuple[int | str, ...]


def told_elsewhere(file: str, details: Sequence[ErrorDetails]) -> tuple[set[Path], dict[Path, Path]]:
    """The missing keys that are told at an unknown one, and of the unknown keys that only stand wrong their homes."""
    missing, unknown = _paths(details, "missing"), _paths(details, "extra_forbidden")
    homes = _misplaced(missing, unknown)
    return {*_misspelt(missing, unknown), *homes.values(), *_former(file, missing, unknown)}, homes


def _paths(details: Sequence[ErrorDetails], kind: str) -> list[Path]:
    return [tuple(one["loc"]) for one in details if one["type"] == kind]


def _misspelt(missing: Sequence[Path], unknown: Sequence[Path]) -> set[Path]:
    """The missing keys that an unknown key beside them nearly spells."""
    beside: dict[Path, list[str]] = {}
    for path in missing:
        beside.setdefault(path[:-1], []).append(str(path[-1]))
    guesses = ((path[:-1], nearest(str(path[-1]), beside.get(path[:-1], ()))) for path in unknown)
    return {(*inside, guess) for inside, guess in guesses if guess is not None}


def _misplaced(missing: Sequence[Path], unknown: Sequence[Path]) -> dict[Path, Path]:
    """The unknown keys of which each is missing at exactly one place, and that place."""
    lacking, given = _by_name(missing), _by_name(unknown)
    one_each = (name for name, paths in given.items() if len(paths) == len(lacking.get(name, ())) == 1)
    return {given[name][0]: lacking[name][0] for name in one_each}


def _by_name(paths: Sequence[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(str(path[-1]), []).append(path)
    return found


def _former(file: str, missing: Sequence[Path], unknown: Sequence[Path]) -> set[Path]:
    """The missing keys into which a key of the former flat layout is to be moved."""
    if file != TELEMETRY:
        return set()
    keys = (FORMER_KEYS.get(tuple(str(step) for step in path)) for path in unknown)
    homes = [tuple(key.split(".")) for key in keys if key]
    return {path for path in missing if any(home[: len(path)] == path for home in homes)}
