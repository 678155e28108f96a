"""A file that has been read: plain values, and where each of them stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Span

Path: TypeAlias = tuple[str | int, ...]


class Place(NamedTuple):
    """Where one value stands, and the key in front of it where it has one."""

    value: Span
    key: Span | None
    children: Mapping[str | int, Place]


class Document(NamedTuple):
    """The value of one file beside a tree of places of the same shape.

    ``complete`` is False where something could not be read, as after a syntax error:
    ``value`` holds the rest, so that nothing can be said about what is missing.
    """

    value: object
    root: Place
    complete: bool = True

    def value_span(self, path: Sequence[str | int]) -> Span:
        """Where the value at ``path`` stands, or its nearest ancestor that exists."""
        return self._place(path).value

    def key_span(self, path: Sequence[str | int]) -> Span:
        """Where the key of ``path`` stands; an item of a list has its value's place."""
        place = self._place(path)
        return place.key or place.value

    def has(self, path: Sequence[str | int]) -> bool:
        """Whether something stands at ``path``, were it only a key without a value."""
        place = self.root
        for step in path:
            if step not in place.children:
                return False
            place = place.children[step]
        return True

    def _place(self, path: Sequence[str | int]) -> Place:
        place = self.root
        for step in path:
            below = place.children.get(step)
            if below is None:
                break
            place = below
        return place


class Unknown:
    """Stands where a value has a tag that nobody here understands: told already, and nothing of it can be judged."""


UNKNOWN = Unknown()


class Loaded(NamedTuple):
    """What came of reading one file: a document where there is one, and its mistakes."""

    document: Document | None
    diagnostics: tuple[Diagnostic, ...]


NOWHERE = Place(START_OF_FILE, None, {})
