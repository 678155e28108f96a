"""What is wrong with a YAML text where its parser stopped, in the user's words.

The parser says where it stopped and which rule it was following; what the user did is
mostly told by the text around that place, so that is what decides here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import yaml

from .text import Source
from .yaml_indents import Problem, line_at, misplaced


class Stop(NamedTuple):
    """Where a parser stopped: the two indices that it names, and its rule."""

    source: Source
    at: int
    """Where it could not go on."""
    since: int
    """Where the thing began that it was reading; equal to ``at`` where it names none."""
    long_quote: tuple[int, int] | None

    @property
    def line(self) -> str:
        """The line of ``at``."""
        start = self.source.line_start(self.at)
        return self.source.content[start : self.source.line_end(start)]

    @property
    def before(self) -> str:
        """What stands before ``at`` on its line."""
        return self.source.content[self.source.line_start(self.at) : self.at]

    def character(self, summary: str, help: str) -> Problem:
        """A problem of the one character at ``at``."""
        return Problem(self.at, self.at + 1, summary, help)

    def rest(self, start: int, summary: str, help: str) -> Problem:
        """A problem from ``start`` to the end of its line."""
        return Problem(start, self.source.line_end(start), summary, help)


TEMPLATE = "a template's braces"
"""The problem that the walk over the events raises itself, just behind `{{`."""

_TEMPLATE = re.compile(r"(?:^|[:,\[-]) *(\{[{%])")
_LONGEST = 60
"""Longest line that is told with its blank put in, in characters."""
_QUOTE_TEXT = "put the whole value in quotes if it is text"
_TEMPLATE_HELP = "write the value itself: templates are not filled in here; put it in quotes if it is text"


def explain(source: Source, error: yaml.MarkedYAMLError, long_quote: tuple[int, int] | None) -> Problem:
    """The mistake behind a parser's error.

    ``long_quote`` is the last quoted value that went over several lines, if there is one:
    when the parser stumbles right behind it, a closing quote is missing before.
    """
    size = len(source.content)
    at = min(error.problem_mark.index, size) if error.problem_mark else size
    since = min(error.context_mark.index, at) if error.context_mark else at
    stop = Stop(source, at, since, long_quote)
    template = _TEMPLATE.search(stop.before + source.content[at : at + 1])
    if template:
        start = source.line_start(at) + template.start(1)
        return stop.rest(start, "a value cannot start with `{{` or `{%`", _TEMPLATE_HELP)
    words = f"{error.context or ''}: {error.problem or ''}"
    for pattern, rule in _RULES:
        if pattern.search(words):
            return rule(stop)
    help = "check brackets, quotes and indentation before it"
    return stop.rest(at, "the text cannot be read from here on", help)


def _template(stop: Stop) -> Problem:
    start = stop.at - 2
    return stop.rest(start, "a value cannot start with `{{` or `{%`", _TEMPLATE_HELP)


def _unstartable(stop: Stop) -> Problem:
    found = stop.source.content[stop.at : stop.at + 1]
    if found == "\t":
        return _tab(stop)
    sign = "a backtick" if found == "`" else f"`{found}`"
    return stop.character(f"a value cannot start with {sign}", _QUOTE_TEXT)


def _tab(stop: Stop) -> Problem:
    return stop.character("a tab is used for indentation", "indent with spaces")


def _no_colon(stop: Stop) -> Problem:
    return _line_without_colon(stop, stop.since)


def _line_without_colon(stop: Stop, start: int) -> Problem:
    text = stop.source.content[start : stop.source.line_end(start)]
    help = "write `key: value`, or indent it if it continues a text"
    return _squeezed(start, text) or stop.rest(start, "this line has no colon", help)


def _squeezed(start: int, text: str) -> Problem | None:
    """A blank is missing: behind the dash that ``text`` begins with, or behind its first colon."""
    dash = re.match(r"-([^\s-].*)", text)
    if dash:
        return Problem(start, start + 1, "a blank is missing behind `-`", _write(f"- {dash[1]}", "- item"))
    colon = re.match(r"(?:- +)*([\w.-]+:)([^\s:/].*)", text)
    if colon:
        at, help = start + colon.end(1), _write(f"{colon[1]} {colon[2]}", "key: value")
        return Problem(at - 1, at, "a blank is missing behind the colon", help)
    return None


def _write(line: str, otherwise: str) -> str:
    return f"write `{line if len(line) <= _LONGEST and '`' not in line else otherwise}`"


def _near(stop: Stop) -> Problem | None:
    """What is wrong with the line of ``at``, which does not go on with those above it, or with the one above it."""
    for start in (stop.source.line_start(stop.at), _line_above(stop.source, stop.source.line_start(stop.at))):
        line = line_at(stop.source, start)
        squeezed = _squeezed(line.start, line.text)
        if squeezed:
            return squeezed
    return misplaced(stop.source, stop.at)


def _colon(stop: Stop) -> Problem:
    """A colon where no key can be: twice on a line, or on a line taken for more of the text above."""
    start = stop.source.line_start(stop.at)
    key = re.match(r"[ ]*(?:- +)*([^\s#:][^:]*: )", stop.before + " ")
    if key and start + key.end() <= stop.at:
        help = "put the value in quotes if the colon belongs to it, or start a new line"
        return stop.character("there is a second colon on this line", help)
    above = _line_above(stop.source, start)
    text = stop.source.content[above : stop.source.line_end(above)]
    if above < start and not re.search(r":(\s|$)", text):
        indent = len(text) - len(text.lstrip(" -"))
        return _line_without_colon(stop, above + indent)
    here = start + len(stop.before) - len(stop.before.lstrip())
    near = _near(stop)
    if near:
        return near
    help = "give it the indentation of the keys beside it"
    summary = "this line is indented deeper than the key above it, which has a value already"
    return stop.rest(here, summary, help)


def _line_above(source: Source, start: int) -> int:
    """Where the last line before ``start`` begins that is neither blank nor a comment."""
    while start > 0:
        start = source.line_start(start - 1)
        text = source.content[start : source.line_end(start)].strip()
        if text and not text.startswith("#"):
            break
    return start


def _open_quote(stop: Stop) -> Problem:
    return stop.rest(stop.since, "this quote is never closed", "add the closing quote")


def _escape(stop: Stop) -> Problem:
    start = stop.source.content.rfind("\\", stop.since, stop.at + 1)
    start = stop.at if start < 0 else start
    written = stop.source.content[start : start + 2].strip()
    help = "write `\\\\` for a backslash, or use single quotes around the value"
    return Problem(start, start + len(written), f"`{written}` is no escape that can be read in double quotes", help)


def _flow(stop: Stop) -> Problem:
    bracket = stop.source.content[stop.since : stop.since + 1]
    closing = "]" if bracket == "[" else "}"
    same_line = stop.source.line_number(stop.since) == stop.source.line_number(stop.at)
    if same_line and stop.at < stop.source.line_end(stop.since):
        help = "put text that holds brackets, commas or colons in quotes"
        return stop.character(f"a comma or `{closing}` is missing before this", help)
    help = f"add the closing `{closing}`, or a comma that is missing"
    return stop.rest(stop.since, f"this `{bracket}` is not closed", help)


def _no_content(stop: Stop) -> Problem:
    found = stop.source.content[stop.at : stop.at + 1]
    if found.strip():
        return stop.character(f"a value cannot start with `{found}`", _QUOTE_TEXT)
    end = len(stop.source.content[: stop.at].rstrip())
    return Problem(end, end, "the file ends where a value is missing", "close every bracket that is open")


def _block(stop: Stop) -> Problem:
    """Something other than the next key or item, where a mapping or list goes on."""
    found = stop.source.content[stop.at : stop.at + 1]
    if stop.long_quote and not stop.source.content[stop.long_quote[1] : stop.at].strip():
        line = stop.source.line_number(stop.long_quote[1])
        summary = f"the quote that opens here is closed on line {line} only, in the middle of a text"
        return stop.rest(stop.long_quote[0], summary, "add the closing quote where the value ends")
    if found in ("]", "}"):
        return stop.character(f"this `{found}` closes nothing", "remove it, or open the bracket")
    if not stop.before.strip():
        return _misplaced_line(stop, found)
    if stop.before.rstrip().endswith(('"', "'")):
        help = "put all of the value between the quotes; in single quotes write `''` for a quote"
        return stop.rest(stop.at, "there is text behind the closing quote", help)
    return stop.rest(stop.at, "this cannot stand behind what is before it", _QUOTE_TEXT)


def _misplaced_line(stop: Stop, found: str) -> Problem:
    """A whole line that does not go on with what is above it."""
    if found == ":":
        return stop.rest(stop.at, "there is no key before the colon", "write the key")
    near = _near(stop)
    if near:
        return near
    if re.match(r"-(\s|$)", stop.source.content[stop.at : stop.at + 2]):
        help = "indent it below the key that the list belongs to"
        return stop.rest(stop.at, "there is a list item where a key is expected", help)
    if ":" not in stop.line:
        help = "write `key: value`, or check the indentation"
        return stop.rest(stop.at, "this line belongs to nothing above it", help)
    help = "give it the indentation of the keys that it belongs to"
    return stop.rest(stop.at, "the indentation of this line fits nothing above it", help)


def _item(stop: Stop) -> Problem:
    if stop.before.rstrip().endswith(":"):
        help = "start the list on the next line, or put the value in quotes if it is text"
        return stop.rest(stop.at, "a list cannot start on the line of its key", help)
    help = "give it the indentation of the items beside it"
    return stop.rest(stop.at, "a list item cannot stand here", help)


def _question_mark(stop: Stop) -> Problem:
    return stop.rest(stop.at, "a value cannot start with `?` and a space", _QUOTE_TEXT)


def _reference(stop: Stop) -> Problem:
    sign = stop.source.content[stop.since : stop.since + 1]
    help = f"put the value in quotes if it is text, or write a name right behind `{sign}`"
    return stop.rest(stop.since, f"a text cannot start with `{sign}`", help)


def _tag(stop: Stop) -> Problem:
    help = "put the value in quotes if it is text"
    return stop.rest(stop.since, "the tag that starts with `!` cannot be read", help)


def _directive(stop: Stop) -> Problem:
    help = "remove the line, or put the value in quotes if it is text"
    start = stop.source.line_start(stop.since)
    return stop.rest(start, "a line cannot start with `%`", help)


def _block_scalar(stop: Stop) -> Problem:
    help = "write only the text's lines below it, indented with spaces"
    return stop.rest(stop.since, "nothing but a comment can stand behind `|` or `>`", help)


def _second_start(stop: Stop) -> Problem:
    above = _line_above(stop.source, stop.source.line_start(stop.at))
    if stop.source.content.startswith("%", above):
        return _directive(stop._replace(since=above))
    near = None if stop.before.strip() else _near(stop)
    if near:
        return near
    help = "check the brackets and the indentation before it"
    return stop.rest(stop.at, "there is text behind the end of the value", help)


_RULES: tuple[tuple[re.Pattern[str], Callable[[Stop], Problem]], ...] = tuple(
    (re.compile(pattern), rule)
    for pattern, rule in (
        (TEMPLATE, _template),
        ("tab character", _tab),
        ("directive|%YAML|%TAG|incompatible YAML", _directive),
        ("cannot start any token", _unstartable),
        ("expected ':'", _no_colon),
        ("mapping values", _colon),
        ("(unknown escape|hex|Unicode character escape)", _escape),
        ("quoted scalar", _open_quote),
        ("an (alias|anchor)", _reference),
        ("(a tag|tag handle|tag URI)", _tag),
        ("block scalar", _block_scalar),
        ("flow (sequence|mapping)", _flow),
        ("node content", _no_content),
        ("block (collection|mapping): ", _block),
        ("sequence entries", _item),
        ("mapping keys", _question_mark),
        ("document start", _second_start),
    )
)
