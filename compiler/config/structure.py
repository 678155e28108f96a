"""What the models say of a path: its field, its neighbours, its default."""

from __future__ import annotations

from typing import Any

from .base import Section


def dotted(path: tuple[str | int, ...]) -> str:
    """A path as it is written in messages: ``a.b[0].c``, and ``a["b c"]`` for a key that users choose."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.replace("_", "").replace("-", "").isalnum():
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
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
            owner = section_of(owner.model_fields[step].annotation)
    return owner


def section_of(annotation: Any) -> type[Section] | None:
    """The section inside an annotation such as ``Items[Section]``, ``dict[str, Section]`` or ``Section | None``."""
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = section_of(inner)
        if found is not None:
            return found
    return None


def written(key: str | int, field: Any, *, json: bool) -> str:
    """The key with its default, as it can be typed in."""
    shown = as_typed(_default(field), json=json)
    return f'"{key}": {shown}' if json else f"{key}: {shown}"


def as_typed(value: Any, *, json: bool = False) -> str:
    """A value as it can be typed in."""
    if json:
        from json import dumps

        return dumps(value, ensure_ascii=False)
    return _flow(value)


def filled(section: type[Section]) -> dict[str, Any]:
    """The required keys of a section with their defaults."""
    return {name: _default(field) for name, field in section.model_fields.items() if field.is_required()}


def _default(field: Any) -> Any:
    """The seed's default; of a mapping those of its required keys."""
    nested = section_of(field.annotation)
    if nested is None or field.examples[:1] not in ([{}], None):
        return field.examples[0] if field.examples else ""
    return filled(nested)


_NO_TEXTS = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
"""Words that YAML 1.1 takes for something else than a text."""


def _flow(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(one)}" for key, one in value.items()) + "}"
    plain = not isinstance(value, str) or (value.replace("_", "").isalpha() and value.lower() not in _NO_TEXTS)
    return str(value) if plain else f'"{value}"'
