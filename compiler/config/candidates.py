"""Whether a value that a help offers would be taken where it is to be typed in."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import TypeAdapter, ValidationError

from .base import Section

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Path = tuple[str | int, ...]


def refusals(model: type[Section], path: Path, value: object) -> list[ErrorDetails] | None:
    """What is wrong with ``value`` at ``path``, each with its place below it; None where the models know no such place.

    What other values have to do with it is not looked at.
    """
    kind, place = _type_at(model, path)
    if kind is None:
        return None
    try:
        _adapter(model, place).validate_python(value)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def taken(model: type[Section], path: Path, value: object) -> bool:
    """Whether nothing is wrong with ``value`` at ``path``."""
    return refusals(model, path, value) == []


def section_at(model: type[Section], path: Path) -> type[Section] | None:
    """The section that is expected at ``path`` itself; None where something else is."""
    kind, _ = _type_at(model, path)
    kind = _bare(kind)
    return kind if isinstance(kind, type) and issubclass(kind, Section) else None


def _type_at(model: type[Section], path: Path) -> tuple[Any, Path]:
    """What a value at ``path`` must be, and the path with one name for all items and keys that users choose."""
    kind: Any = model
    place: list[str | int] = []
    for step in path:
        kind = _bare(kind)
        if isinstance(kind, type) and issubclass(kind, Section):
            field = kind.model_fields.get(str(step))
            kind = None if field is None else _with(field.annotation, field.metadata)
            place.append(step)
        else:
            origin, inner = getattr(kind, "__origin__", None), getattr(kind, "__args__", (None,))
            listed = isinstance(step, int)
            kind = inner[0 if listed else -1] if origin is (tuple if listed else dict) else None
            place.append(0 if origin is tuple else "")
        if kind is None:
            break
    return kind, tuple(place)


def _with(annotation: Any, metadata: list[Any]) -> Any:
    for one in metadata:
        annotation = Annotated[annotation, one]
    return annotation


def _bare(kind: Any) -> Any:
    """A type without its constraints, and without None."""
    while True:
        if hasattr(kind, "__metadata__"):
            kind = kind.__origin__
            continue
        inner = getattr(kind, "__args__", ())
        if type(None) not in inner:
            return kind
        kind = next(one for one in inner if one is not type(None))


# By a place for all items, as a file may hold wrong ones by the ten thousand.
@lru_cache(maxsize=128)
def _adapter(model: type[Section], place: Path) -> TypeAdapter[Any]:
    kind, _ = _type_at(model, place)
    section = isinstance(kind, type) and issubclass(kind, Section)
    return TypeAdapter(kind, config=None if section else {"strict": True})
