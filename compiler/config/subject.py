"""The file that is judged."""

from functools import lru_cache
from typing import Any, NamedTuple

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

    def value(self, path: tuple[str | int, ...]) -> object:
        """The value at ``path``; None where nothing stands there."""
        found: Any = self.document.value
        for step in path:
            here = isinstance(found, dict) and step in found
            if not here and not (isinstance(found, list) and isinstance(step, int) and step < len(found)):
                return None
            found = found[step]
        return found

    def as_written(self, path: tuple[str | int, ...]) -> str:
        """The text of a value as it stands in the file; nothing where it goes over several lines."""
        span, lines = self.document.value_span(path), _lines(self.text)
        if span.line != span.end_line or span.line > len(lines):
            return ""
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]


# Once a file and not once a mistake, of which there may be as many as lines.
@lru_cache(maxsize=1)
def _lines(text: str) -> list[str]:
    return LINE_BREAK.split(text)
