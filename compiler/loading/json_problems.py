"""What is wrong with a JSON text at one place, in the user's words."""

from __future__ import annotations

import re

from ..diagnostics.diagnostic import Diagnostic
from .text import Source

_WORD = re.compile(r"[^\s,:{}\[\]\"']+")
_BARE_KEY = re.compile(r"[A-Za-z_$][\w$-]*(?=\s*:)")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*')
_CURLY = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b"
_OTHER_SPELLINGS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


def _problem(source: Source, start: int, end: int, summary: str, help: str = "") -> Diagnostic:
    return source.error("json-syntax", (start, end), summary, help)


def missing(source: Source, at: int, wanted: str) -> Diagnostic:
    """``wanted`` is missing: behind the text before ``at``, unless something at ``at`` explains it."""
    known = _known(source, at)
    if known:
        return known
    if wanted == "the end of the file":
        summary = "there is text behind the end of the JSON value"
        help = "remove it, or check the brackets before it"
        return _problem(source, at, source.line_end(at), summary, help)
    if at >= len(source.content):
        return _ended(source, f"{wanted} is missing", "close every bracket that is open")
    behind = len(source.content[:at].rstrip())
    start, end = (at, at + 1) if source.line_number(behind) == source.line_number(at) else (behind, behind)
    return _problem(source, start, end, f"{wanted} is missing here", f"add {wanted}")


def bad_key(source: Source, at: int) -> Diagnostic:
    """Something other than a string stands in the place of a key."""
    known = _known(source, at)
    if known:
        return known
    bare = _BARE_KEY.match(source.content, at)
    if bare:
        summary = f"the key `{bare[0]}` is not in quotes"
        return _problem(source, at, bare.end(), summary, f'write "{bare[0]}"')
    if at >= len(source.content):
        return _ended(source, "a key or `}` is missing", "close every bracket that is open")
    found = source.content[at]
    return _problem(source, at, at + 1, f"a key in double quotes is missing before `{found}`", "add the key")


def bad_value(source: Source, at: int) -> Diagnostic:
    """Something that is no value stands in the place of one."""
    known = _known(source, at)
    if known:
        return known
    if at >= len(source.content):
        return _ended(source, "a value is missing", "add it, and close every bracket that is open")
    word = _WORD.match(source.content, at)
    if word is None:
        found = source.content[at]
        return _problem(source, at, at + 1, f"a value is missing before `{found}`", "add the value")
    return _problem(source, at, word.end(), *_bad_word(_shortened(word[0])))


def trailing_comma(source: Source, at: int, closing: str) -> Diagnostic:
    """A comma with nothing behind it but the closing bracket."""
    summary = f"there is a comma before the closing `{closing}`"
    return _problem(source, at, at + 1, summary, "remove the comma")


def bad_number(source: Source, start: int, end: int, most: int) -> Diagnostic:
    """A number too long to mean anything."""
    summary = f"this number has more than {most:,} digits"
    return _problem(source, start, end, summary, "put it in quotes if it is text")


def bad_string(source: Source, start: int, reported: int) -> Diagnostic:
    """The string that starts at ``start`` cannot be read.

    ``reported`` is what the standard library blames, needed only where our own look
    finds nothing, as with half of a surrogate pair.
    """
    found = _STRING.match(source.content, start)
    at = found.end() if found else reported
    rest = source.content[at : at + 2]
    if rest.startswith("\\") and len(rest) == 2:
        help = "write `\\\\` for a backslash; `\\u` takes four hexadecimal digits"
        return _problem(source, at, at + 2, f"`{rest}` is no escape of JSON", help)
    if rest[:1] == "\t" or (rest[:1] and rest[0] < " " and rest[0] not in "\r\n"):
        summary = f"a string holds the control character U+{ord(rest[0]):04X}"
        return _problem(source, at, at + 1, summary, f"write it as `\\u{ord(rest[0]):04x}`")
    if rest.startswith('"'):
        help = "a character beyond U+FFFF is written as two such escapes"
        return _problem(source, start, at + 1, "a string holds half of a `\\u` pair", help)
    end = source.line_end(start)
    return _problem(source, start, end, "this quote is not closed on its line", 'add the closing `"`')


def _known(source: Source, at: int) -> Diagnostic | None:
    """A comment, a single quote or a curly one, which are mistakes wherever they stand."""
    rest = source.content[at : at + 2]
    if rest.startswith("#") or rest in ("//", "/*"):
        summary = "JSON has no comments"
        return _problem(source, at, source.line_end(at), summary, "remove the comment")
    if rest.startswith("'"):
        summary = "JSON takes double quotes only"
        return _problem(source, at, at + 1, summary, "write `\"` for every `'` around a key or a value")
    if rest[:1] in _CURLY and rest:
        summary = f"JSON takes straight quotes only, and this is a curly one (U+{ord(rest[0]):04X})"
        return _problem(source, at, at + 1, summary, 'write `"` for every curly quote around a key or a value')
    return None


def _ended(source: Source, summary: str, help: str) -> Diagnostic:
    end = len(source.content.rstrip())
    return _problem(source, end, end, f"the file ends too early: {summary}", help)


def _bad_word(word: str) -> tuple[str, str]:
    if word in _OTHER_SPELLINGS:
        return f"`{word}` is no value of JSON", f"write `{_OTHER_SPELLINGS[word]}`"
    if word.lstrip("+-") in ("NaN", "Infinity"):
        return f"`{word}` is no number of JSON", "write a finite number"
    if word[0].isdigit() or word[0] in "+-.":
        return f"`{word}` is no number of JSON", "write digits as in 10 or 0.5, or put text in double quotes"
    return f"the text `{word}` is not in quotes", f'write "{word}"'


def _shortened(word: str) -> str:
    return word if len(word) <= 40 else word[:39] + "…"
