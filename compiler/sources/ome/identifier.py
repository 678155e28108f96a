"""`ome_identifier`: a literal prefix, or a regular expression that begins with one."""

import re
from typing import NamedTuple

LONGEST = 238
"""Characters of a prefix: Kafka's 249 less the longest suffix, `.auditlogs`."""
LONGEST_TEXT = 1000
"""Characters of an expression: more than any that somebody has written, and few enough to be read at once."""
_LITERAL = re.compile(r"[A-Za-z0-9._-]+")
_PIECE = re.compile(
    r"(?P<escape>\\[.\\*+?()\[\]{}|^$-])|(?P<bracket>\[\^?\]?[^\[\]\\]*\])|(?P<repeat>[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})"
    r"|(?P<group>[()|])|(?P<any>\.)|(?P<plain>[A-Za-z0-9_-])"
)
_ALLOWED = "use literals, \\., ., [lists], * + ? {m,n}, ( ), | and one leading ^"
OWN_TOPICS = ("idrac", "ldms")
INTERNAL_TOPIC = "__consumer_offsets"


METRIC_TOPICS = ("telemetry", "inventory", "health")
LOG_TOPICS = ("event", "alerts", "auditlogs", "logs")
"""The ends of the topics that OME writes, by channel."""


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
    if not text:
        return Mistake("the identifier is empty", "write the identifier that OME shows, such as ome")
    if len(text) > LONGEST_TEXT:
        return Mistake(f"the identifier has {len(text)} characters", f"write at most {LONGEST} characters")
    found = Identifier(text, True, f"{text}.") if _LITERAL.fullmatch(text) else _expression(text)
    if isinstance(found, Mistake):
        return found
    if found.prefix.startswith("__") or INTERNAL_TOPIC.startswith(found.prefix):
        return Mistake(f"{text!r} begins as Kafka's own topics do", "write the identifier that OME shows, such as ome")
    if len(found.prefix) > LONGEST + found.literal:
        return Mistake(
            f"the identifier has {len(text)} characters, more than the name of a topic can begin with",
            f"write at most {LONGEST} characters",
        )
    for topic in OWN_TOPICS:
        if topic.startswith(found.prefix):
            return Mistake(
                f"{text!r} begins with {found.prefix!r}, as the topic {topic} does",
                "choose a prefix that only OME's topics have, such as ome",
            )
    return found


_ANCHORS = {
    "^": Mistake("the identifier has a ^ that is not at its beginning", "leave that ^ out"),
    "$": Mistake("the identifier has a $, and OME's own words follow it in the name of every topic", "leave the $ out"),
}


def subscription(identifier: Identifier) -> str:
    """What a Kafka client subscribes to for an expression: a text that begins with ``^`` is one to it.

    Nothing anchors the end: without that, the expression holds for what topics begin with.
    """
    return f"^{identifier.text.removeprefix('^')}"


def _expression(text: str) -> Identifier | Mistake:
    pieces = _pieces(text.removeprefix("^"))
    if isinstance(pieces, Mistake):
        return pieces
    wrong = _misplaced(pieces)
    if wrong:
        return Mistake(f"{text!r} {wrong}", _ALLOWED)
    if "$" in text:
        return Mistake(f"{text!r} has a $, which the name of a topic never has", "leave it out")
    beginning = _beginning(pieces)
    if not beginning:
        return Mistake(
            f"{text!r} has no literal beginning, so it could match any topic", "begin with the fixed part, such as ^ome"
        )
    return Identifier(text, False, beginning)


def _pieces(body: str) -> list[re.Match[str]] | Mistake:
    found: list[re.Match[str]] = []
    position = 0
    while position < len(body):
        piece = _PIECE.match(body, position)
        if body[position].isspace():
            return Mistake(f"{body!r} has a blank, and no name of a topic has one", "write it without the blank")
        if piece is None and body[position] in _ANCHORS:
            return _ANCHORS[body[position]]
        if piece is None or body.startswith("(?", position):
            said = body[position : position + 2]
            return Mistake(f"'{said}' is not in the regular expressions that Kafka clients share", _ALLOWED)
        found.append(piece)
        position = piece.end()
    return found


def _misplaced(pieces: list[re.Match[str]]) -> str:
    """What keeps the pieces from being an expression, or nothing."""
    depth, before = 0, "|"
    for piece in pieces:
        text, after_nothing = piece.group(), before in ("(", "|")
        depth += {"(": 1, ")": -1}.get(text, 0)
        if depth < 0:
            return "closes a group that is not open"
        if piece["repeat"] and (after_nothing or before == "repeat"):
            return f"has nothing before {text} that could be repeated"
        if text in (")", "|") and after_nothing:
            return f"has nothing before {text}"
        if _backwards(piece):
            return f"has {text}, which goes backwards"
        before = "repeat" if piece["repeat"] else text if piece["group"] else ""
    if depth:
        return "has a group that is never closed"
    return "ends with |" if before == "|" else ""


def _backwards(piece: re.Match[str]) -> bool:
    """Whether a range such as ``[z-a]`` or ``{9,2}`` ends before it begins."""
    if piece["bracket"]:
        inner = piece.group()[1:-1].removeprefix("^")
        return any(one == "-" and inner[at] > inner[at + 2] for at, one in enumerate(inner[1:-1]))
    least, comma, most = (piece["repeat"] or "").strip("{}").partition(",")
    return bool(comma and most) and int(least) > int(most)


def _beginning(pieces: list[re.Match[str]]) -> str:
    """The characters that every match begins with."""
    depth, found, open_end = 0, "", True
    following = [*(piece.group() for piece in pieces[1:]), ""]
    for piece, after in zip(pieces, following, strict=True):
        depth += {"(": 1, ")": -1}.get(piece.group(), 0)
        # A bar outside of groups starts another beginning, so none is shared by all.
        if piece.group() == "|" and depth == 0:
            return ""
        character = piece["plain"] or (piece["escape"] or "")[1:]
        open_end = open_end and bool(character) and not after.startswith(("*", "?", "{"))
        found += character if open_end else ""
    return found
