"""Two values of JSON's kind compared: which fields differ, each by its path.

A path is written as people write it: ``spec.containers[vmagent].image``, ``data["vector.yaml"]``, ``ports[2]``.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple


class Absent:
    """Stands where one side has no value; null is a value."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()
LARGEST = 4_000_000
"""Pairs of entries that are looked at to line up two lists or texts: some seconds, at the worst."""
_NAMES = (("name",), ("mountPath",), ("alert", "record"), ("url",), ("key",), ("id",), ("metadata",))
"""What tells the entries of a list apart; the first that does so counts. Mounts of one volume share its name.

``metadata`` stands for the name in it.
"""
_PLAIN_KEY, _PLAIN_NAME = re.compile(r"[A-Za-z0-9_-]+"), re.compile(r"(?!\d+\Z)[A-Za-z0-9_./:*-]+")


class Change(NamedTuple):
    """A field that differs; `ABSENT` where one side has none."""

    path: str
    old: Any
    new: Any


def compare(old: Any, new: Any) -> tuple[Change, ...]:
    """Every field of ``old`` that ``new`` has otherwise, or not at all, and the other way round; none when equal.

    True and 1 are different, and so are 1 and 1.0. The order is that of ``new``, what is gone behind it.
    """
    return tuple(_compare("", old, new))


def _compare(path: str, old: Any, new: Any) -> Iterator[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _mappings(path, old, new)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _lists(path, old, new)
    elif type(old) is not type(new) or old != new:
        yield Change(path, old, new)


def _mappings(path: str, old: Mapping[Any, Any], new: Mapping[Any, Any]) -> Iterator[Change]:
    for key in [*new, *(key for key in old if key not in new)]:
        below = _below(path, str(key))
        if key in old and key in new:
            yield from _compare(below, old[key], new[key])
        else:
            yield Change(below, old.get(key, ABSENT), new.get(key, ABSENT))


def _below(path: str, key: str) -> str:
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{json.dumps(key, ensure_ascii=False)}]"
    return f"{path}.{key}" if path else key


def _entry(path: str, name: str) -> str:
    return f"{path}[{name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)}]"


def _lists(path: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    named = _named(old, new)
    if named is None:
        yield from _aligned(path, old, new)
        return
    before, after = named
    for name in [*after, *(name for name in before if name not in after)]:
        if name in before and name in after:
            yield from _compare(_entry(path, name), before[name], after[name])
        else:
            yield Change(_entry(path, name), before.get(name, ABSENT), after.get(name, ABSENT))
    orders = [[name for name in one if name in other] for one, other in ((before, after), (after, before))]
    if orders[0] != orders[1]:
        yield Change(f"{path} (order)", *orders)


def _named(old: list[Any], new: list[Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The entries of both lists by what tells them apart, None where nothing does."""
    for keys in _NAMES:
        found = [_by(keys, entries) for entries in (old, new)]
        if found[0] is not None and found[1] is not None:
            return found[0], found[1]
    return None


def _by(keys: tuple[str, ...], entries: list[Any]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for entry in entries:
        name = _name(keys, entry)
        if name is None or name in found:
            return None
        found[name] = entry
    return found


def _name(keys: tuple[str, ...], entry: Any) -> str | None:
    if isinstance(entry, str) and keys == _NAMES[0] and entry.startswith("-"):
        # An argument of a program: ``--name=value``.
        return entry.partition("=")[0]
    if not isinstance(entry, dict):
        return None
    value = next((entry[key] for key in keys if key in entry), None)
    if isinstance(value, dict):
        value = value.get("name")
    return str(value) if type(value) in (str, int) else None


def _aligned(path: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Entries without names: what is equal is lined up, what stands between is compared."""
    for start, end, first, last in _gaps([_form(one) for one in old], [_form(one) for one in new]):
        if end - start == last - first:
            for offset in range(end - start):
                yield from _compare(f"{path}[{first + offset}]", old[start + offset], new[first + offset])
            continue
        for index in range(start, end):
            yield Change(f"{path}[{index}]", old[index], ABSENT)
        for index in range(first, last):
            yield Change(f"{path}[{index}]", ABSENT, new[index])


def _form(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _gaps(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of ``old`` and ``new`` that are not equal."""
    if len(old) * len(new) > LARGEST:
        yield 0, len(old), 0, len(new)
        return
    from difflib import SequenceMatcher

    for tag, *stretch in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield stretch[0], stretch[1], stretch[2], stretch[3]
