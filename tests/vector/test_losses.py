"""What cannot be kept is counted, and costs nothing else."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vector.messages import MICROSECONDS, as_is_row, static_row
from tests.vector.shape import counted, faults, gauges, tags
from tests.vector.vrl_engine import RECEIVED, Bridge

_BRIDGE = Bridge({"procnetdev2": ["name"]})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "json"),
        ("meminfo", "json"),
        ('{"timestamp":1', "json"),
        (static_row("procnetdev2", {"name": 'e"th', "rx": 1}), "json"),
        (b"\xff\xfe", "json"),
        ("[" * 1000, "json"),
        ('{"a":1e999}', "json"),
        ("[1]", "not_object"),
        ("null", "not_object"),
        ("1", "not_object"),
        ("nan", "not_object"),
        ('"text"', "not_object"),
    ],
)
def test_a_message_that_is_no_row_yields_one_counter(text: str | bytes, reason: str) -> None:
    events = _BRIDGE.events(text)
    assert counted(events) == {("dropped_messages", reason): 1.0}
    assert len(events) == 1
    assert faults(events) == []


def test_a_value_that_is_not_finite_costs_only_itself() -> None:
    events = _BRIDGE.events(
        static_row("s", {"good": 1, "a": nan, "b": -nan, "c": inf, "d": -inf, "e": [1.0, nan, 2.0]})
    )
    assert gauges(events) == {"ldms_s_good": 1.0, "ldms_s_e[0]": 1.0, "ldms_s_e[2]": 2.0}
    assert counted(events) == {("dropped_values", "not_finite", "s"): 5.0}


def test_a_row_is_mended_without_touching_its_strings() -> None:
    events = _BRIDGE.events(static_row("procnetdev2", {"name": ":nan,\\inf\t", "rx": 1, "tx": nan}))
    assert tags(events, "ldms_procnetdev2_rx")[0]["name"] == ":nan,\\inf\t"
    assert counted(events) == {("dropped_values", "not_finite", "procnetdev2"): 1.0}


def test_what_is_nested_deeper_than_a_list_is_counted() -> None:
    events = _BRIDGE.events(static_row("s", {"good": 1}, raw='"o":{"x":1},"l":[[1],{"y":2},3,"t",true]'))
    assert gauges(events) == {"ldms_s_good": 1.0, "ldms_s_l[2]": 3.0}
    assert counted(events) == {("dropped_values", "nested", "s"): 3.0}


def test_text_and_truth_are_no_numbers_and_no_losses() -> None:
    assert _BRIDGE.events(static_row("s", {"text": "x"}, raw='"yes":true')) == []


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [
        ("", "missing"),
        ('"timestamp":"1700000099"', "missing"),
        ('"timestamp":nan', "missing"),
        ('"timestamp":0.000000', "implausible"),
        ('"timestamp":-1', "implausible"),
        ('"timestamp":1e300', "implausible"),
        ('"timestamp":1699395299.9', "implausible"),  # a week and 0.1 s before the record
        ('"timestamp":1700086500.1', "implausible"),  # a day and 0.1 s after it
    ],
)
def test_a_time_not_to_be_believed_is_replaced_by_the_records(seconds: str, reason: str) -> None:
    row = '{"producer":"n1","schema":"s","x":1' + (f",{seconds}}}" if seconds else "}")
    events = _BRIDGE.events(row)
    assert counted(events)["replaced_timestamps", reason] == 1.0
    assert gauges(events) == {"ldms_s_x": 1.0}
    assert events[-1]["timestamp"] == {"microseconds": RECEIVED * 1000}


_IN_2039 = 2_200_000_000_000
"""Where seconds in a double are coarser than their microseconds, so that cutting instead of rounding shows."""


@given(st.sampled_from([RECEIVED, _IN_2039]), st.integers(-604_800 * 10**6, 86_400 * 10**6))
def test_a_believable_time_is_kept_to_the_microsecond(received: int, age: int) -> None:
    microseconds = received * 1000 + age
    seconds = f"{microseconds // 10**6}.{microseconds % 10**6:06d}"
    (event,) = _BRIDGE.events(f'{{"timestamp":{seconds},"producer":"n1","schema":"s","x":1}}', received)
    assert event["timestamp"] == {"microseconds": microseconds}


@pytest.mark.parametrize("seconds", ["1699395300.000000", "1700000099.001751", "1700000099", "1700086500.000000"])
def test_a_time_within_a_week_before_and_a_day_after_is_kept(seconds: str) -> None:
    (event,) = _BRIDGE.events(f'{{"timestamp":{seconds},"producer":"n1","schema":"s","x":1}}')
    whole, _, part = seconds.partition(".")
    assert event["timestamp"] == {"microseconds": int(whole) * 1_000_000 + int(part or 0)}


def test_a_record_without_a_time_loses_nothing() -> None:
    events = _BRIDGE.events(static_row("s", {"x": 1}), received=None)
    assert gauges(events) == {"ldms_s_x": 1.0}
    assert events[-1]["timestamp"] != {"microseconds": MICROSECONDS}
    assert faults(events) == []


def test_rows_of_sets_without_a_decomposition_are_counted() -> None:
    assert counted(_BRIDGE.events(as_is_row({"x": 1}))) == {("as_is_rows", "component_id"): 1.0}
