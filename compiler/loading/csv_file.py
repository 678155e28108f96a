"""The mapping file: comma-separated values, every cell with its line and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Span
from .csv_header import OPTIONAL, REQUIRED, Column, read_header
from .csv_record import Cell, cells_of, line_span, texts_of
from .document import Document, Loaded, Place
from .text import LINE_BREAK, Source, decode

MAX_ROWS = 50_000
"""Most rows that are read, to keep memory bounded; a file of real nodes meets the 4 MiB first."""

MAX_LINE = 10_000
"""Longest line that is split into cells, in characters; the known columns need a few hundred."""


def load_csv(name: str, data: bytes) -> Loaded:
    """Read the mapping file into a list of rows, each a mapping from header to cell text.

    Header names are upper-cased, cells stripped, blank lines skipped. Place ``(index,)`` is
    a row, ``(index, "HOSTNAME")`` its cell, ``("header", "HOSTNAME")`` the header's. A row
    that cannot be read is reported and left out; then, or where columns are missing, the
    document is not complete. Without any header there is no document.
    """
    text, refused = decode(name, data)
    if text is None:
        return Loaded(None, refused)
    records, found = _records(name, text)
    if not records:
        summary, help = f"{name} holds no header and no rows", f"write the header `{','.join(REQUIRED)}` and the rows"
        return Loaded(None, (*found, Diagnostic("empty-file", "error", summary, name, START_OF_FILE, help)))
    number, line = records[0]
    header, mistakes = read_header(name, number, [(cell.text, cell.span(number)) for cell in cells_of(line)])
    found += mistakes
    if not header:
        return Loaded(None, tuple(found))
    other = _other_columns(name, [one for _, one in records[1:]], header, line_span(number, line))
    value, children, mistakes = ([], {}, [other]) if other else _rows(name, records[1:], header)
    found += mistakes
    titles: dict[str | int, Place] = {column.name: Place(column.span, None, {}) for column in header}
    children["header"] = Place(line_span(number, line), None, titles)
    root = Place(Source(name, text).span(0, len(text)), None, children)
    return Loaded(Document(value, root, complete=not found), tuple(found))


class RowPlaces(Mapping[str | int, Place]):
    """The places of a row's cells by their header, worked out when one is asked for.

    Few rows have a mistake, and a file may have thousands of them.
    """

    __slots__ = ("_cells", "_header", "_line", "_number")

    def __init__(self, number: int, line: str, header: tuple[Column, ...]) -> None:
        self._number = number
        self._line = line
        self._header = header
        self._cells: list[Cell] = []

    def __getitem__(self, key: str | int) -> Place:
        # A row with one mistake often has another one.
        self._cells = self._cells or cells_of(self._line)
        for column, cell in zip(self._header, self._cells, strict=True):
            if column.name == key:
                return Place(cell.span(self._number), column.span, {})
        raise KeyError(key)

    def __iter__(self) -> Iterator[str | int]:
        return iter(dict.fromkeys(column.name for column in self._header))

    def __len__(self) -> int:
        return len({column.name for column in self._header})


def _records(name: str, text: str) -> tuple[list[tuple[int, str]], list[Diagnostic]]:
    """The numbered lines that hold something, and the mistakes: comments and endless lines."""
    records, found = [], []
    for number, line in enumerate(LINE_BREAK.split(text), 1):
        shown = line.strip()
        if shown.startswith("#"):
            summary, span = f"row {number} is a comment, which this file cannot hold", line_span(number, line)
            found.append(Diagnostic("csv-comment", "error", summary, name, span, "remove the line"))
        elif len(line) > MAX_LINE:
            summary, span = f"row {number} has more than {MAX_LINE:,} characters", line_span(number, line)
            help = "check that this is the file you meant"
            found.append(Diagnostic("csv-row", "error", summary, name, span, help))
        elif shown:
            records.append((number, line))
    return records, found


def _other_columns(name: str, lines: list[str], header: tuple[Column, ...], span: Span) -> Diagnostic | None:
    """The header has the optional columns and no row has their cells, or the other way round: one mistake, not many."""
    columns, known = [column.name for column in header], len(REQUIRED + OPTIONAL)
    cells = known if set(columns) == {*REQUIRED} else len(REQUIRED) if (*columns[-2:],) == OPTIONAL else 0
    if not lines or cells == len(header) or len(header) + cells != known + len(REQUIRED):
        return None
    if any(len(texts_of(one)) != cells for one in lines):
        return None
    optional = ",".join(OPTIONAL)
    help = f"add `,{optional}` to the header, or remove the two cells at the end of each row"
    if cells < len(header):
        help = f"remove `,{optional}` from the header, or add two empty cells to each row: `,,`"
    rows = f"each of the {len(lines)} rows has" if len(lines) > 1 else f"row {span.line + 1} has"
    summary = f"the header has {len(header)} columns, and {rows} {cells} cells"
    return Diagnostic("csv-row", "error", summary, name, span, help)


def _rows(
    name: str, records: list[tuple[int, str]], header: tuple[Column, ...]
) -> tuple[list[dict[str, str]], dict[str | int, Place], list[Diagnostic]]:
    value: list[dict[str, str]] = []
    children: dict[str | int, Place] = {}
    found: list[Diagnostic] = []
    columns = [column.name for column in header]
    for number, line in records:
        span = line_span(number, line)
        if len(value) == MAX_ROWS:
            summary, help = (
                f"the file holds more than {MAX_ROWS:,} rows",
                "check that this is the file you meant",
            )
            found.append(Diagnostic("too-many-nodes", "error", summary, name, span, help))
            break
        texts = texts_of(line)
        mistake = _bad_quote(name, number, line) or _bad_count(name, span, len(texts), len(header))
        if mistake:
            found.append(mistake)
            continue
        children[len(value)] = Place(span, None, RowPlaces(number, line, header))
        # From the back: of a column that is given twice the first counts, whose place is shown.
        value.append(dict(zip(reversed(columns), reversed(texts), strict=True)))
    return value, children, found


def _bad_count(name: str, span: Span, cells: int, columns: int) -> Diagnostic | None:
    if cells == columns:
        return None
    counted = "1 cell" if cells == 1 else f"{cells} cells"
    summary = f"row {span.line} has {counted}, the header has {columns}"
    help = "write an empty cell, as in `a,,c`, where a value is missing"
    if cells > columns:
        help = "put a value that holds a comma in double quotes, or remove the comma too many"
    return Diagnostic("csv-row", "error", summary, name, span, help)


def _bad_quote(name: str, number: int, line: str) -> Diagnostic | None:
    broken = next((cell for cell in cells_of(line) if cell.broken), None) if '"' in line else None
    if broken is None:
        return None
    span = Span(number, broken.column, number, len(line.rstrip()) + 1)
    if broken.text.count('"') % 2:
        summary = f"row {number} has a quote that is never closed"
        help = 'add the closing `"`; a value cannot go over several lines'
    else:
        summary = f"row {number} has text behind a closing quote"
        help = 'put the whole value between the quotes, and write `""` for a quote in it'
    return Diagnostic("csv-syntax", "error", summary, name, span, help)
