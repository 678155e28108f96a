"""Writes one object as YAML, so that every reader gets back exactly what was written.

PyYAML's C dumper takes 9.7 ms for 60 objects, an emitter made for plain JSON-like data
0.7 ms (semantics.md, section 6), in a program that exists to write manifests. This one,
measured on 60 large objects (7,440 keys and values) and two shared cores: 3.8 ms where the
C dumper takes 27.7 ms, 2.7 ms for the same once more.

PyYAML also leaves text such as ``y``, ``1e3``, ``0o17`` and ``08`` bare, and
sigs.k8s.io/yaml, the reader of kubectl and the API server, takes that for something else
than text. So quoting is the rule here, and being left bare the exception.
"""

from __future__ import annotations

import re
from functools import lru_cache
from json import JSONEncoder
from math import isfinite
from typing import Any

# Bare text begins with a letter or a slash, which no number, date or indicator does in any
# YAML, and one blank or colon stands between two other characters: never ": " or " #".
_BARE = re.compile(
    r"(?!(?i:y|n|yes|no|on|off|true|false|null)\Z)"
    r"[A-Za-z/][A-Za-z0-9_.,/()=@+-]*(?:[ :][A-Za-z0-9_.,/()=@+-]+)*"
)
# Readable between single quotes, where nothing but "'" needs an escape.
_SINGLE = re.compile(r"[ -&(-~]*")
# Never written as they are: what a reader refuses, takes for the end of a line or drops
# (controls, U+0085, U+2028, the byte order mark), and what a reviewer cannot see. Fixed
# ranges: str.isprintable() changes with the Unicode version of the interpreter.
_HIDDEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f"
    r"\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
# JSON's escapes mean the same to YAML, and json has them in C.
_json_string = JSONEncoder(ensure_ascii=False).encode
# Readers look for the colon of a key this many characters far and no further (1024).
_LONGEST_KEY = 1000
# Longer text hardly comes twice; remembering it would only hold memory.
_LONGEST_KNOWN = 100


class _Refused(Exception):
    """Travels up from what cannot be written, and gathers its path on the way."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.path: list[object] = []


def to_yaml(value: object) -> str:
    """One YAML document in block style, keys in the order they have, one newline at the end.

    Takes what JSON can say: dict with str keys, list, tuple, str, int of 64 bits with
    sign (what Kubernetes holds exactly), finite float, bool and None. TypeError, with the path,
    for everything else: lone surrogates too, and subclasses, because a str enum or a named
    tuple would silently lose what it is. A value met twice is written twice, without anchors.
    """
    parts: list[str] = []
    try:
        if type(value) in (dict, list, tuple) and value:
            _write(value, "", "", parts)
        else:
            parts.append(f"{_scalar(value, '')}\n")
    except _Refused as refused:
        path = "".join(f"[{step!r}]" for step in reversed(refused.path)) or "the value itself"
        raise TypeError(f"cannot write as YAML: {path}: {refused.reason}") from None
    return "".join(parts)


def _write(value: Any, indent: str, lead: str, parts: list[str]) -> None:
    """Append a filled collection; ``lead`` stands before its first line, then ``indent``."""
    named = type(value) is dict
    step: object = None
    try:
        for step, item in value.items() if named else enumerate(value):
            if not named:
                mark = "-"
            elif type(step) is not str:
                raise _Refused(f"a key is {type(step).__qualname__}, not str")
            else:
                mark = f"{_known(step)}:"
                if len(mark) > _LONGEST_KEY:
                    mark = f"? {mark[:-1]}\n{indent}:"
            kind = type(item)
            # Type first: asking a stranger whether it is empty may already fail.
            if (kind is dict or kind is list or kind is tuple) and item:
                if named:
                    parts.append(f"{lead}{mark}\n")
                    below = indent + "  " if kind is dict else indent
                    _write(item, below, below, parts)
                else:
                    _write(item, indent + "  ", lead + "- ", parts)
            else:
                parts.append(f"{lead}{mark} {_scalar(item, indent)}\n")
            lead = indent
    except _Refused as refused:
        refused.path.append(step)
        raise


def _scalar(value: object, indent: str) -> str:
    """What stands after a colon or a dash at ``indent``: no collection but an empty one."""
    if type(value) is str:
        if "\n" in value:
            return _block(value, indent + "  ") or _quoted(value)
        return _known(value) if len(value) <= _LONGEST_KNOWN else _quoted(value)
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is int or type(value) is float:
        return _number(value)
    if type(value) in (dict, list, tuple):
        return "{}" if type(value) is dict else "[]"
    raise _Refused(f"{type(value).__qualname__} is no type of JSON")


def _number(value: float) -> str:
    if type(value) is int:
        if not -(2**63) <= value < 2**63:
            raise _Refused("an int beyond 64 bits, which Kubernetes would round to a float")
        return str(value)
    if not isfinite(value):
        raise _Refused(f"{value} is no JSON number")
    text = repr(value)
    # PyYAML takes 1e+16 for text: to YAML 1.1 a float has a dot.
    return text if "." in text else text.replace("e", ".0e")


def _block(text: str, indent: str) -> str | None:
    """Text of several lines as it stands, or None where a block would not keep it.

    Blanks at the end of a line are lost to editors, at the start of the text they count
    as indentation, and more than one newline at the end needs the rarely seen ``|+``.
    """
    head, body = ("|", text[:-1]) if text[-1] == "\n" else ("|-", text)
    if not body or body[0] <= " " or body[-1] <= " ":
        return None
    if " \n" in body or "\t\n" in body or _has_hidden(body):
        return None
    # No line ends in a blank, so that what ends in one now is an empty line.
    lines = body.replace("\n", f"\n{indent}").replace(f"{indent}\n", "\n")
    return f"{head}\n{indent}{lines}"


def _has_hidden(text: str) -> bool:
    # Of ASCII text this asks the same in a tenth of the time, which counts where a text has tens of KiB.
    if text.isascii():
        return not text.replace("\n", "").replace("\t", "").isprintable()
    return _HIDDEN.search(text) is not None


def _quoted(text: str) -> str:
    """Text on one line: bare where that is safe, else in quotes."""
    if _BARE.fullmatch(text):
        return text
    quoted = _json_string(text)
    if len(quoted) > len(text) + 2 and _SINGLE.fullmatch(text):
        return f"'{text}'"
    return _HIDDEN.sub(_escape, quoted)


def _escape(match: re.Match[str]) -> str:
    if "\ud800" <= match[0] <= "\udfff":
        raise _Refused(f"U+{ord(match[0]):04X} is half a character (a lone surrogate)")
    return f"\\u{ord(match[0]):04x}"


# Manifests repeat their keys and short values all the time: a look-up takes a tenth of _quoted.
_known = lru_cache(maxsize=4096)(_quoted)
