"""The header line of the mapping file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..diagnostics.diagnostic import Diagnostic, Related, Span

REQUIRED = (
    "FUNCTIONAL_GROUP_NAME",
    "GROUP_NAME",
    "SERVICE_TAG",
    "PARENT_SERVICE_TAG",
    "HOSTNAME",
    "ADMIN_MAC",
    "ADMIN_IP",
    "BMC_MAC",
    "BMC_IP",
)
OPTIONAL = ("IB_NIC_NAME", "IB_IP")

_SEPARATORS = {";": "`;`", "\t": "tabs", "|": "`|`"}

MAX_COLUMNS = 100
"""Most columns that are looked at; all that are known are eleven."""


class Column(NamedTuple):
    """A column's upper-cased name, and where it stands."""

    name: str
    span: Span


def read_header(
    name: str, number: int, cells: Sequence[tuple[str, Span]]
) -> tuple[tuple[Column, ...], list[Diagnostic]]:
    """The columns in their order, and what is wrong with them.

    Columns that are unknown or come twice stay in place, so that the rows below still fit.
    There are none where the line names nothing that is known.
    """
    if len(cells) == 1 and (refused := _other_separator(name, *cells[0])):
        return (), [refused]
    columns = tuple(Column(text.upper(), span) for text, span in cells)
    whole = Span(number, columns[0].span.column, number, columns[-1].span.end_column)
    names = {column.name for column in columns}
    if len(columns) > MAX_COLUMNS or not names.intersection(REQUIRED):
        known = REQUIRED + OPTIONAL
        meant = known if len(columns) == len(known) else REQUIRED
        return (), [
            Diagnostic(
                "csv-header",
                "error",
                f"row {number} is no header with the columns of this file",
                name,
                whole,
                f"write the header `{','.join(meant)}` above the rows",
            )
        ]
    unused = {one for one in REQUIRED + OPTIONAL if one not in names}
    found = _misnamed(name, columns, unused)
    missing = [one for one in REQUIRED if one in unused]
    if missing:
        plural = "s" if len(missing) > 1 else ""
        summary = f"the header lacks the column{plural} {', '.join(missing)}"
        help = "add it to the header and to every row; cells may be empty"
        found.append(Diagnostic("csv-header", "error", summary, name, whole, help))
    return columns, found


def _other_separator(name: str, text: str, span: Span) -> Diagnostic | None:
    """A line without a comma, and with as many other separators as the columns need."""
    found = next((one for one in _SEPARATORS if text.count(one) >= len(REQUIRED) - 1), None)
    if found is None:
        return None
    summary = f"the file is separated by {_SEPARATORS[found]}, and commas are meant"
    return Diagnostic("csv-header", "error", summary, name, span, "save it with commas between the cells")


def _misnamed(name: str, columns: tuple[Column, ...], unused: set[str]) -> list[Diagnostic]:
    """Columns without a name, with an unknown one, or with one that stands before them.

    A name that an unknown one was probably meant to be is taken out of ``unused``.
    """
    found = []
    first: dict[str, Span] = {}
    for position, column in enumerate(columns, 1):
        related: tuple[Related, ...] = ()
        if not column.name:
            summary, help = f"column {position} has no name", "name it, or remove the comma too many"
        elif column.name in first:
            summary, help = f"the column {column.name} is given twice", "keep one of the two"
            related = (Related(name, first[column.name], "first given here"),)
        elif column.name not in REQUIRED + OPTIONAL:
            from .suggest import nearest

            meant = nearest(column.name, unused)
            unused.discard(meant or "")
            summary = f"{column.name} is no column that is known"
            help = f"did you mean {meant}?" if meant else "remove it; known are " + ", ".join(REQUIRED + OPTIONAL)
        else:
            first[column.name] = column.span
            continue
        first.setdefault(column.name, column.span)
        found.append(Diagnostic("csv-header", "error", summary, name, column.span, help, related))
    return found
