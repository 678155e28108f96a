"""The cases that users run with `vector test`: true in the real engine, and each able to fail."""

from __future__ import annotations

from typing import NamedTuple

import pytest
import yaml

from tests.vector.ome_engine import (
    COUNTERS,
    LINES,
    METRICS,
    TEMPLATES,
    Event,
    complaint,
    faults,
    programs,
    rendered,
    runtime,
)

_PRESENT = 2_000_000_000_000
"""Vector stamps a test's record with the present; any time years after the samples will do."""
_NOT_IN_CASES = {"vector_ome_split_lines_total"}
"""Its message would be too long for a file that people read."""


class Case(NamedTuple):
    name: str
    channel: str
    topic: str
    message: str
    events: int
    conditions: list[str]


_CASES = [Case(**one) for one in yaml.safe_load((TEMPLATES / "cases.yaml").read_text())]
_PROGRAMS = {"metrics": programs(METRICS), "logs": programs(LINES)}


def _holds(condition: str, event: Event) -> bool:
    result = runtime().execute(condition, event).runtime_result
    assert isinstance(result, bool), condition
    return result


@pytest.mark.parametrize("case", _CASES, ids=[case.name for case in _CASES])
def test_a_case_is_true(case: Case) -> None:
    events = _PROGRAMS[case.channel].events(case.message, f"ome.{case.topic}", _PRESENT)
    assert len(events) == case.events
    assert faults(events) == []
    for condition in case.conditions:
        assert complaint(condition) is None
        assert [event for event in events if _holds(condition, event)] != [], condition


def test_no_condition_holds_for_a_case_it_is_not_of() -> None:
    other = _PROGRAMS["metrics"].events('{"System":[{"Identifier":"o","x":5}]}', "o.health", _PRESENT)
    other += _PROGRAMS["logs"].events('{"o":1}', "o.logs", _PRESENT)
    for case in _CASES:
        assert not any(_holds(condition, event) for condition in case.conditions for event in other)


def test_every_counter_of_the_bridge_has_a_case() -> None:
    text = (TEMPLATES / "cases.yaml").read_text()
    assert {counter for counter in COUNTERS if counter not in text} == _NOT_IN_CASES


def test_each_program_compiles_by_itself_and_after_those_before_it() -> None:
    for names in (METRICS, LINES, ("topics",), ("unread",)):
        for name in names:
            assert complaint(rendered(name)) is None
    for one in _PROGRAMS.values():
        assert complaint(one.whole) is None


def test_no_dollar_stands_in_them() -> None:
    # Vector before 0.57 puts environment variables in their place, in the whole file.
    assert [path.name for path in TEMPLATES.iterdir() if "$" in path.read_text()] == []


@pytest.mark.parametrize(
    "topic", ["ome.telemetry", "ome.x.health", "inventory", "ome.logs", "ome.telemetryx", "", "ome.telemetry."]
)
def test_each_topic_belongs_to_one_channel(topic: str) -> None:
    of_metrics = topic.rpartition(".")[2] in ("telemetry", "inventory", "health")
    assert _holds(rendered("topics"), {"topic": topic}) is of_metrics
