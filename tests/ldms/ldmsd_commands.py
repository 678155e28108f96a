"""ldmsd's configuration text as commands, by the lexical rules of ldmsd_config.c and ldmsd_request_util.c (LDMS 4.5).

A line is a command: a verb, one space, and arguments `name=value` between blanks; nothing is quoted. `#` begins a
comment at the start of a line or after a blank. A backslash at the end of a line joins the next one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple


class Command(NamedTuple):
    """A command at its first line (from 1); an argument without `=` has no value."""

    line: int
    verb: str
    arguments: tuple[tuple[str, str | None], ...]

    def value(self, name: str) -> str | None:
        """The value of an argument: of the first, if it is repeated, as ldmsd has it."""
        return next((value for argument, value in self.arguments if argument == name), None)


_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*")


def parse(text: str) -> list[Command]:
    """All commands in the order of the file."""
    return [_command(line, content) for line, content in _joined(text)]


def continuation_problems(text: str) -> list[str]:
    """Lines that end in a backslash, with nothing behind them to join."""
    lines = [*_bare_lines(text), ""]
    pairs = itertools.pairwise(lines)
    return [
        f"line {number}: the backslash at the end joins nothing"
        for number, (line, following) in enumerate(pairs, 1)
        if line.endswith("\\") and not following
    ]


def _bare_lines(text: str) -> list[str]:
    """Without comments and the blanks around; only a line feed ends a line."""
    return [_COMMENT.sub("", line).strip(" \t") for line in text.split("\n")]


def _joined(text: str) -> Iterator[tuple[int, str]]:
    begun, first = "", 0
    for number, line in enumerate(_bare_lines(text), 1):
        first = first if begun else number
        if line.endswith("\\"):
            begun += line[:-1]
            continue
        if begun or line:
            yield first, begun + line
        begun = ""
    if begun:
        yield first, begun


def _command(line: int, content: str) -> Command:
    verb, _, rest = content.partition(" ")
    arguments = []
    for word in re.findall(r"[^ \t]+", rest):
        name, equals, value = word.partition("=")
        arguments.append((name, value if equals else None))
    return Command(line, verb, tuple(arguments))
