"""SARIF: valid by the published schema, read by another's library, and what code scanning makes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sarif_pydantic import Level, Sarif

from telecompile.diagnostics.codes import CODES
from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span
from telecompile.diagnostics.sarif import LONGEST_LINE, MOST_RESULTS, Explained, Ran, as_sarif
from tests.diagnostics.places import diagnostics
from tools.command import ToolError
from tools.sarif_schema import sarif_schema

LINES = ["---", "telemetry_sinks:", "  kafka:", "    log_retention_hours: 0", "    retries: 2"]
RAN = Ran("1.2.3", 1, True)
ZERO = Span(4, 26, 4, 27)


@pytest.fixture(scope="module")
def validator() -> jsonschema.protocols.Validator:
    """For the schema as OASIS publishes it."""
    try:
        schema = json.loads(sarif_schema().read_text(encoding="utf-8"))
    except ToolError as error:
        pytest.skip(f"the schema of SARIF cannot be fetched: {error}")
    checker = jsonschema.validators.validator_for(schema)
    return checker(schema, format_checker=checker.FORMAT_CHECKER)


def written(*found: Diagnostic, lines: Sequence[str] = LINES, ran: Ran = RAN) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(as_sarif(found, lambda _: lines, _explained, ran))
    return document


def run_of(*found: Diagnostic, lines: Sequence[str] = LINES) -> dict[str, Any]:
    (run,) = written(*found, lines=lines)["runs"]
    return dict(run)


def result_of(found: Diagnostic, lines: Sequence[str] = LINES) -> dict[str, Any]:
    (result,) = run_of(found, lines=lines)["results"]
    return dict(result)


@cache
def _explained(code: str) -> Explained | None:
    return Explained("Why it matters.", "all of it", "# all of it") if code == "out-of-range" else None


def error(span: Span | None = ZERO, **more: Any) -> Diagnostic:
    return Diagnostic("out-of-range", "error", "0 is too small", "in/f.yml", span, **more)


def place(result: Mapping[str, Any]) -> dict[str, Any]:
    (location,) = result["locations"]
    return dict(location["physicalLocation"])


@given(st.lists(diagnostics(), max_size=6), st.booleans())
def test_whatever_is_found_is_valid_sarif(
    validator: jsonschema.protocols.Validator, found: list[Diagnostic], finished: bool
) -> None:
    text = as_sarif(found, lambda _: LINES, _explained, Ran("1.2.3", 1, finished))
    assert text.isascii()
    assert [error.message for error in validator.iter_errors(json.loads(text))] == []
    assert text == as_sarif(found, lambda _: LINES, _explained, Ran("1.2.3", 1, finished))


def test_the_schema_refuses_what_is_no_sarif(validator: jsonschema.protocols.Validator) -> None:
    # Without this, a schema that takes anything would make the test above pass.
    document = written(error())
    del document["runs"][0]["tool"]["driver"]["name"]
    assert not validator.is_valid(document)


def test_another_library_reads_it() -> None:
    related = Related("in/g.yml", Span(2, 1, 2, 16), "first given here")
    read = Sarif.model_validate(written(error(related=(related,), help="write a number")))
    (run,) = read.runs
    assert (run.tool.driver.name, run.tool.driver.version) == ("telecompile", "1.2.3")
    (result,) = run.results or []
    assert (result.rule_id, result.level) == ("out-of-range", Level.ERROR)
    assert result.message.text == "0 is too small\nhelp: write a number"
    (location,) = result.locations or []
    assert location.physical_location is not None
    region = location.physical_location.region
    assert region is not None
    assert (region.start_line, region.start_column, region.end_line, region.end_column) == (4, 26, 4, 27)


def test_nothing_found_is_an_empty_run(validator: jsonschema.protocols.Validator) -> None:
    document = written(ran=Ran("1.2.3", 0, True))
    (run,) = document["runs"]
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]
    assert validator.is_valid(document)


def test_a_rule_is_described_once_and_found_by_its_index() -> None:
    other = Diagnostic("duplicate-key", "error", "twice", "in/f.yml", Span(1, 1, 1, 2))
    run = run_of(error(), other, error(Span(5, 1, 5, 2)))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["duplicate-key", "out-of-range"]
    assert [rule["name"] for rule in rules] == ["DuplicateKey", "OutOfRange"]
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]


def test_a_rule_has_the_page_of_its_code_as_help() -> None:
    (rule,) = run_of(error())["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == CODES["out-of-range"].told
    assert rule["fullDescription"]["text"] == "Why it matters."
    assert rule["help"] == {"text": "all of it", "markdown": "# all of it"}
    assert rule["defaultConfiguration"]["level"] == "error"


def test_a_code_without_a_page_is_described_by_its_sentence() -> None:
    (rule,) = run_of(Diagnostic("unread-file", "warning", "s", "f"))["tool"]["driver"]["rules"]
    assert rule["help"]["text"] == rule["fullDescription"]["text"] == CODES["unread-file"].told


def test_a_long_description_ends_with_a_sentence() -> None:
    why = "One sentence that is told. " * 100
    text = as_sarif([error()], lambda _: LINES, lambda _: Explained(why, "t", "m"), RAN)
    told = json.loads(text)["runs"][0]["tool"]["driver"]["rules"][0]["fullDescription"]["text"]
    assert len(told) <= 1000
    assert told.endswith("that is told.")


@pytest.mark.parametrize("severity", ["error", "warning", "note"])
def test_the_level_is_the_severity(severity: Any) -> None:
    assert result_of(error()._replace(severity=severity))["level"] == severity


def test_a_file_as_such_has_no_region() -> None:
    assert place(result_of(error(None))).keys() == {"artifactLocation"}


def test_the_lines_around_the_place_are_shown() -> None:
    shown = place(result_of(error()))["contextRegion"]
    assert shown == {
        "startLine": 3,
        "endLine": 5,
        "snippet": {"text": "  kafka:\n    log_retention_hours: 0\n    retries: 2\n"},
    }


@pytest.mark.parametrize("lines", [[], ["---"], ["x"] * 3 + ["y" * (LONGEST_LINE + 1)]], ids=["none", "few", "long"])
def test_what_cannot_be_shown_is_only_named(lines: list[str]) -> None:
    assert place(result_of(error(), lines)).keys() == {"artifactLocation", "region"}


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("in/f.yml", "in/f.yml"),
        ("./in//f.yml", "in/f.yml"),
        ("my clusters/größe#1%/f.yml", "my%20clusters/gr%C3%B6%C3%9Fe%231%25/f.yml"),
        ("C:/f.yml", "C%3A/f.yml"),
        ("in\udcff/f.yml", "in%FF/f.yml"),
    ],
)
def test_a_path_is_a_relative_uri(file: str, uri: str) -> None:
    found = place(result_of(error()._replace(file=file)))
    assert found["artifactLocation"] == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_an_absolute_path_is_a_file_uri() -> None:
    found = place(result_of(error()._replace(file="/srv/in put/f.yml")))
    assert found["artifactLocation"] == {"uri": "file:///srv/in%20put/f.yml"}


def test_related_places_are_numbered() -> None:
    related = tuple(Related("in/g.yml", Span(line, 1, line, 3), f"seen {line}") for line in (1, 2))
    found = result_of(error(related=related))["relatedLocations"]
    assert [(one["id"], one["message"]["text"]) for one in found] == [(1, "seen 1"), (2, "seen 2")]
    assert [one["physicalLocation"]["region"]["startLine"] for one in found] == [1, 2]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("write `dcgm: {metrics_enabled: false}`", "write `dcgm: {metrics_enabled: false}`"),
        ("the value {0} is none", "the value {{0}} is none"),
        ("[a](1) and [b]", "\\[a](1) and [b]"),
    ],
)
def test_a_message_has_no_placeholders_and_no_links(said: str, text: str) -> None:
    assert result_of(error()._replace(summary=said))["message"]["text"] == text


def fingerprints(*found: Diagnostic, lines: Sequence[str] = LINES) -> list[str]:
    return [one["partialFingerprints"]["telecompile/v1"] for one in run_of(*found, lines=lines)["results"]]


def test_a_fingerprint_moves_with_its_line() -> None:
    moved = error(Span(6, 26, 6, 27))
    assert fingerprints(error()) == fingerprints(moved, lines=["# new", "# new", *LINES])


def test_fingerprints_tell_places_apart() -> None:
    twice = [error(), error(), error(Span(5, 1, 5, 2)), error(None), error()._replace(file="in/g.yml")]
    assert len(set(fingerprints(*twice))) == len(twice)


def test_a_fingerprint_is_not_that_of_the_directory_as_it_is_written() -> None:
    assert fingerprints(error()) == fingerprints(error()._replace(file="./in/f.yml"))


def test_the_columns_are_those_of_characters() -> None:
    assert run_of(error())["columnKind"] == "unicodeCodePoints"


def test_no_path_of_this_machine_is_in_it() -> None:
    assert str(Path.cwd()) not in json.dumps(written(error()))


def test_of_too_many_results_the_heaviest_are_kept() -> None:
    note, wrong = error(None)._replace(severity="note"), error(None)
    results = run_of(*[note] * MOST_RESULTS, wrong)["results"]
    assert (len(results), results[-1]["level"]) == (MOST_RESULTS, "error")
