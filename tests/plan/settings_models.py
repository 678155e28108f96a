"""The leaf keys of the input files, as their models have them, and how one of them is set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel

ELEMENT, CHOSEN = "[]", "*"
"""In a dotted path: the first element of a list, and a key whose name the user chooses."""


def leaves(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """Dotted paths of every key that holds no section."""
    for name, field in model.model_fields.items():
        yield from _leaves_of(field.annotation, f"{prefix}{name}")


def put(document: Any, path: str, value: Any, chosen: str = "") -> Any:
    """*document* with *value* at *path*, where ``*`` is *chosen*; sections that are not there are made."""
    steps = [chosen if step == CHOSEN else step for step in path.replace(ELEMENT, f".{ELEMENT}").split(".") if step]
    return _put(document, steps, value)


def _put(document: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return value
    step, *rest = steps
    if step == ELEMENT:
        first, *others = document
        return [_put(first, rest, value), *others]
    before = document or {}
    return {**before, step: _put(before.get(step), rest, value)}


def _leaves_of(annotation: Any, path: str) -> Iterator[str]:
    found = list(_sections(annotation, path))
    for section, place in found:
        yield from leaves(section, f"{place}.")
    if not found:
        yield path


def _sections(annotation: Any, path: str) -> Iterator[tuple[type[BaseModel], str]]:
    """The models inside of an annotation, and where they stand."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation, path
    else:
        mark = {tuple: ELEMENT, dict: f".{CHOSEN}"}.get(get_origin(annotation), "")
        for part in get_args(annotation):
            yield from _sections(part, path + mark)
