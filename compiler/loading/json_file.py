"""JSON with the place of every value, which no maintained library gives."""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined] # there, but not in typeshed

from .document import Loaded
from .json_problems import bad_key, bad_number, bad_string, bad_value, missing, trailing_comma
from .text import Source, decode
from .tree import Halt, Tree

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![0-9A-Za-z_.])")
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"(?:true|false|null)(?![0-9A-Za-z_])")
_LONE_SURROGATE = "[\ud800-\udfff]"

MAX_DIGITS = 1000
"""Longest number; far beyond any meaning, and within what Python converts both ways (4,300)."""


def load_json(name: str, data: bytes) -> Loaded:
    """Read one JSON text. Of two equal keys the first wins and the second is reported.

    After a syntax error the document holds what stands before it and is not complete.
    """
    text, refused = decode(name, data)
    if text is None:
        return Loaded(None, refused)
    source = Source(name, text)
    tree = Tree(source)
    try:
        _Scanner(source, tree).scan()
    except Halt as halt:
        tree.found.append(halt.diagnostic)
        return tree.loaded(complete=False)
    return tree.loaded()


class _Scanner:
    """Reads a text from front to back; every step takes an index and returns the next."""

    def __init__(self, source: Source, tree: Tree) -> None:
        self.source = source
        self.text = source.content
        self.tree = tree
        self.fresh = False
        """Whether the innermost object or array has just been opened."""

    def scan(self) -> None:
        at = self.value(self.skip(0))
        while self.tree.open:
            at = self.member(at) if isinstance(self.tree.open[-1].value, dict) else self.item(at)
        at = self.skip(at)
        if at < len(self.text):
            raise Halt(missing(self.source, at, "the end of the file"))

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def item(self, at: int) -> int:
        """One item of the innermost array, with the comma before it; or its end."""
        at = self.skip(at)
        if self.text.startswith("]", at):
            return self.close(at)
        if not self.fresh:
            at = self.comma(at, "]")
        return self.value(at)

    def member(self, at: int) -> int:
        """One key and value of the innermost object, with the comma before it; or its end."""
        at = self.skip(at)
        if self.text.startswith("}", at):
            return self.close(at)
        if not self.fresh:
            at = self.comma(at, "}")
        if not self.text.startswith('"', at):
            raise Halt(bad_key(self.source, at))
        key, end = self.string(at)
        self.tree.key(key, (at, end))
        at = self.skip(end)
        if not self.text.startswith(":", at):
            raise Halt(missing(self.source, at, "`:`"))
        return self.value(self.skip(at + 1))

    def comma(self, at: int, closing: str) -> int:
        """The next value's index, behind the comma at ``at``."""
        if not self.text.startswith(",", at):
            raise Halt(missing(self.source, at, f"a comma or `{closing}`"))
        behind = self.skip(at + 1)
        if self.text.startswith(closing, behind):
            raise Halt(trailing_comma(self.source, at, closing))
        return behind

    def close(self, at: int) -> int:
        self.tree.finish(at + 1)
        self.fresh = False
        return at + 1

    def value(self, at: int) -> int:
        """A whole plain value, or the opening bracket of an object or array."""
        first = self.text[at : at + 1]
        if first in ("{", "["):
            self.tree.begin({} if first == "{" else [], at)
            self.fresh = True
            return at + 1
        value, end = self.string(at) if first == '"' else self.word_or_number(at)
        self.tree.leaf(value, (at, end))
        self.fresh = False
        return end

    def string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1)
        except JSONDecodeError as error:
            raise Halt(bad_string(self.source, at, error.pos)) from None
        if not value.isascii() and re.search(_LONE_SURROGATE, value):
            raise Halt(bad_string(self.source, at, at))
        return value, end

    def word_or_number(self, at: int) -> tuple[object, int]:
        word = _WORD.match(self.text, at)
        if word:
            return _WORDS[word[0]], word.end()
        number = _NUMBER.match(self.text, at)
        if number is None:
            raise Halt(bad_value(self.source, at))
        if number.end() - at > MAX_DIGITS:
            raise Halt(bad_number(self.source, at, number.end(), MAX_DIGITS))
        fraction, exponent = number.groups()
        digits = number[0]
        return (float(digits) if fraction or exponent else int(digits)), number.end()
