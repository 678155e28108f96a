"""Keys under names of the user's own: one mistake that pydantic finds as an unknown key and a missing one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from .elsewhere import belongs
from .expected import expected
from .structure import field_at
from .subject import Subject

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from .once import Path

_BLOCK = ("requests", "limits")


def renamed(subject: Subject, details: Sequence[ErrorDetails]) -> dict[Path, Path]:
    """The unknown keys that stand for a missing one beside them, and that one.

    Each is the only one of its mapping that is unknown, and the other the only one that is missing; its value is of
    the kind that is asked for, and nothing better is known of it.
    """
    if not subject.document.complete:
        return {}
    given: dict[Path, list[ErrorDetails]] = {}
    lacking: dict[Path, list[Path]] = {}
    for one in details:
        path = tuple(one["loc"])
        if one["type"] == "extra_forbidden":
            given.setdefault(path[:-1], []).append(one)
        elif one["type"] == "missing" and not subject.document.has(path):
            lacking.setdefault(path[:-1], []).append(path)
    return {
        tuple(unknown[0]["loc"]): lacking[inside][0]
        for inside, unknown in given.items()
        if len(unknown) == len(lacking.get(inside, ())) == 1
        and _fits(field_at(subject.model, lacking[inside][0]), unknown[0]["input"])
        and not _meant(subject, tuple(unknown[0]["loc"]))
    }


def unwrapped(details: Sequence[ErrorDetails]) -> set[Path]:
    """The requests and limits that stand beside where their missing wrapper `resources` belongs."""
    missing = {tuple(one["loc"]) for one in details if one["type"] == "missing"}
    unknown = {tuple(one["loc"]) for one in details if one["type"] == "extra_forbidden"}
    return {path for path in unknown if path[-1] in _BLOCK and (*path[:-1], "resources") in missing}


def block_of(section: object) -> str:
    """The parts of a resource block that a section holds itself, as they are called in a sentence."""
    return " and ".join(part for part in _BLOCK if isinstance(section, dict) and part in section)


def _meant(subject: Subject, path: Path) -> str:
    parent = subject.called(path[:-1])
    stands = subject.document.has
    return expected(subject, path) or belongs(
        str(path[-1]), subject.file, parent, lambda place: stands(tuple(place.split(".")))
    )


def _fits(field: Any, value: object) -> bool:
    """Whether a value is of the kind of a field, were it one that the field does not take."""
    from .sections import field_type

    if field is None:
        return False
    try:
        field_type(field).validate_python(value)
    except ValidationError as error:
        kinds = {one["type"] for one in error.errors(include_url=False)}
        return not any(kind in ("missing", "extra_forbidden") or kind.endswith("_type") for kind in kinds)
    return True
