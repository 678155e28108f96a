"""The cases that users run with `vector test`: true in the real engine, and each able to fail."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import yaml

from tests.vector.messages import KEYS
from tests.vector.shape import COUNTERS, faults
from tests.vector.vrl_engine import TEMPLATES, Bridge, complaint, holds

_PRESENT = 2_000_000_000_000
"""Vector stamps a test's record with the present; any time years after the samples will do."""


class Case(NamedTuple):
    name: str
    message: str
    events: int
    conditions: list[str]
    needs: str | None = None


_CASES = [Case(**one) for one in yaml.safe_load((TEMPLATES / "cases.yaml").read_text())]


@pytest.mark.parametrize("case", _CASES, ids=[case.name for case in _CASES])
def test_a_case_is_true(case: Case) -> None:
    # Where the case needs no key, it must be true in a plan without any.
    bridge = Bridge({case.needs: KEYS[case.needs]} if case.needs else {})
    events = bridge.events(case.message, _PRESENT)
    assert len(events) == case.events
    assert faults(events) == []
    for condition in case.conditions:
        assert complaint(condition) is None
        assert [event["name"] for event in events if holds(condition, event)] != [], condition


@pytest.mark.parametrize(
    "case", [case for case in _CASES if case.needs], ids=[case.name for case in _CASES if case.needs]
)
def test_a_case_that_needs_a_key_is_untrue_without_it(case: Case) -> None:
    events = Bridge().events(case.message, _PRESENT)
    assert not all(any(holds(condition, event) for event in events) for condition in case.conditions)


def test_no_condition_holds_for_a_case_it_is_not_of() -> None:
    bridge = Bridge(KEYS)
    other: list[dict[str, Any]] = bridge.events('{"producer":"other","schema":"other","x":1}', _PRESENT)
    for case in _CASES:
        assert not any(holds(condition, event) for condition in case.conditions for event in other)


def test_every_counter_of_the_bridge_has_a_case() -> None:
    text = (TEMPLATES / "cases.yaml").read_text()
    assert all(counter in text for counter in COUNTERS)


def test_no_dollar_stands_in_them() -> None:
    assert "$" not in (TEMPLATES / "cases.yaml").read_text()
