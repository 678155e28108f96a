"""How a page is laid out in a terminal and in a browser."""

from __future__ import annotations

import pytest

from telecompile.diagnostics.codes import CODES
from telecompile.explain.book import Example, Page
from telecompile.explain.pages import markdown, overview, page, text

PAGE = Page(
    code="some-code",
    severity="warning",
    told="Something is odd.",
    why="It matters.\n\nA list of reasons:\n\n- the first of them, which is long enough to be wrapped\n- the second",
    remedy="Do this:\n\n    telecompile build input -o out --strict --adopt",
    wrong=Example(
        {"a.yml": "key: 1\n", "b.json": "{}\n", "c.csv": "A,B\n"},
        whole=("b.json",),
        added=("c.csv",),
        absent=("d.yml",),
        without=("e.yml:part",),
        encoding="latin-1",
    ),
    right=None,
    situation="",
    group="values",
)


def test_a_terminal_gets_lines_that_fit() -> None:
    shown = text(PAGE, width=40)
    assert (
        "- the first of them, which is long\n  enough to be wrapped\n- the second\n\nWrong:\n\n  Without d.yml.\n\n"
        "  In e.yml, without part.\n\n"
        "  In a.yml, saved as Latin-1:\n\n    key: 1\n\n  All of b.json, saved as Latin-1:\n\n    {}\n\n"
        "  At the end of c.csv, saved as Latin-1:\n\n    A,B\n\nWhat to do:\n\nDo this:\n\n"
        "    telecompile build input -o out --strict --adopt\n\n"
    ) in shown
    assert shown.startswith("warning[some-code]\n\nSomething is odd.\n\nIt matters.\n\n")
    assert shown.endswith("    allow:\n      - some-code\n")


def test_a_browser_gets_fences_in_the_language_of_each_file() -> None:
    shown = markdown(PAGE, "warning[some-code]: something\n")
    for fence in ("```yaml\nkey: 1\n```", "```json\n{}\n```", "```csv\nA,B\n```", "```text\nwarning[some-code]: some"):
        assert f"\n\n{fence}" in shown
    assert "\n\n## To accept it\n\n" in shown
    assert "\n\nWithout `d.yml`.\n\n" in shown


def test_only_a_warning_can_be_accepted() -> None:
    for severity in ("error", "note"):
        one = PAGE._replace(severity=severity)
        assert "allow:" not in text(one)
        assert "allow:" not in markdown(one)


@pytest.mark.parametrize("width", [40, 80, 100])
def test_the_overview_has_every_code_and_sentence(width: int) -> None:
    shown = " ".join(overview(width).split())
    for code, (severity, told) in CODES.items():
        mark = "" if severity == "error" else f" ({severity})"
        assert f" {code} {told}{mark}" in f" {shown}"


def test_what_is_no_code_has_no_page() -> None:
    assert page("no-such-code") is None
    assert page("") is None


def test_a_warning_of_an_output_directory_cannot_be_allowed() -> None:
    one = PAGE._replace(group="output")
    assert "allow:" not in text(one) + markdown(one)
    assert "## To accept it\n\nA warning stops a build only under `--strict`. This one" in markdown(one)
