"""What a file of the output directory holds, when it is an object; anyone may have written it."""

from __future__ import annotations

from typing import Any

DEEPEST = 100
"""Levels of an object; what is rendered has 20 at most, and the C library behind PyYAML crashes beyond 20,000."""


def body_of(path: str, data: bytes) -> dict[str, Any] | None:
    """The object in a file of YAML; None for every other file, and for what no build writes.

    That is more than one document, aliases (a small text of them holds a great deal), deep nesting, and whatever JSON
    cannot say, such as a date.
    """
    if not path.endswith(".yaml"):
        return None
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if not _shallow(yaml, loader, data):
            return None
        found = yaml.load(data, Loader=loader)  # noqa: S506 # both are safe ones
    except (yaml.YAMLError, ValueError):
        return None
    return found if isinstance(found, dict) and _plain(found) else None


def text_of(data: bytes) -> str:
    """The text of a file; bytes that are none are shown as such."""
    return data.decode("utf-8", "backslashreplace")


def _shallow(yaml: Any, loader: Any, data: bytes) -> bool:
    """Whether nothing is deep and nothing an alias: one event after the other, going no deeper itself."""
    depth = 0
    for event in yaml.parse(data, Loader=loader):
        if isinstance(event, yaml.AliasEvent):
            return False
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            return False
    return True


def _plain(value: object) -> bool:
    """Whether it consists of what JSON has; it is not deep."""
    if isinstance(value, dict):
        return all(type(key) is str for key in value) and all(map(_plain, value.values()))
    if isinstance(value, list):
        return all(map(_plain, value))
    return value is None or type(value) in (str, int, float, bool)
