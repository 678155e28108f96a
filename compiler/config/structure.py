"""What the models say of a path: its field, its neighbours, its default."""

from __future__ import annotations

from typing import Any

from .base import Section


def dotted(path: tuple[str | int, ...]) -> str:
    """A path as it is written in messages: ``a.b[0].c``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def field_at(model: type[Section], path: tuple[str | int, ...]) -> Any:
    """The field of the model at ``path``; None where the models know none."""
    owner = _owner(model, path[:-1])
    return None if owner is None else owner.model_fields.get(str(path[-1]))


def known_keys(model: type[Section], path: tuple[str | int, ...]) -> list[str]:
    """The keys of the mapping at ``path``."""
    owner = _owner(model, path)
    return [] if owner is None else list(owner.model_fields)


def _owner(model: type[Section], path: tuple[str | int, ...]) -> type[Section] | None:
    """The model of the mapping at ``path``."""
    owner: type[Section] | None = model
    for step in path:
        if owner is None:
            return None
        if isinstance(step, str) and step in owner.model_fields:
            owner = _section(owner.model_fields[step].annotation)
    return owner


def _section(annotation: Any) -> type[Section] | None:
    """The section inside an annotation such as ``Items[Section]``, ``dict[str, Section]`` or ``Section | None``."""
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _section(inner)
        if found is not None:
            return found
    return None


def written(key: str | int, field: Any, *, json: bool) -> str:
    """The key with its default, as it can be typed in."""
    if json:
        from json import dumps

        return f'"{key}": {dumps(_default(field))}'
    return f"{key}: {_flow(_default(field))}"


def _default(field: Any) -> Any:
    """The seed's default; of a mapping those of its required keys."""
    nested = _section(field.annotation)
    if nested is None or field.examples[:1] not in ([{}], None):
        return field.examples[0] if field.examples else ""
    return {name: _default(one) for name, one in nested.model_fields.items() if one.is_required()}


def _flow(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    return f'"{value}"' if isinstance(value, str) and not value.replace("_", "").isalpha() else str(value)
