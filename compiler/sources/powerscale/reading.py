"""Reads one mapping of the CSM values file, and collects what is wrong with it.

Helm puts values into texts, so `30` and `"30"`, `true` and `"true"` mean the same there, and here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

Kept = TypeVar("Kept")
_IMAGE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/:-]*(@[a-z0-9]+:[0-9A-Fa-f]+)?")
# An IPv6 address stands in brackets.
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?)(:[0-9]{1,5})?")
# RFC 1123, as the API server asks of the names of Leases and Secrets.
_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")


class Problem(NamedTuple):
    """What is wrong with the key at ``path``, in a phrase about the file; never with anything that stands in it.

    ``absent`` says that the key must be there, and is not.
    """

    path: tuple[str, ...]
    said: str
    absent: bool = False

    @property
    def key(self) -> str:
        """The key as it is written in messages."""
        return ".".join(self.path)


class Reader:
    """A mapping and its place in the file.

    ``problems`` are what is wrong with its keys, in the order in which they are read; the readers of inner mappings
    share them.
    """

    def __init__(self, mapping: Mapping[Any, Any], place: tuple[str, ...] = (), outer: Reader | None = None) -> None:
        self.mapping = mapping
        self.problems: list[Problem] = [] if outer is None else outer.problems
        self._place = place

    def of(self, key: str) -> Reader:
        """The mapping at ``key``; an empty one where there is none."""
        inner = self.mapping.get(key)
        return Reader(inner if isinstance(inner, dict) else {}, (*self._place, key), self)

    def text(self, key: str, default: str = "") -> str:
        """A text of one line; without ``default`` it must be there."""
        given = self.mapping.get(key)
        if given is None and default:
            return default
        if isinstance(given, str) and given and given.isprintable():
            return given
        if given is None or given == "":
            absent = Problem((*self._place, key), "", absent=True)
            self.problems.append(absent._replace(said=f"lacks {absent.key}"))
            return ""
        return self._refused("", key, "that is no text of one line")

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """An integer between ``least`` and ``most``."""
        given = self._given(key, default)
        text = "" if isinstance(given, bool) else str(given)
        if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) and least <= int(text) <= most:
            return int(text)
        return self._refused(default, key, f"that is no integer from {least} to {most}")

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        given = str(self._given(key, default)).lower()
        if given in ("true", "false"):
            return given == "true"
        return self._refused(default, key, "that is neither true nor false")

    def one_of(self, key: str, default: str, allowed: Sequence[str]) -> str:
        """One of ``allowed``, in any case of letters."""
        given = str(self._given(key, default))
        if given.lower() in allowed:
            return given
        return self._refused(default, key, f"that is none of {', '.join(allowed)}")

    def name(self, key: str, default: str) -> str:
        """The name of an object."""
        given = self._given(key, default)
        if isinstance(given, str) and _NAME.fullmatch(given):
            return given
        return self._refused(default, key, "that is no name of an object")

    def image(self, key: str) -> str:
        """The reference of an image."""
        given = self.text(key)
        if not given or _IMAGE.fullmatch(given):
            return given
        return self._refused("", key, "that is no reference of an image")

    def host(self, key: str) -> str:
        """A host or address, with a port or without."""
        given = self.text(key)
        if not given or _HOST.fullmatch(given):
            return given
        return self._refused("", key, "that is no host, with a port or without")

    def _given(self, key: str, default: object) -> object:
        """As Helm has it: nothing written is the same as no key."""
        given = self.mapping.get(key)
        return default if given is None else given

    def _refused(self, kept: Kept, key: str, problem: str) -> Kept:
        path = (*self._place, key)
        self.problems.append(Problem(path, f"has a {'.'.join(path)} {problem}"))
        return kept
