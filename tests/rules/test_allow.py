"""`allow`: warnings that the user has seen."""

from __future__ import annotations

import pytest

from tests.config.changed import TELEMETRY, changed, compiled, said

OPEN = "expose: {source_ranges: []}\n"


def found(text: str) -> list[tuple[str, str, int]]:
    """Code, severity and column of what is said."""
    return [(one.code, one.severity, one.span.column if one.span else 0) for one in said(changed(options=text))]


def test_an_allowed_warning_is_a_note() -> None:
    assert [(code, severity) for code, severity, _ in found(OPEN)] == [("exposed-to-anyone", "warning")]
    assert [(code, severity) for code, severity, _ in found(f"{OPEN}allow: [exposed-to-anyone]\n")] == [
        ("exposed-to-anyone", "note")
    ]


def test_an_unknown_and_an_unused_entry_are_warnings_at_their_place() -> None:
    text = "expose: {source_ranges: [192.0.2.0/24]}\nallow: [exposed-to-anybody, exposed-to-anyone, x]\n"
    assert found(text) == [
        ("allow-unknown", "warning", 9),
        ("allow-unused", "warning", 29),
        ("allow-unknown", "warning", 48),
    ]


def test_an_error_cannot_be_allowed() -> None:
    diagnostics = said(
        changed({TELEMETRY: (("agg_port: 6001", "agg_port: 1"),)}, options=f"{OPEN}allow: [out-of-range]\n")
    )
    assert ("out-of-range", "error") in {(one.code, one.severity) for one in diagnostics}


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("out-of-range", "'out-of-range' is an error, and an error cannot be allowed"),
        ("other-release-key", "'other-release-key' is a note, which stops nothing"),
        ("loses-data", "'loses-data' is told of an output directory, and warnings of inputs alone can be allowed"),
        ("idrac-partitions", "'idrac-partitions' is allowed, and nothing gives that warning"),
    ],
)
def test_an_entry_that_allows_nothing_says_why(code: str, why: str) -> None:
    (one,) = said(changed(options=f"expose: {{source_ranges: [192.0.2.0/24]}}\nallow: [{code}]\n"))
    assert (one.code, one.severity, one.summary) == ("allow-unused", "warning", why)


def test_an_unknown_entry_is_answered_with_a_warning_that_it_resembles() -> None:
    (one,) = said(changed(options="expose: {source_ranges: [192.0.2.0/24]}\nallow: [ldms-unknown-plugins]\n"))
    assert (one.code, one.help) == ("allow-unknown", "did you mean ldms-unknown-plugin?")


def test_what_is_said_of_entries_can_be_allowed_itself() -> None:
    """Several clusters may share a file, and only some of them give the warning."""
    text = "expose: {source_ranges: [192.0.2.0/24]}\nallow: [allow-unused, allow-unknown, idrac-partitions, x]\n"
    assert [(one.code, one.severity) for one in said(changed(options=text))] == [
        ("allow-unused", "note"),
        ("allow-unknown", "note"),
    ]


def test_beside_an_error_no_entry_counts_as_unused() -> None:
    """The rule that would have warned reads a section that is wrong, so it was left out."""
    contents = changed(
        {TELEMETRY: (("agg_port: 6001", "agg_port: 1"),)}, options=f"{OPEN}allow: [exposed-to-anyone, no-such-code]\n"
    )
    assert [one.code for one in said(contents)] == ["allow-unknown", "out-of-range"]


@pytest.mark.parametrize("options", [None, OPEN])
def test_a_warning_stops_nothing(options: str | None) -> None:
    assert compiled(changed(options=options)).plan is not None


def test_a_place_is_never_in_a_file_that_is_absent() -> None:
    assert [one.file for one in said(changed(options=None))] == [TELEMETRY]
