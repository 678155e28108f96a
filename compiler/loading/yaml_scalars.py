"""What a YAML scalar stands for, by the rules of PyYAML's SafeLoader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import yaml
from yaml.events import ScalarEvent
from yaml.nodes import ScalarNode

Loader: TypeAlias = "yaml.CSafeLoader | yaml.SafeLoader"

_STANDARD = "tag:yaml.org,2002:"
_STRING = _STANDARD + "str"
_PLAIN = {
    _STANDARD + "bool": "a boolean",
    _STANDARD + "int": "a number",
    _STANDARD + "float": "a number",
    _STANDARD + "null": "null",
    _STANDARD + "timestamp": "a date",
}
_LONE_SURROGATE = "[\ud800-\udfff]"

SCALAR_TAGS = frozenset({None, "!", _STRING, *_PLAIN})
"""Tags that a scalar may have; those of sets, pairs and bytes stand for nothing here."""

MAPPING_TAGS = frozenset({None, "!", _STANDARD + "map"})
SEQUENCE_TAGS = frozenset({None, "!", _STANDARD + "seq"})

MAX_DIGITS = 1000
"""Longest number; far beyond any meaning, and within what Python converts both ways (4,300)."""


class Unreadable(NamedTuple):
    """Why a scalar has no value."""

    summary: str
    help: str


def scalar_value(loader: Loader, event: ScalarEvent) -> object:
    """The plain value of a scalar, or `Unreadable`; a tag that is not ours is left aside."""
    tag = event.tag
    if tag is None or tag == "!" or tag not in SCALAR_TAGS:
        if event.style:
            return _text(event.value)
        resolve: Callable[[type, str, tuple[bool, bool]], str] = loader.resolve
        tag = resolve(ScalarNode, event.value, (True, False))
    # `=` and a `<<` that is no key resolve to tags that no value can be made of.
    if tag == _STRING or tag not in _PLAIN:
        return _text(event.value)
    if len(event.value) > MAX_DIGITS:
        summary = f"this number has more than {MAX_DIGITS:,} digits"
        return Unreadable(summary, "put it in quotes if it is text")
    try:
        value: object = loader.yaml_constructors[tag](loader, ScalarNode(tag, event.value))
    except (ValueError, LookupError, AttributeError, OverflowError):
        return Unreadable(f"`{event.value}` cannot be read as {_PLAIN[tag]}", _quoted(event.value))
    return value


def kind_of(value: object) -> str:
    """What a scalar other than text is, for a sentence."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "a boolean"
    return "a number" if isinstance(value, int | float) else "a date"


def _text(value: str) -> object:
    # Only the pure Python parser lets these through; they could not be written as UTF-8.
    if not value.isascii() and re.search(_LONE_SURROGATE, value):
        return Unreadable("the text holds half of a `\\u` pair", "write the character itself")
    return value


def _quoted(value: str) -> str:
    return f'write "{value}" if it is text' if value else "write a value"
