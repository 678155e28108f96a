"""The walk over a YAML parser's events, which never unfolds more than it has counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import yaml
from yaml import events

from .document import UNKNOWN
from .text import Source
from .tree import Collection, Grown, Halt, Tree
from .yaml_scalars import (
    MAPPING_TAGS,
    SCALAR_TAGS,
    SEQUENCE_TAGS,
    Loader,
    Unreadable,
    kind_of,
    scalar_value,
)

_TAG = re.compile(r"(?:&\S+\s+)?(!\S*)")
_REST_IS_COMMENT = re.compile(r"(?:\s|#[^\n]*)*\Z")
_QUOTES = ("'", '"')


class _Anchor(NamedTuple):
    """What an anchor names; nothing yet while that is still being read."""

    grown: Grown | None
    place: tuple[int, int]


class _Begun(NamedTuple):
    """What has to be known again at the end of a mapping or list."""

    anchor: str | None
    place: tuple[int, int]
    flow: bool
    known: bool


def loader_of(text: str) -> Loader:
    """The parser of libyaml, or the pure Python one where PyYAML came without it."""
    kind = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loader: Loader = kind(text)
    return loader


class EventWalk:
    """Grows ``tree`` from the events of a text: the whole of its source, or a front cut off it."""

    def __init__(self, tree: Tree, text: str, *, cut: bool = False) -> None:
        self.tree = tree
        self.source: Source = tree.source
        self.text = text
        self.cut = cut
        self.documents = 0
        self.long_quote: tuple[int, int] | None = None
        """The last quoted scalar of several lines: after a syntax error, a suspect."""
        self._anchors: dict[str, _Anchor] = {}
        self._begun: list[_Begun] = []

    def run(self) -> yaml.MarkedYAMLError | None:
        """Walk to the end, or to the syntax error that is returned.

        Raises `Halt` at a mistake behind which nothing is worth reading.
        """
        steps: dict[type, Callable[[Any], None]] = {
            events.ScalarEvent: self._scalar,
            events.AliasEvent: self._alias,
            events.MappingStartEvent: self._mapping,
            events.SequenceStartEvent: self._sequence,
            events.MappingEndEvent: self._end,
            events.SequenceEndEvent: self._end,
            events.DocumentStartEvent: self._document,
        }
        try:
            self._loader = loader_of(self.text)
            while event := self._loader.get_event():
                step = steps.get(type(event))
                if step:
                    step(event)
        except yaml.MarkedYAMLError as error:
            return error
        except (yaml.YAMLError, ValueError) as error:
            # The pure Python parser fails so at escapes beyond U+10FFFF, and gives no place.
            end = len(self.text)
            mark = yaml.Mark("", end, 0, 0, None, 0)
            return yaml.MarkedYAMLError(problem=str(error), problem_mark=mark)
        return None

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents == 2:
            place = (event.start_mark.index, event.end_mark.index)
            help = "keep one document in the file: remove the `---` and join what belongs together"
            summary = "a second document starts here"
            raise Halt(self.source.error("several-documents", place, summary, help))

    def _scalar(self, event: events.ScalarEvent) -> None:
        place = self._place_of(event)
        if event.tag not in SCALAR_TAGS:
            self._foreign_tag(place)
        if self.tree.awaits_key:
            self._key(event, place)
            return
        value = scalar_value(self._loader, event) if event.tag in SCALAR_TAGS else UNKNOWN
        if place[0] == place[1] and not self._stands_for_null(place[0]):
            self.tree.lose(place)
            return
        self._leaf(value, place)
        self._name(event.anchor, value, place)

    def _stands_for_null(self, at: int) -> bool:
        """Whether the nothing at ``at`` is a value: not in an empty file, nor where the text is cut."""
        return bool(self.tree.open) and not (self.cut and _REST_IS_COMMENT.match(self.text, at))

    def _leaf(self, value: object, place: tuple[int, int]) -> None:
        if isinstance(value, Unreadable):
            self._error("yaml-syntax", place, *value)
            self.tree.lose(place)
        else:
            self.tree.leaf(value, place)

    def _key(self, event: events.ScalarEvent, place: tuple[int, int]) -> None:
        if event.value == "<<" and not event.style and event.tag is None:
            self.tree.merge_key(place)
            return
        value = scalar_value(self._loader, event)
        self._name(event.anchor, value, place)
        self._key_value(value, event.value, place)

    def _key_value(self, value: object, written: str, place: tuple[int, int]) -> None:
        if isinstance(value, str):
            self.tree.key(value, place)
            return
        self.tree.lost_key(place)
        if isinstance(value, Unreadable):
            self._error("yaml-syntax", place, *value)
        elif written:
            summary = f"the key `{written}` is {kind_of(value)}, not text"
            self._error("non-string-key", place, summary, f'put it in quotes: "{written}"')
        else:
            self._error("non-string-key", place, "there is no key before the colon", "write the key")

    def _alias(self, event: events.AliasEvent) -> None:
        place = self._place_of(event)
        name = event.anchor or ""
        anchor = self._anchors.get(name)
        if anchor is None:
            summary = f"`*{name}` stands for nothing: no `&{name}` is before it"
            help = f"write `&{name}` before the value that is meant; put text that starts with `*` in quotes"
            self._error("yaml-syntax", place, summary, help)
        elif anchor.grown is None:
            summary = f"`*{name}` stands for a value that it is itself part of"
            self._error("alias-cycle", place, summary, "write the value out, or name another one")
        if anchor is None or anchor.grown is None:
            self.tree.lose(place)
        elif not self.tree.awaits_key:
            self.tree.graft(anchor.grown, place)
        elif isinstance(anchor.grown.value, dict | list):
            self._collection_key(place)
            self.tree.lost_key(place)
        else:
            self._key_value(anchor.grown.value, f"*{name}", place)

    def _mapping(self, event: Any) -> None:
        place = self._place_of(event)
        if event.tag not in MAPPING_TAGS:
            self._foreign_tag(place)
        if self.tree.awaits_key:
            if event.flow_style and self.text[place[0] - 1 : place[0] + 1] == "{{":
                from .yaml_problems import TEMPLATE

                raise yaml.MarkedYAMLError(problem=TEMPLATE, problem_mark=event.end_mark)
            self._collection_key(place)
        self._begin({}, event, place, known=event.tag in MAPPING_TAGS)

    def _sequence(self, event: events.SequenceStartEvent) -> None:
        place = self._place_of(event)
        if event.tag not in SEQUENCE_TAGS:
            self._foreign_tag(place)
        if self.tree.awaits_key:
            self._collection_key(place)
        self._begin([], event, place, known=event.tag in SEQUENCE_TAGS)

    def _begin(
        self,
        value: Collection,
        event: events.CollectionStartEvent,
        place: tuple[int, int],
        *,
        known: bool,
    ) -> None:
        self.tree.begin(value, place[0])
        self._begun.append(_Begun(event.anchor, place, bool(event.flow_style), known))
        if event.anchor:
            self._check_anchor(event.anchor, place)
            self._anchors[event.anchor] = _Anchor(None, place)

    def _end(self, event: Any) -> None:
        begun = self._begun.pop()
        # A block ends where the next one starts, lines below its last value.
        grown = self.tree.finish(event.end_mark.index if begun.flow else None, known=begun.known)
        if begun.anchor:
            self._anchors[begun.anchor] = _Anchor(grown, begun.place)

    def _name(self, anchor: str | None, value: object, place: tuple[int, int]) -> None:
        if anchor:
            self._check_anchor(anchor, place)
            self._anchors[anchor] = _Anchor(Grown(value, {}, 0, 1), place)

    def _check_anchor(self, name: str, place: tuple[int, int]) -> None:
        first = self._anchors.get(name)
        if first:
            line = self.source.line_number(first.place[0])
            summary = f"the anchor `&{name}` is given twice, first on line {line}"
            self._error("yaml-syntax", place, summary, "give one of them another name")

    def _place_of(self, event: Any) -> tuple[int, int]:
        start, end = event.start_mark.index, event.end_mark.index
        style = getattr(event, "style", None)
        if style in _QUOTES:
            if "\n" in self.text[start:end]:
                self.long_quote = (start, end)
        elif style:
            end = self.source.line_end(start)
        return start, end

    def _foreign_tag(self, place: tuple[int, int]) -> None:
        found = _TAG.match(self.text, place[0])
        start, end = found.span(1) if found else place
        help = "remove the tag and write the plain value"
        if self.text.startswith("!vault", start):
            help = "encrypted values cannot be read here; write the plain value, or the name of what holds it"
        self._error("custom-tag", (start, end), f"the tag `{self.text[start:end]}` is not understood", help)

    def _collection_key(self, place: tuple[int, int]) -> None:
        self._error("non-string-key", place, "a list or a mapping cannot be a key", "write text as the key")

    def _error(self, code: str, place: tuple[int, int], summary: str, help: str) -> None:
        self.tree.found.append(self.source.error(code, place, summary, help))
