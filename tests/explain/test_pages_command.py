"""`telecompile explain CODE`."""

from __future__ import annotations

import pytest

from telecompile import cli
from telecompile.diagnostics.codes import CODES


@pytest.mark.parametrize(
    "words",
    [
        ["unknown-key"],
        ["Unknown-Key"],
        ["[unknown-key]"],
        ["error[unknown-key]"],
        ["error[unknown-key]:"],
        ["unknown-key:"],
        ["error[unknown-key]: unknown key sources_ranges in expose"],
        ["error[unknown-key]:", "unknown", "key", "sources_ranges", "in", "expose"],
    ],
)
def test_a_code_is_understood_as_it_is_pasted(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", *words]) == 0
    shown, complained = capsys.readouterr()
    assert shown.startswith("error[unknown-key]\n")
    assert not complained


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("unkown-key", "did you mean unknown-key?"),
        ("warning[kafka-retenton]", "did you mean kafka-retention?"),
        ("telemetry_sinks.kafka.log_retention_byte", "did you mean telemetry_sinks.kafka.log_retention_bytes?"),
        ("log_retention_byte", "did you mean telemetry_sinks.kafka.log_retention_bytes?"),
        ("urll", "did you mean url?"),
        ("nothing.like.it", "lists the codes"),
        ("error[]", "lists the codes"),
    ],
)
def test_an_unknown_word_is_a_mistake_on_the_command_line(
    word: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["explain", word]) == 2
    shown, complained = capsys.readouterr()
    assert not shown
    assert meant in complained
    assert complained.count("\n") == 1


def test_without_a_word_all_codes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain"]) == 0
    listed = {
        line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ") and line[2] != " "
    }
    assert set(CODES) <= listed


def test_a_key_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "telemetry_sinks.kafka.log_retention_bytes"]) == 0
    assert "log_retention_bytes" in capsys.readouterr().out


def test_prose_is_as_wide_as_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    widest = {}
    for columns in ("60", "90", "400"):
        monkeypatch.setenv("COLUMNS", columns)
        cli.run(["explain", "unknown-key"])
        widest[columns] = max(map(len, capsys.readouterr().out.splitlines()))
    assert widest["60"] <= 60 < widest["90"] <= 90 < widest["400"] <= 100


def test_a_code_that_is_a_key_too_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "url"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("error[url]\n")
    assert "Keys of that name:\n\n    telemetry_sinks.victoria_logs.additional_log_write_endpoints[].url\n" in shown
    assert cli.run(["explain", "unknown-key"]) == 0
    assert "Keys of that name" not in capsys.readouterr().out
