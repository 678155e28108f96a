"""Workflow commands, read as the runner of GitHub Actions reads them (ActionCommand.cs, ActionCommandManager.cs)."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span
from telecompile.diagnostics.github import as_github
from tests.diagnostics.places import diagnostics


class Command(NamedTuple):
    """What the runner makes of a line."""

    name: str
    properties: dict[str, str]
    message: str


def read(line: str) -> Command:
    """A line that is a command; nothing else is printed."""
    assert line.startswith("::")
    head, _, message = line[2:].partition("::")
    name, _, rest = head.partition(" ")
    properties = dict(one.split("=", 1) for one in rest.split(","))
    return Command(
        name, {key: _unescaped(value, inside=True) for key, value in properties.items()}, _unescaped(message)
    )


def _unescaped(text: str, *, inside: bool = False) -> str:
    for escape, character in [("%3A", ":"), ("%2C", ",")] * inside + [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
        text = text.replace(escape, character)
    return text


def commands(*found: Diagnostic) -> list[Command]:
    return [read(line) for line in as_github(found).splitlines()]


def error(span: Span | None, **more: object) -> Diagnostic:
    return Diagnostic("out-of-range", "error", "0 is too small", "in/f.yml", span)._replace(**more)  # type: ignore[arg-type] # fields by name


def test_one_line_as_it_is_written() -> None:
    assert as_github([error(Span(4, 26, 4, 27), help="write 1: it is less\nor 2, 100% sure")]) == (
        "::error file=in/f.yml,line=4,endLine=4,col=26,endColumn=27,title=out-of-range"
        "::0 is too small%0Ahelp: write 1: it is less%0Aor 2, 100%25 sure\n"
    )


def test_nothing_found_is_nothing_printed() -> None:
    assert as_github([]) == ""


@pytest.mark.parametrize(("severity", "name"), [("error", "error"), ("warning", "warning"), ("note", "notice")])
def test_each_severity_has_its_command(severity: str, name: str) -> None:
    (found,) = commands(error(None, severity=severity))
    assert found.name == name


def test_columns_only_in_one_line() -> None:
    # The runner drops the columns of a place in several lines, and says so in its debug log.
    (found,) = commands(error(Span(4, 26, 6, 3)))
    assert found.properties == {"file": "in/f.yml", "line": "4", "endLine": "6", "title": "out-of-range"}


def test_a_file_as_such_has_no_line() -> None:
    (found,) = commands(error(None))
    assert found.properties == {"file": "in/f.yml", "title": "out-of-range"}


@pytest.mark.parametrize(
    ("file", "shown"),
    [("./in//f.yml", "in/f.yml"), ("a,b:c%d/f.yml", "a,b:c%d/f.yml"), ("/srv/in/f.yml", "/srv/in/f.yml")],
)
def test_the_file_is_named_as_git_names_it(file: str, shown: str) -> None:
    (found,) = commands(error(None, file=file))
    assert found.properties["file"] == shown


def test_related_places_are_named_in_the_message() -> None:
    related = (Related("./in/g.yml", Span(2, 1, 2, 3), "first given here"),)
    (found,) = commands(error(None, related=related, help="keep one"))
    assert found.message == "0 is too small\nnote: first given here: in/g.yml:2:1\nhelp: keep one"


@given(st.lists(diagnostics(), max_size=4))
def test_no_text_makes_another_command(found: list[Diagnostic]) -> None:
    """Whatever a file holds, each diagnostic is one line, with the properties that it should have."""
    text = as_github(found)
    lines = text.split("\n")[:-1]
    assert len(lines) == len(found) == len(text.splitlines())
    for line, one in zip(lines, found, strict=True):
        command = read(line)
        assert command.properties["title"] == one.code
        assert ("line" in command.properties) == (one.span is not None)
        assert line.isprintable()
