"""The file that is judged."""

from typing import NamedTuple

from ..loading.document import Document
from ..loading.text import LINE_BREAK
from .base import Section
from .former import SOFTWARE
from .structure import dotted


class Subject(NamedTuple):
    """The file that is judged: its name, what was read, its text, and its model.

    ``own_keys`` counts the keys at the beginning of every path that the user did not write.
    """

    file: str
    document: Document
    text: str
    model: type[Section]
    own_keys: int = 0

    def called(self, path: tuple[str | int, ...]) -> str:
        """A path in the user's words."""
        return dotted(path[self.own_keys :])

    @property
    def json(self) -> bool:
        """Whether help must be written as JSON."""
        return self.file == SOFTWARE

    def as_written(self, path: tuple[str | int, ...]) -> str:
        """The text of a value as it stands in the file; nothing where it goes over several lines."""
        span, lines = self.document.value_span(path), LINE_BREAK.split(self.text)
        if span.line != span.end_line or span.line > len(lines):
            return ""
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
