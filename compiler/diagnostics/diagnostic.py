"""The user's mistake as a value."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Span(NamedTuple):
    """A stretch of text in one file: 1-based lines and columns, the end exclusive.

    Columns count characters, not bytes, as editors do.
    """

    line: int
    column: int
    end_line: int
    end_column: int


START_OF_FILE = Span(1, 1, 1, 1)


class Related(NamedTuple):
    """Another place that explains the diagnostic, such as the first of two equal keys."""

    file: str
    span: Span
    message: str


class Diagnostic(NamedTuple):
    """One mistake, its place, and what to do about it.

    ``code`` is stable and stands in `diagnostics.codes`. ``summary`` is one line in the
    user's words, ``help`` says what to do and may be empty. ``file`` is relative to the
    directory that was compiled; ``span`` is None where the file itself is the matter.
    """

    code: str
    severity: Severity
    summary: str
    file: str
    span: Span | None = None
    help: str = ""
    related: tuple[Related, ...] = ()


def in_order(diagnostics: list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by file, line, column, then code, and drop exact repeats."""
    return tuple(
        sorted(
            dict.fromkeys(diagnostics),
            key=lambda one: (one.file, one.span or START_OF_FILE, one.code, one.summary),
        )
    )


def located(diagnostics: Iterable[Diagnostic], directory: str) -> tuple[Diagnostic, ...]:
    """The same with every file joined to the directory as it was given."""
    return tuple(
        one._replace(
            file=joined(directory, one.file),
            related=tuple(place._replace(file=joined(directory, place.file)) for place in one.related),
        )
        for one in diagnostics
    )


def joined(directory: str, file: str) -> str:
    """A file's path: the directory as it was given, and the name below it."""
    return file if file.startswith("/") else f"{directory.rstrip('/') or '/'}/{file}".replace("//", "/")
