"""Diagnostics for a person."""

from __future__ import annotations

import pytest

from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span
from telecompile.diagnostics.text import WIDEST, counts, render

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
        (Span(2, 1, 4, 27), "      | ^^^^^^^^^^^^^^^^"),
        (Span(2, 17, 2, 17), "      |                 ^"),
        (Span(5, 1, 5, 1), "      | ^"),
    ],
    ids=["one line", "to the end of the first line", "an empty place behind the line", "an empty line"],
)
def test_the_marker_is_never_empty_and_stays_on_its_line(span: Span, marker: str) -> None:
    assert marker in shown(error(span))


def test_a_place_without_lines_is_only_named() -> None:
    assert shown(error(Span(9, 1, 9, 2)))[1:3] == ["  --> input/f.yml:9:1", ""]
    assert shown(error(Span(4, 1, 4, 2)), [])[1:3] == ["  --> input/f.yml:4:1", ""]
    assert shown(error(None))[1:3] == ["  --> input/f.yml", ""]


def test_the_gutter_grows_with_the_line_number() -> None:
    lines = ["x"] * 12_345
    assert shown(error(Span(12_345, 1, 12_345, 2)), lines)[2:5] == [" 12344 | x", " 12345 | x", "       | ^"] or shown(
        error(Span(12_345, 1, 12_345, 2)), lines
    )[3].endswith("12345 | x")


@pytest.mark.parametrize("column", [1, 50, 500, 1000])
def test_a_long_line_is_cut_around_the_place(column: int) -> None:
    line = "".join(chr(ord("a") + index % 26) for index in range(1000))
    out = shown(error(Span(1, column, 1, column + 3)), [line])
    text, marker = out[2].partition("| ")[2], out[3].partition("| ")[2]
    assert len(text) <= WIDEST
    assert text[marker.index("^") :][:1] == line[column - 1]
    assert len(marker) <= WIDEST + 1


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    """Neither in the source line, where they become a blank to keep the columns, nor in the words."""
    out = "\n".join(shown(error(Span(1, 1, 1, 3), "a\tb", "c\x1b[31md\ne"), ["\x1b]0;x\x07\t"]))
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "c\\u001b[31md\\u000ae" in out
    assert "help: a\\u0009b" in out


def test_a_related_place_is_shown_with_its_message() -> None:
    related = Related("input/g.yml", Span(2, 1, 2, 16), "first given here")
    out = shown(error(Span(4, 5, 4, 24), "keep one", related=(related,)))
    assert out[5:8] == ["  note: first given here", "  --> input/g.yml:2:1", "    1 | ---"]
    assert out[-3] == "  help: keep one"


def test_a_note_shows_no_source() -> None:
    assert shown(Diagnostic("other-release-key", "note", "later", "f", Span(2, 1, 2, 2)))[:3] == [
        "note[other-release-key]: later",
        "  --> f:2:1",
        "",
    ]


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
