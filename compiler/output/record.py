"""JSON that telecompile keeps for itself on disk: written one entry a line, read back with distrust.

Anyone may have edited what is read: every shape and every path is checked before it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from .paths import LOCK_VERSION, flaw
from .problem import OutputProblem

_HELP = "restore it from version control, or remove it and build with --adopt"
_ENCODER = json.JSONEncoder(sort_keys=True, allow_nan=False)
_HEXADECIMAL = frozenset("0123456789abcdef")


def encode(record: Mapping[str, object]) -> bytes:
    """Write sorted JSON, one line an entry of each section, so that a review shows what changed."""
    sections = [f"  {_ENCODER.encode(key)}: {_section(record[key])}" for key in sorted(record)]
    return ("{\n" + ",\n".join(sections) + "\n}\n").encode("ascii")


def _section(value: object) -> str:
    if isinstance(value, Mapping) and value:
        entries = [f"    {_ENCODER.encode(key)}: {_ENCODER.encode(value[key])}" for key in sorted(value)]
        return "{\n" + ",\n".join(entries) + "\n  }"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {_ENCODER.encode(entry)}" for entry in value) + "\n  ]"
    return _ENCODER.encode(value)


class Record:
    """A JSON object from the file ``name`` (a path for messages), each value checked when it is asked for.

    Every method raises `OutputProblem` (``output-lock``) when the value has not the shape asked for.
    """

    def __init__(self, name: str, entries: Mapping[str, object]) -> None:
        self._name = name
        self._entries = entries

    @classmethod
    def decode(cls, name: str, data: bytes) -> Record:
        """Parse the whole file and check that this telecompile knows its ``lock_version``."""
        try:
            parsed = json.loads(data.decode())
        except (ValueError, RecursionError) as error:
            raise _unreadable(name, "is not JSON") from error
        if not isinstance(parsed, dict):
            raise _unreadable(name, "is not a JSON object")
        record = cls(name, parsed)
        version = record.integer("lock_version")
        if version > LOCK_VERSION:
            message = f"{name} was written by a newer telecompile (lock_version {version})"
            raise OutputProblem("output-lock", message, "build with the newer telecompile", name)
        if version != LOCK_VERSION:
            raise record.misshapen("lock_version")
        return record

    def misshapen(self, key: str) -> OutputProblem:
        """Give the problem to raise when ``key`` holds what no telecompile writes."""
        return _unreadable(self._name, f"has no valid {key!r}")

    def is_null(self, key: str) -> bool:
        """Whether ``key`` is there and null."""
        return key in self._entries and self._entries[key] is None

    def text(self, key: str) -> str:
        """Give the string ``key``."""
        value = self._entries.get(key)
        if not isinstance(value, str):
            raise self.misshapen(key)
        return value

    def integer(self, key: str) -> int:
        """Give the integer ``key``; a boolean is none."""
        value = self._entries.get(key)
        if type(value) is not int:
            raise self.misshapen(key)
        return value

    def optional_integer(self, key: str) -> int | None:
        """Give the integer ``key``, None for null."""
        return None if self.is_null(key) else self.integer(key)

    def boolean(self, key: str) -> bool:
        """Give the boolean ``key``."""
        value = self._entries.get(key)
        if not isinstance(value, bool):
            raise self.misshapen(key)
        return value

    def mapping(self, key: str) -> dict[str, object]:
        """Give the object ``key``, its values unchecked."""
        value = self._entries.get(key)
        if not isinstance(value, dict):
            raise self.misshapen(key)
        return cast("dict[str, object]", value)

    def texts(self, key: str) -> dict[str, str]:
        """Give the object ``key`` whose values are strings."""
        section = Record(self._name, self.mapping(key))
        return {entry: section.text(entry) for entry in section._entries}

    def record(self, key: str) -> Record:
        """Give the object ``key``, to be asked further."""
        return Record(self._name, self.mapping(key))

    def records(self, key: str) -> list[Record]:
        """Give the list ``key`` of objects."""
        value = self.sequence(key)
        if not all(isinstance(entry, dict) for entry in value):
            raise self.misshapen(key)
        return [Record(self._name, cast("dict[str, object]", entry)) for entry in value]

    def sequence(self, key: str) -> list[object]:
        """Give the list ``key``, its elements unchecked."""
        value = self._entries.get(key)
        if not isinstance(value, list):
            raise self.misshapen(key)
        return value

    def digests(self, key: str) -> dict[str, str | None]:
        """Give the object ``key``: fingerprints by file, null for an absent one. The file names are unchecked."""
        section = self.mapping(key)
        if not all(value is None or _is_digest(value) for value in section.values()):
            raise self.misshapen(key)
        return cast("dict[str, str | None]", section)

    def owned(self, key: str) -> dict[str, str]:
        """Give the object ``key``: fingerprints by path in the output directory, no path hostile."""
        section = self.record(key)
        section.refuse_hostile_paths()
        if not all(_is_digest(value) for value in section._entries.values()):
            raise self.misshapen(key)
        return cast("dict[str, str]", section._entries)

    def owned_by_many(self, key: str) -> dict[str, frozenset[str]]:
        """Give the object ``key``: for each path in the output directory all fingerprints it may have."""
        section = self.record(key)
        section.refuse_hostile_paths()
        found: dict[str, frozenset[str]] = {}
        for path in section.names():
            digests = section.sequence(path)
            if not all(_is_digest(one) for one in digests):
                raise self.misshapen(key)
            found[path] = frozenset(cast("list[str]", digests))
        return found

    def refuse_hostile_paths(self) -> None:
        """Refuse keys that are no path telecompile would have written."""
        for path in self._entries:
            if reason := flaw(path):
                raise _unreadable(self._name, f"lists {path!r}, which {reason}")

    def names(self) -> list[str]:
        """Give the names of all entries."""
        return list(self._entries)


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and _HEXADECIMAL.issuperset(value)


def _unreadable(name: str, reason: str) -> OutputProblem:
    return OutputProblem("output-lock", f"{name} {reason}", _HELP, name)
