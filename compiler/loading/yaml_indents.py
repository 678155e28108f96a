"""Which line of a YAML text is indented wrongly, where its parser stopped at one that fits nothing above it.

The parser stops at the first line that contradicts those before it, and that is often the next right one. What
decides here is the lines around it: the odd one is indented as no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from .text import Source

MAX_LOOK = 1_000
"""Most lines that are looked at above and below the place, so that the work stays small in a file of any size."""

_LINE = re.compile(r"( *)((?:- +)*)(.*)")
_KEY = re.compile(r"""["']?[\w./-]+["']?:(\s|$)""")
_COMMENTED_KEY = re.compile(r"#( ?)([a-z][a-z0-9_]*:)\s*(#.*)?$")


class Related(NamedTuple):
    """Another line that explains a problem: two indices into the text, and what it is."""

    start: int
    end: int
    message: str


class Problem(NamedTuple):
    """A syntax error: two indices into the text, and what to say."""

    start: int
    end: int
    summary: str
    help: str
    related: tuple[Related, ...] = ()


class Line(NamedTuple):
    """A line that holds something; ``text`` begins at ``start``, behind the blanks in front of it."""

    start: int
    text: str
    indent: int
    """Blanks in front of it."""
    inner: int
    """Blanks and dashes in front of its key."""

    @property
    def end(self) -> int:
        """Index just behind its last visible character."""
        return self.start + len(self.text)

    @property
    def item(self) -> bool:
        """Whether it begins with a dash."""
        return self.inner > self.indent

    @property
    def key(self) -> bool:
        """Whether a key stands on it."""
        return _KEY.match(self.text, self.inner - self.indent) is not None

    @property
    def opens(self) -> bool:
        """Whether its value stands on the lines below it."""
        return re.split(r"\s#", self.text, maxsplit=1)[0].rstrip().endswith(":")

    def at(self, level: int) -> bool:
        """Whether it, or the key behind its dash, begins at this level."""
        return level in (self.indent, self.inner)


def line_at(source: Source, index: int) -> Line:
    """The line that holds the character at ``index``."""
    start = source.line_start(index)
    found = _LINE.match(source.content[start : source.line_end(start)])
    blanks, dashes, rest = found.groups() if found else ("", "", "")
    return Line(start + len(blanks), dashes + rest, len(blanks), len(blanks + dashes))


def misplaced(source: Source, at: int) -> Problem | None:
    """What is wrong with the indentation around the line of ``at``, as far as that can be told."""
    here = line_at(source, at)
    commented = _commented_parent(source, here)
    if commented is not None:
        key, line = commented
        number = source.line_number(line.start)
        summary = f"this line is indented below `{key}`, and that is still a comment on line {number}"
        help = f"take the `#` away in front of `{key}` too"
        return Problem(here.start, here.end, summary, help, (Related(line.start, line.end, "still a comment"),))
    above = [one for one in _above(source, here.start) if not one.text.startswith("#")]
    below = [one for one in _below(source, here.start) if not one.text.startswith("#")]
    level, surely = _level(here, above, below)
    beside = [one for one in _of_level(above, level) if one.key or one.item]
    if not beside or not (here.key or here.item) or level == here.indent:
        return None
    odd = _odd(here, beside, above, below, level)
    if odd is None or not (surely or (odd is not here and not here.opens)):
        other = beside[0]
        summary = f"this line is indented by {_blanks(here.indent)}"
        summary += f", and line {source.line_number(other.start)} by {other.indent}"
        related = Related(other.start, other.end, f"indented by {_blanks(other.indent)}")
        return Problem(here.start, here.end, summary, "give each the indentation of the keys beside it", (related,))
    if odd is here:
        return _told(here, level, beside[0])
    return _told(odd, odd.indent + here.indent - level, here)


def _told(odd: Line, wanted: int, beside: Line) -> Problem:
    """``odd`` is the wrong one, since ``beside`` and others are indented otherwise."""
    others = "the lines beside it" if odd.item or beside.item else "the keys beside it"
    if odd.item and not beside.item:
        summary = f"this line is indented by {_blanks(odd.indent)}, and the lines below it fit {wanted}"
    elif wanted == 0:
        summary = f"this line is indented by {_blanks(odd.indent)}, and {others} are not"
    elif odd.indent == 0:
        summary = f"this line is not indented, and {others} are by {_blanks(wanted)}"
    else:
        summary = f"this line is indented by {_blanks(odd.indent)}, and {others} by {wanted}"
    help = (
        f"indent it by {_blanks(wanted)}"
        if wanted
        else f"remove the {'blanks' if odd.indent > 1 else 'blank'} in front of it"
    )
    related = Related(beside.start, beside.end, "a line beside it")
    return Problem(odd.start, odd.end, summary, help, (related,))


def _blanks(count: int) -> str:
    return "1 blank" if count == 1 else f"{count} blanks"


def _level(here: Line, above: Sequence[Line], below: Sequence[Line]) -> tuple[int, bool]:
    """The indentation of the lines that ``here`` was to stand beside, and whether no other is as likely.

    That of ``here`` itself where there are none, or where it fits.
    """
    deeper = list(takewhile(lambda one: one.indent >= here.indent, above))
    parent = above[len(deeper)] if len(deeper) < len(above) else None
    if parent is not None and (parent.item and here.item):
        return parent.indent, True
    if not deeper:
        if parent is None or (parent.opens and not parent.item):
            return here.indent, False
        return (parent.inner if parent.item else parent.indent), True
    level = min(one.indent for one in deeper)
    if parent is None or level == here.indent:
        return level, True
    if here.opens and below and here.indent < below[0].indent <= level:
        # What stands below it has the place of those that it seemed to stand beside.
        others = [one for one in (*above, *below) if one is not parent]
        alone = not all(any(one.at(used) for one in others) for used in (here.indent, parent.indent))
        return (parent.indent, True) if alone or len([*_of_level(deeper, level)]) > 1 else (level, False)
    follows = bool(below) and below[0].at(level)
    nearer = level - here.indent < here.indent - parent.indent
    # A key with a value is hardly one more of those that all have theirs below them.
    unlike = not here.opens and all(one.opens for one in _of_level(above, parent.indent))
    return level, follows or nearer or unlike or here.opens or here.item


def _of_level(lines: Sequence[Line], level: int) -> Iterator[Line]:
    """Those of the lines that stand at the level, up to the one that they stand below."""
    for one in lines:
        if one.at(level):
            yield one
        if one.indent < level:
            return


def _odd(here: Line, beside: Sequence[Line], above: Sequence[Line], below: Sequence[Line], level: int) -> Line | None:
    """Which one is indented as no other: ``here``, or the one that it contradicts; None where both may be."""
    if here.item and below and below[0].indent - level == here.inner - here.indent:
        return here  # what stands below it goes on as if it stood beside the others
    ours, theirs = 1, len(beside)
    for one in below:
        if one.indent < min(here.indent, level):
            break
        if one.at(level):
            theirs += 1
        elif one.at(here.indent) and theirs == len(beside):
            ours += 1
    if ours == theirs == 1:
        ours, theirs = (sum(one.at(wanted) for one in (*above, *below)) for wanted in (here.indent, level))
        # At the left edge keys always may be.
        if ours + 1 == theirs and 0 not in (here.indent, level):
            return None
        return here if ours + 1 < theirs or level == 0 else beside[0]
    if ours == 1:
        return here
    return beside[0] if theirs == 1 else None


def _commented_parent(source: Source, here: Line) -> tuple[str, Line] | None:
    """The key, commented out, that ``here`` stands below; nothing but comments is between them."""
    for one in _above(source, here.start):
        if not one.text.startswith("#"):
            return None
        found = _COMMENTED_KEY.match(one.text)
        if found and one.indent + len(found[1]) < here.indent:
            return found[2], one
    return None


def _above(source: Source, index: int) -> Iterator[Line]:
    """The lines that hold something before that of ``index``, nearest first."""

    def lines() -> Iterator[Line]:
        start = source.line_start(index)
        while start > 0:
            start = source.line_start(start - 1)
            yield line_at(source, start)

    return _content(lines())


def _below(source: Source, index: int) -> Iterator[Line]:
    """The lines that hold something behind that of ``index``."""

    def lines() -> Iterator[Line]:
        start = source.line_below(index)
        while start is not None:
            yield line_at(source, start)
            start = source.line_below(start)

    return _content(lines())


def _content(lines: Iterator[Line]) -> Iterator[Line]:
    """Lines of this document alone."""
    for one in islice(lines, MAX_LOOK):
        if one.indent == 0 and one.text.startswith(("---", "...")):
            return
        if one.text:
            yield one
