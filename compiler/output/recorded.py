"""Reads what a lock records of a plan, and does not believe its shape: it may come from another version."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Recorded = Mapping[str, object]


class Key(NamedTuple):
    """Where the user changed something: a file of the input, and the key in it."""

    file: str
    key: str


def section(plan: Recorded, name: str) -> Mapping[str, object]:
    """The mapping ``name``, empty where it is none."""
    found = plan.get(name)
    return found if isinstance(found, Mapping) else {}


def numbers(plan: Recorded, name: str) -> dict[str, int]:
    """The integers of the mapping ``name``; a boolean is none."""
    return {key: value for key, value in section(plan, name).items() if type(value) is int}


def texts(plan: Recorded, name: str) -> dict[str, str]:
    """The texts of the mapping ``name``."""
    return {key: value for key, value in section(plan, name).items() if isinstance(value, str)}


def names(plan: Recorded, name: str) -> list[str] | None:
    """The texts of the list ``name``, None where it is none."""
    found = plan.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else None


def fewer(former: Mapping[str, int], new: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """What both have, and ``new`` less of: its name, both numbers."""
    for name, was in former.items():
        if name in new and new[name] < was:
            yield name, was, new[name]


def count(number: int, what: str) -> str:
    """``1 pod``, ``2 pods``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(what: str, named: Iterable[str]) -> str:
    """``the volume of a``, ``the volumes of a and b``; ``topic a``, ``topics a and b``."""
    *first, last = named
    of = " of" if what.startswith("the ") else ""
    return f"{what}s{of} {', '.join(first)} and {last}" if first else f"{what}{of} {last}"


def back(place: Key, was: object) -> str:
    """The way back, to be typed in."""
    return f"set {place.key or 'its size'} back to {was}"
