"""The regular expressions of ldmsd: POSIX's, as far as Python's reads them the same way.

ldmsd compiles with regcomp(3): extended syntax everywhere (`REG_EXTENDED | REG_NOSUB` in ldmsd_updtr.c,
ldmsd_strgp.c, ldmsd_prdcr_listen.c and decomp_flex.c) but for `prdcr_start_regex`, whose deferred form in
ldmsd_config.c is compiled with REG_NOSUB alone, hence basic. All of them search: nothing is anchored.
"""

from __future__ import annotations

import re
import warnings

# POSIX 1003.1 9.3.5: the classes, for text in ASCII.
_CLASSES = {
    "[:alnum:]": "0-9A-Za-z",
    "[:alpha:]": "A-Za-z",
    "[:blank:]": " \\t",
    "[:digit:]": "0-9",
    "[:lower:]": "a-z",
    "[:space:]": "\\s",
    "[:upper:]": "A-Z",
    "[:xdigit:]": "0-9A-Fa-f",
}
# A bracket expression: `]` as its first member is itself a member.
_BRACKETS = re.compile(r"\[\^?\]?(?:\[:[a-z]+:\]|[^\]])*\]")
# Undefined in POSIX, or another thing than in Python: classes by letter, lazy and possessive repetition, `(?`,
# and a brace that begins no bound (regcomp refuses it).
_NOT_EXTENDED = re.compile(r"\\[0-9A-Za-z]|\(\?|[*+?}][?+]|(?<!\\)\{(?![0-9]+(?:,[0-9]*)?\})")
# In the basic syntax these stand for themselves, and with a backslash are extensions of glibc.
_NOT_BASIC = re.compile(r"[|()+?{}]")


def extended(text: str) -> re.Pattern[str] | None:
    """The pattern in Python, or nothing if regcomp refuses it or reads it differently."""
    outside = _BRACKETS.sub("x", text)
    brackets = _BRACKETS.findall(text)
    if not text or _NOT_EXTENDED.search(outside) or any("\\" in one for one in brackets):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # a set in a set, which POSIX does not have
            return re.compile(_BRACKETS.sub(lambda match: _bracket(match[0]), text), re.ASCII)
    except (re.error, FutureWarning):
        return None


def basic(text: str) -> re.Pattern[str] | None:
    """The same for the basic syntax: only what both syntaxes read alike."""
    return None if _NOT_BASIC.search(_BRACKETS.sub("x", text)) else extended(text)


def _bracket(text: str) -> str:
    for name, members in _CLASSES.items():
        text = text.replace(name, members)
    return text
