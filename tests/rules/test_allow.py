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
