"""The last hand that is laid on a diagnostic: what a file holds is bent to what a message may be.

A rule names the user's own value, which may be as long as the file, hold line breaks and the
escape sequences of terminals, or a password.
"""

from __future__ import annotations

from .diagnostic import Diagnostic
from .masking import masked

LONGEST_SUMMARY = 300
"""In characters; two lines of a wide terminal."""

LONGEST_HELP = 1000
"""In characters; the longest list of known keys has 500."""


def told(diagnostic: Diagnostic) -> Diagnostic:
    """The same with texts that are one printable line each, not endless, and without a secret."""
    return diagnostic._replace(
        summary=_line(diagnostic.summary, LONGEST_SUMMARY),
        help=_line(diagnostic.help, LONGEST_HELP),
        related=tuple(one._replace(message=_line(one.message, LONGEST_SUMMARY)) for one in diagnostic.related),
    )


def visible(text: str) -> str:
    """A text in one line, with escapes for what a terminal does not print."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else _escape(ord(one)) for one in text)


def cut(text: str, longest: int = LONGEST_SUMMARY) -> str:
    """A text of at most ``longest`` characters; the beginning and the end say most."""
    if len(text) <= longest:
        return text
    half = (longest - len(_GAP)) // 2
    return f"{text[:half]}{_GAP}{text[-half:]}"


_GAP = " ... "


def _line(text: str, longest: int) -> str:
    # A first cut, far behind the last one, so that nothing is masked that is not shown.
    return cut(visible(masked(cut(text, 20 * longest))), longest)


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
