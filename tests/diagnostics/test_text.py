"""Diagnostics for a person."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span
from telecompile.diagnostics.excerpt import _width, window_of
from telecompile.diagnostics.text import MOST, WIDEST, counts, render
from tests.diagnostics.places import diagnostics

LINES = ["---", "telemetry_sinks:", "  kafka:", "    log_retention_hours: 0", ""]


def shown(one: Diagnostic, lines: list[str] | None = None, *, colour: bool = False) -> list[str]:
    return render([one], lambda _: LINES if lines is None else lines, colour=colour).splitlines()


def error(span: Span | None, help_: str = "", summary: str = "no", related: tuple[Related, ...] = ()) -> Diagnostic:
    return Diagnostic("out-of-range", "error", summary, "input/f.yml", span, help_, related)


def test_the_value_is_underlined_below_its_line() -> None:
    assert shown(error(Span(4, 26, 4, 27), "write a number")) == [
        "error[out-of-range]: no",
        "  --> input/f.yml:4:26",
        "    3 |   kafka:",
        "    4 |     log_retention_hours: 0",
        "      |                          ^",
        "  help: write a number",
        "",
        "1 error",
    ]


@pytest.mark.parametrize(
    ("span", "marker"),
    [
        (Span(2, 1, 2, 16), "      | ^^^^^^^^^^^^^^^"),
        (Span(2, 17, 2, 17), "      |                 ^"),
        (Span(5, 1, 5, 1), "      | ^"),
    ],
    ids=["one line", "an empty place behind the line", "an empty line"],
)
def test_the_marker_is_never_empty_and_stays_on_its_line(span: Span, marker: str) -> None:
    assert marker in shown(error(span))


def test_a_place_without_lines_is_only_named() -> None:
    assert shown(error(Span(9, 1, 9, 2)))[1:3] == ["  --> input/f.yml:9:1", ""]
    assert shown(error(Span(4, 1, 4, 2)), [])[1:3] == ["  --> input/f.yml:4:1", ""]
    assert shown(error(None))[1:3] == ["  --> input/f.yml", ""]


def test_the_gutter_grows_with_the_line_number() -> None:
    lines = ["x"] * 12_345
    assert shown(error(Span(12_345, 1, 12_345, 2)), lines)[2:5] == ["   12344 | x", "   12345 | x", "         | ^"]


def marked(span: Span, lines: list[str]) -> list[str]:
    """What is shown of the place alone."""
    return shown(error(span), lines)[2:-2]


def test_a_place_of_several_lines_is_marked_at_both_ends() -> None:
    lines = ["plugins:", "  - name: a", "    one: 1", "    two: 2", "    end: 3  ", ""]
    first = ["    1 | plugins:", "    2 |   - name: a", "      |     ^^^^^^^"]
    assert marked(Span(2, 5, 3, 11), lines) == [*first, "    3 |     one: 1", "      |     ^^^^^^"]
    last = ["    4 |     two: 2", "      |     ^^^^^^"]
    assert marked(Span(2, 5, 4, 11), lines) == [*first, "    3 |     one: 1", *last]
    end = ["    5 |     end: 3", "      |     ^^^^^^"]
    assert marked(Span(2, 5, 5, 11), lines) == [*first, "  ...", *end]


@pytest.mark.parametrize("end", [(3, 1), (4, 1), (4, 3), (5, 1), (9, 9)])
def test_blank_lines_at_the_end_of_a_place_are_no_part_of_it(end: tuple[int, int]) -> None:
    assert marked(Span(2, 1, *end), ["a", "bcd ", "", "   ", ""]) == ["    1 | a", "    2 | bcd", "      | ^^^"]


@pytest.mark.parametrize(
    ("line", "span", "source", "marker"),
    [
        pytest.param("名前: 値", Span(1, 5, 1, 6), "名前: 値", "      ^^", id="wide"),
        pytest.param("名前: x", Span(1, 1, 1, 3), "名前: x", "^^^^", id="several wide ones"),
        pytest.param("a: 🚀 b", Span(1, 6, 1, 7), "a: 🚀 b", "      ^", id="emoji"),
        pytest.param("e\u0301: x", Span(1, 5, 1, 6), "e\u0301: x", "   ^", id="combined"),
        pytest.param("👩\u200d💻: x", Span(1, 6, 1, 7), "👩💻: x", "      ^", id="joined emoji"),
        pytest.param("\tkey: x", Span(1, 1, 1, 2), "    key: x", "^^^^", id="tab, marked"),
        pytest.param("\tkey: x", Span(1, 2, 1, 5), "    key: x", "    ^^^", id="behind a tab"),
        pytest.param("a\tb", Span(1, 3, 1, 4), "a    b", "     ^", id="tab inside"),
        pytest.param("a\x1b[31mb", Span(1, 7, 1, 8), "a␛[31mb", "      ^", id="escape sequence"),
        pytest.param("a\x00\x7f\x9bb", Span(1, 5, 1, 6), "a␀␡�b", "    ^", id="control characters"),
        pytest.param("\u00a0key: x", Span(1, 1, 1, 2), "␣key: x", "^", id="no-break space"),
        pytest.param("a \u202eb\u2066c\ufeff", Span(1, 4, 1, 5), "a �b�c�", "   ^", id="turned direction"),
        pytest.param("מפתח: x", Span(1, 7, 1, 8), "מפתח: x", "      ^", id="right to left"),
        pytest.param("\ud800: x", Span(1, 4, 1, 5), "�: x", "   ^", id="half of a character"),
    ],
)
def test_the_marker_stands_below_its_characters(line: str, span: Span, source: str, marker: str) -> None:
    assert marked(span, [line]) == [f"    1 | {source}", f"      | {marker}"]


def parts(span: Span, line: str, widest: int = WIDEST) -> tuple[str, str]:
    """The source line and the marker, without what stands before the bar."""
    source, marker = render([error(span)], lambda _: [line], widest=widest).splitlines()[2:4]
    return source.partition("| ")[2], marker.partition("| ")[2]


@pytest.mark.parametrize("column", [1, 50, 500, 998])
@pytest.mark.parametrize("widest", [60, WIDEST])
def test_a_long_line_is_cut_around_the_place(column: int, widest: int) -> None:
    line = "".join(chr(ord("a") + index % 26) for index in range(1000))
    text, marker = parts(Span(1, column, 1, column + 3), line, widest)
    assert len(text) <= widest
    start = marker.index("^")
    assert text[start : start + 3] == line[column - 1 : column + 2]
    assert len(marker) == start + 3
    assert (text[0] == "…", text[-1] == "…") == (column > widest // 4, column < 900)


def test_a_line_that_just_fits_is_not_cut() -> None:
    assert parts(Span(1, 1, 1, 2), "x" * WIDEST)[0] == "x" * WIDEST
    text, _ = parts(Span(1, 1, 1, 2), "x" * (WIDEST + 1))
    assert text.endswith("x…")
    assert len(text) <= WIDEST


def test_a_place_that_is_wider_than_a_terminal_is_marked_as_far_as_it_is_shown() -> None:
    text, marker = parts(Span(1, 10, 1, 900), "x" * 1000)
    assert (text[-1], len(marker)) == ("…", len(text) - 1)


@given(
    st.text(st.characters(blacklist_characters="\r\n"), max_size=400),
    st.integers(1, 420),
    st.integers(0, 420),
    st.integers(20, 200),
)
def test_whatever_a_line_holds_it_fits_and_the_marker_is_below_it(
    line: str, column: int, more: int, widest: int
) -> None:
    window = window_of(line, column, column + more, widest)
    assert window.text.isprintable()
    columns = sum(_width(one) for one in window.text)
    assert columns <= widest
    assert 0 <= window.start <= columns
    assert 1 <= window.width <= max(1, columns - window.start)
    # Four columns, of a tab, are the most that one character takes.
    if len(line) <= widest // 4:
        assert window.text.count("…") == line.count("…")


def test_a_huge_line_is_not_looked_through() -> None:
    class Line(str):
        """Counts what is taken of it."""

        taken = 0

        def __getitem__(self, key: object) -> str:
            part = super().__getitem__(key)  # type: ignore[index] # whatever str takes
            Line.taken += len(part)
            return part

    window_of(Line("x" * 4_000_000), 2_000_000, 2_000_001, WIDEST)
    assert 0 < Line.taken < 10 * WIDEST


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    """Neither in the source line nor in the words, nor in the name of the file."""
    one = error(Span(1, 1, 1, 3), "a\tb", "c\x1b[31md\ne")._replace(file="in\x1b[0m\n/f")
    out = "\n".join(shown(one, ["\x1b]0;x\x07\t"]))
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "c\\u001b[31md\\u000ae" in out
    assert "--> in\\u001b[0m\\u000a/f:1:1" in out
    assert "help: a\\u0009b" in out


def test_a_related_place_is_shown_with_its_message() -> None:
    related = Related("input/g.yml", Span(2, 1, 2, 16), "first given here")
    out = shown(error(Span(4, 5, 4, 24), "keep one", related=(related,)))
    assert out[5:8] == ["  note: first given here", "  --> input/g.yml:2:1", "    1 | ---"]
    assert out[-3] == "  help: keep one"


def test_help_of_several_lines_begins_below_its_first_word() -> None:
    help_ = "add these lines:\nufm_configuration:\n  ufm_metrics_port: 9001"
    assert shown(error(None, help_))[2:5] == [
        "  help: add these lines:",
        "        ufm_configuration:",
        "          ufm_metrics_port: 9001",
    ]


def test_a_note_shows_its_source_as_all_others_do() -> None:
    of_a_note = shown(Diagnostic("other-release-key", "note", "later", "f", Span(2, 1, 2, 2)))
    of_an_error = shown(Diagnostic("other-release-key", "error", "later", "f", Span(2, 1, 2, 2)))
    assert of_a_note[1:-1] == of_an_error[1:-1]
    assert len(of_a_note) > 3


def test_colour_is_only_used_when_asked_for() -> None:
    plain, coloured = shown(error(Span(2, 1, 2, 3))), shown(error(Span(2, 1, 2, 3)), colour=True)
    assert "\x1b" not in "".join(plain)
    assert coloured[0].startswith("\x1b[1;31merror[out-of-range]\x1b[0m")


def test_counts() -> None:
    one = error(None)
    assert (
        counts([one, one, one._replace(severity="note"), one._replace(severity="warning")])
        == "2 errors, 1 warning, 1 note"
    )
    assert render([], lambda _: []) == ""


def test_of_very_many_the_heaviest_are_shown_and_all_are_counted() -> None:
    note, wrong = error(None)._replace(severity="note"), error(None)
    out = render([note] * MOST + [wrong] * 10, lambda _: [])
    assert out.count("error[out-of-range]") == 10
    assert out.count("note[out-of-range]") == MOST - 10
    assert out.endswith(f"\n... and 10 more; --format json tells all of them\n\n10 errors, {MOST} notes\n")


@given(st.lists(diagnostics(), max_size=4))
def test_whatever_is_found_can_be_shown(found: list[Diagnostic]) -> None:
    """Printable throughout, the counts in the last line, and colour changes nothing but colour."""
    out = render(found, lambda _: LINES)
    assert all(line.isprintable() for line in out.split("\n"))
    assert out.splitlines()[-1:] == ([counts(found)] if found else [])
    coloured = render(found, lambda _: LINES, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == out
