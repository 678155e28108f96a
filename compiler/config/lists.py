"""What to type in where a list or a free mapping is expected, or for an item of a list."""

from __future__ import annotations

import re
from typing import Any

from ..diagnostics.telling import cut
from ..loading.suggest import nearest
from .candidates import refusals, section_at, taken
from .structure import as_typed, field_at, filled
from .subject import Subject

Path = tuple[str | int, ...]
_LONGEST = 1000
"""Characters of a text that is looked into for what was meant."""


def list_help(subject: Subject, path: Path, text: str) -> str:
    """What to write for a text where a list is expected, were it several with commas; empty where there is no telling.

    A list in quotes had one item to the compiler, and several to whoever wrote it.
    """
    if len(text) > _LONGEST:
        return ""
    for parts in (re.findall(r"[^\s,;\[\]\"']+", text), [text]):
        items = [_item(subject, (*path, index), part) for index, part in enumerate(parts)]
        if None not in items and taken(subject.model, path, items):
            return cut(f"write {as_typed(items, json=subject.json)}")
    return ""


def _item(subject: Subject, path: Path, text: str) -> Any:
    """The item of a list that a text stands for; None where there is no telling."""
    if section_at(subject.model, path) is not None:
        return filled_item(subject, path, text)
    wrong = refusals(subject.model, path, text)
    if wrong and wrong[0]["type"] == "literal_error":
        from .synonyms import synonym

        allowed = choices(str(wrong[0]["ctx"]["expected"]))
        return synonym(text, allowed) or nearest(text, allowed)
    return text if wrong == [] else None


def several_help(subject: Subject, path: Path, text: str, allowed: list[str]) -> str:
    """What to write for one item of a list that is several, without a comma or all in quotes; empty where it is one."""
    parts = [one for one in re.findall(r"[^\s,;]+", text[:_LONGEST]) if one]
    if len(parts) < 2 or any(one not in allowed for one in parts) or len(text) > _LONGEST:
        return ""
    others = _others(subject, path)
    items = [one for one in dict.fromkeys(parts) if one not in others]
    if not items:
        return "remove it: it is listed already"
    written = ", ".join(as_typed(one, json=subject.json) for one in items)
    if "," not in text and _in_brackets(subject, path):
        return f"write {written}: a comma is missing"
    return f"write {written}" if _in_brackets(subject, path) else f"write each on a line of its own: {written}"


def _in_brackets(subject: Subject, path: Path) -> bool:
    """Whether the list of an item is written as [one, another], in one line where it is not JSON."""
    # So long a list stands in lines, and its text is not cut out for each of its items.
    return subject.json or (len(_others(subject, path)) < _COMPARED and subject.as_written(path[:-1]).startswith("["))


def _others(subject: Subject, path: Path) -> list[object]:
    """The other items of the list; of one that is longer than any list of allowed values its first."""
    items = subject.value(path[:-1])
    return [one for at, one in enumerate(items[:_COMPARED]) if at != path[-1]] if isinstance(items, list) else []


_COMPARED = 50
"""Items of a list that an item is compared with: the longest list of allowed values has eight."""


_CARRIED = {"ldms": "vector_ldms", "ome": "vector_ome"}
"""The sources that write to the broker alone, and the bridges that carry their data to the stores."""


def removal_help(subject: Subject, path: Path, guess: str | None, allowed: list[str]) -> str:
    """That a wrong item of a list is best left out, where the list has what could be meant; else nothing."""
    others = _others(subject, path)
    if not all(one in others for one in ([guess] if guess else allowed)):
        return ""
    source = str(path[1]) if path[0] == "telemetry_sources" else ""
    if source in _CARRIED and guess is None:
        return f"remove it: the bridge {_CARRIED[source]} carries the data on from kafka"
    if guess:
        return f"remove it: {guess} is listed already"
    return f"remove it: nothing besides {', '.join(allowed)} can stand here"


def filled_item(subject: Subject, path: Path, text: str) -> dict[str, Any] | None:
    """The mapping that a text in a list of mappings stands for: its first required key, the others as they are shown.

    None where there is no telling.
    """
    section = section_at(subject.model, path)
    keys = [name for name, field in section.model_fields.items() if field.is_required()] if section else []
    if not isinstance(path[-1], int) or section is None or not keys or "://" in text or len(text) > _LONGEST:
        return None
    item = {**filled(section), keys[0]: text}
    return item if taken(subject.model, path, item) else None


def mapping_help(subject: Subject, path: Path, items: list[Any]) -> str:
    """What to write for a list where a mapping by names or URLs is expected; empty where there is no telling."""
    meant: dict[str, Any] = {}
    for item in items:
        if not isinstance(item, dict):
            return ""
        named = item.get("url", item.get("name"))
        rest = {key: one for key, one in item.items() if key not in ("url", "name")}
        meant.update({named: rest} if isinstance(named, str) else item)
    # What stands before an @ or behind a ? may be a secret.
    secret = any("://" in key and re.search("[@?]", key) for key in meant)
    if secret or not meant or not taken(subject.model, path, meant):
        field = field_at(subject.model, path)
        meant = field.examples[0] if field is not None and field.examples else {}
    return cut(f"write `{path[-1]}: {as_typed(meant)}`") if meant else ""


def choices(expected: str) -> list[str]:
    """The values that pydantic lists."""
    return [one.strip("'") for one in expected.replace(" or ", ", ").split(", ")]
