"""The mapping file, and the place of every cell."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Span
from telecompile.loading.csv_file import load_csv
from telecompile.loading.csv_header import REQUIRED
from telecompile.loading.csv_record import cells_of
from telecompile.loading.document import Loaded

HEADER = ",".join(REQUIRED)
ROW = "slurm_node_x86_64,grp0,ABC,,node1,aa:bb,10.0.0.1,aa:cc,10.1.0.1"


def load(*lines: str) -> Loaded:
    """Load the lines."""
    return load_csv("pxe.csv", "\n".join(lines).encode())


def codes(loaded: Loaded) -> list[tuple[str, int]]:
    """The codes and lines of what was found."""
    return [(one.code, one.span.line if one.span else 0) for one in loaded.diagnostics]


def test_cells_are_reached_by_row_and_header(cut: Callable[[str, Span], str]) -> None:
    """Whatever the case of the header, the space around cells and the blank lines."""
    text = f"{HEADER.lower()},ib_ip\r\n\r\n{ROW.replace('node1', '  node1 ')},\r\n"
    document, diagnostics = load_csv("pxe.csv", text.encode())

    assert diagnostics == ()
    assert document is not None
    assert document.value == [dict(zip((*REQUIRED, "IB_IP"), [*ROW.split(","), ""], strict=True))]
    assert document.value_span((0, "HOSTNAME")).line == 3
    assert cut(text, document.value_span((0, "HOSTNAME"))) == "node1"
    assert cut(text, document.value_span(("header", "HOSTNAME"))) == "hostname"
    assert cut(text, document.value_span((0,))) == text.split("\r\n")[2]


def test_a_quoted_cell_may_hold_commas_and_quotes(cut: Callable[[str, Span], str]) -> None:
    """As RFC 4180 has it; the cells behind it keep their columns."""
    row = ROW.replace("grp0", '"a, ""b"""').replace("node1", ' "node1"')
    document, diagnostics = load(HEADER, row)

    assert diagnostics == ()
    assert document is not None
    assert isinstance(document.value, list)
    assert document.value[0]["GROUP_NAME"] == 'a, "b"'
    assert document.value[0]["HOSTNAME"] == "node1"
    assert cut(f"{HEADER}\n{row}", document.value_span((0, "BMC_IP"))) == "10.1.0.1"


@given(st.lists(st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"])), min_size=2))
@settings(max_examples=100, deadline=None)
def test_what_the_standard_library_writes_is_read_back(cells: list[str]) -> None:
    """The csv module is the oracle; outer space is not kept."""
    written: list[str] = []

    class Lines:
        def write(self, line: str) -> None:
            written.append(line)

    csv.writer(Lines(), lineterminator="").writerow(cells)
    read = cells_of(written[0])

    assert [cell.text for cell in read] == [cell.strip() for cell in cells]
    assert not any(cell.broken for cell in read)


def test_every_bad_row_is_reported_and_good_ones_are_kept() -> None:
    """Each names its row, which is its line, and the two counts."""
    loaded = load(HEADER, "# a comment", "a,b", ROW, ROW + ",x", '"' + ROW, '"a"b' + ROW[17:])

    assert codes(loaded) == [
        ("csv-comment", 2),
        ("csv-row", 3),
        ("csv-row", 5),
        ("csv-syntax", 6),
        ("csv-syntax", 7),
    ]
    assert loaded.diagnostics[1].summary == "row 3 has 2 cells, the header has 9"
    assert loaded.document is not None
    assert loaded.document.value == [dict(zip(REQUIRED, ROW.split(","), strict=True))]
    assert loaded.document.value_span((0,)).line == 4
    assert not loaded.document.complete


@pytest.mark.parametrize(
    ("header", "summaries"),
    [
        (HEADER.replace("HOSTNAME", "HOSTNAM"), ["HOSTNAM is no column that is known"]),
        (HEADER.replace(",BMC_IP", ""), ["the header lacks the column BMC_IP"]),
        (HEADER.replace("FUNCTIONAL_GROUP_NAME", "FUNCTIONAL_GROUP"), ["FUNCTIONAL_GROUP is no column that is known"]),
        (HEADER.replace(",", ";"), ["the file is separated by `;`, and commas are meant"]),
        (ROW.replace(",", "\t"), ["the file is separated by tabs, and commas are meant"]),
        (HEADER + ",Hostname", ["the column HOSTNAME is given twice"]),
        (HEADER + ",", ["column 10 has no name"]),
        (ROW, ["row 1 is no header with the columns of this file"]),
        ("HOSTNAME" + "," * 5000, ["row 1 is no header with the columns of this file"]),
    ],
)
def test_a_wrong_header_is_explained(header: str, summaries: list[str]) -> None:
    """Once for each mistake."""
    loaded = load(header)

    assert [one.summary for one in loaded.diagnostics] == summaries
    assert {one.code for one in loaded.diagnostics} == {"csv-header"}


def test_a_misspelt_column_is_suggested() -> None:
    """And pointed at."""
    (diagnostic,) = load(HEADER.replace("BMC_MAC", "BMC_MAK")).diagnostics

    assert diagnostic.help == "did you mean BMC_MAC?"
    assert diagnostic.span == (1, 93, 1, 100)


@pytest.mark.parametrize(("row", "header"), [(ROW, HEADER), (f"{ROW},,", f"{HEADER},IB_NIC_NAME,IB_IP")])
def test_the_header_that_is_offered_has_as_many_columns_as_the_rows(row: str, header: str) -> None:
    """Written above the rows as it stands, it is right."""
    (one,) = load(row).diagnostics
    assert one.help == f"write the header `{header}` above the rows"
    assert load(header, row).diagnostics == ()


def test_a_header_that_fits_no_row_is_one_mistake() -> None:
    """Of the two optional columns; the help can be obeyed."""
    optional = ",IB_NIC_NAME,IB_IP"
    (one,) = load(HEADER, f"{ROW},,", f"{ROW},ib0,192.0.2.1").diagnostics
    assert (one.code, one.summary) == ("csv-row", "the header has 9 columns, and each of the 2 rows has 11 cells")
    assert one.help == f"add `{optional}` to the header, or remove the two cells at the end of each row"
    (one,) = load(HEADER + optional, ROW).diagnostics
    assert (one.code, one.summary) == ("csv-row", "the header has 11 columns, and row 2 has 9 cells")
    assert one.help.startswith(f"remove `{optional}` from the header, or ")
    # Where one row fits, the others are wrong, each by itself.
    assert codes(load(HEADER, ROW, f"{ROW},,")) == [("csv-row", 3)]


def test_endless_lines_and_endless_mistakes_end() -> None:
    """A file of 4 MiB is refused in bounded work, not with a million diagnostics."""
    assert codes(load(HEADER, "," * 1_000_000)) == [("csv-row", 2)]
    assert len(load(HEADER, *["a"] * 10_000).diagnostics) == 10_000
