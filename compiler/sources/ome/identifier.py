"""`ome_identifier`: a literal prefix, or a regular expression that begins with one."""

from __future__ import annotations

import re
from typing import NamedTuple

_LITERAL = re.compile(r"[A-Za-z0-9._-]{1,238}")  # 249 (Kafka's limit) less the longest suffix, `.auditlogs`
_PIECE = re.compile(
    r"(?P<escape>\\[.\\*+?()\[\]{}|^$-])|(?P<bracket>\[\^?\]?[^\]\\]*\])|(?P<repeat>[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})"
    r"|(?P<group>[()|])|(?P<any>\.)|(?P<plain>[A-Za-z0-9_-])"
)
OWN_TOPICS = ("idrac", "ldms")


class Identifier(NamedTuple):
    """How OME's topics are matched.

    ``prefix`` is what every matching topic begins with: the whole identifier and a dot
    where it is literal, its literal beginning where it is an expression.
    """

    text: str
    literal: bool
    prefix: str


class Mistake(NamedTuple):
    """Why the text cannot be taken, and what to write."""

    summary: str
    help: str


def read_identifier(text: str) -> Identifier | Mistake:
    """Tell a literal identifier from an expression, and both from what Kafka would not take."""
    if _LITERAL.fullmatch(text):
        found: Identifier | Mistake = _literal(text)
    else:
        found = _expression(text)
    if isinstance(found, Mistake):
        return found
    for topic in OWN_TOPICS:
        if topic.startswith(found.prefix):
            return Mistake(f"{text!r} also matches the topic {topic}", "choose a prefix that only OME's topics have")
    return found


def _literal(text: str) -> Identifier | Mistake:
    if text.startswith("__"):
        return Mistake(
            f"{text!r} begins with __, which Kafka keeps for itself", "write the identifier that OME shows, such as ome"
        )
    return Identifier(text, True, f"{text}.")


def _expression(text: str) -> Identifier | Mistake:
    allowed = "use literals, \\., ., [lists], * + ? {m,n}, ( ), | and one leading ^"
    if not text:
        return Mistake("the identifier is empty", "write the identifier that OME shows, such as ome")
    body = text.removeprefix("^")
    beginning, position, open_groups, at_beginning = "", 0, 0, True
    while position < len(body):
        piece = _PIECE.match(body, position)
        if piece is None or body.startswith("(?", position):
            return Mistake(
                f"{body[position : position + 2]!r} is not in the regular expressions that Kafka clients share", allowed
            )
        position = piece.end()
        character = _one_character(piece)
        open_groups += {"(": 1, ")": -1}.get(piece.group(), 0)
        if open_groups < 0 or (piece["repeat"] and _nothing_to_repeat(body, piece.start())):
            return Mistake(f"{text!r} is not a regular expression", allowed)
        if character is None or body[position : position + 1] in ("*", "?", "{", "|"):
            at_beginning = False
        if at_beginning and character is not None:
            beginning += character
    if open_groups:
        return Mistake(f"{text!r} has a group that is never closed", allowed)
    # A bar outside of groups starts another beginning, so none is shared by all.
    if not beginning or _top_level_bar(body):
        return Mistake(
            f"{text!r} has no literal beginning, so it could match any topic", "begin with the fixed part, such as ^ome"
        )
    return Identifier(text, False, beginning)


def _one_character(piece: re.Match[str]) -> str | None:
    if piece["plain"]:
        return piece["plain"]
    return piece["escape"][1] if piece["escape"] else None


def _nothing_to_repeat(body: str, position: int) -> bool:
    return position == 0 or (body[position - 1] in "(|*+?{" and body[position - 2 : position - 1] != "\\")


def _top_level_bar(body: str) -> bool:
    depth, position = 0, 0
    while position < len(body):
        piece = _PIECE.match(body, position)
        if piece is None:
            return False
        position = piece.end()
        depth += {"(": 1, ")": -1}.get(piece.group(), 0)
        if piece.group() == "|" and depth == 0:
            return True
    return False
