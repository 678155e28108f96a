"""From bytes to text, and from a position in the text to line and column."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from functools import cached_property

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related, Span

EXAMPLE = "write its settings into it; `telecompile init NEW_DIRECTORY` writes a complete {}"
"""What to do about a file that holds nothing."""
MAX_BYTES = 4 * 1024 * 1024
"""Largest file that is read; no input of this program comes near it."""

LINE_BREAK = re.compile(r"\r\n|\n|\r")
"""What ends a line here. Unlike `str.splitlines`, only what editors count as one."""


class Source:
    """The text of one file, able to say where any of its characters stands."""

    def __init__(self, name: str, content: str) -> None:
        self.name = name
        self.content = content

    @cached_property
    def _starts(self) -> list[int]:
        """Index of the first character of every line."""
        return [0, *(found.end() for found in LINE_BREAK.finditer(self.content))]

    def span(self, start: int, end: int) -> Span:
        """The stretch from one index to another, the end exclusive; never backwards."""
        starts = self._starts
        line = bisect_right(starts, start)
        end = max(start, end)
        end_line = line if line < len(starts) and end < starts[line] else bisect_right(starts, end)
        return Span(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def line_number(self, index: int) -> int:
        """The 1-based line that holds the character at ``index``."""
        return bisect_right(self._starts, index)

    def line_start(self, index: int) -> int:
        """Index of the first character of the line that holds ``index``."""
        return self._starts[self.line_number(index) - 1]

    def line_below(self, index: int) -> int | None:
        """Index of the first character of the line behind the one that holds ``index``; None behind the last."""
        number = self.line_number(index)
        return self._starts[number] if number < len(self._starts) else None

    def line_end(self, index: int) -> int:
        """Index just behind the last visible character of the line that holds ``index``."""
        found = LINE_BREAK.search(self.content, index)
        stop = found.start() if found else len(self.content)
        return index + len(self.content[index:stop].rstrip())

    def error(
        self,
        code: str,
        place: tuple[int, int],
        summary: str,
        help: str = "",
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """An error at a stretch of this file, given as two indices."""
        return Diagnostic(code, "error", summary, self.name, self.span(*place), help, related)


def decode(name: str, data: bytes) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text of a file without its byte order mark, or why it is refused.

    Refused are files over `MAX_BYTES`, bytes that are not UTF-8, and files without
    anything but white space.
    """
    if len(data) > MAX_BYTES:
        summary = f"the file has {len(data):,} bytes; at most {MAX_BYTES:,} (4 MiB) are read"
        help = "check that this is the file you meant"
        return None, (Diagnostic("file-too-large", "error", summary, name, START_OF_FILE, help),)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, (_not_utf8(name, data, error.start),)
    if not text.strip():
        summary = f"{name} is empty"
        return None, (Diagnostic("empty-file", "error", summary, name, START_OF_FILE, EXAMPLE.format(name)),)
    return text, ()


def _not_utf8(name: str, data: bytes, start: int) -> Diagnostic:
    before = Source(name, data[:start].decode("utf-8"))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        summary = "the file is UTF-16, not UTF-8"
    else:
        summary = f"byte 0x{data[start]:02x} is not valid UTF-8"
    line, column = before.span(len(before.content), len(before.content))[:2]
    span = Span(line, column, line, column + 1)
    return Diagnostic("not-utf8", "error", summary, name, span, "save the file with the encoding UTF-8")
