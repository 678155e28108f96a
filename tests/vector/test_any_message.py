"""Of every message: no program fails, what leaves is well-shaped, and each number arrives or is counted."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.vector.messages import KEYS
from tests.vector.shape import counted, faults
from tests.vector.vrl_engine import RECEIVED, Bridge, Table

_BRIDGE = Bridge(KEYS, (Table("ldms_hosts_0", 1, 9, {"1": "node1"}),))
_IDENTITY = ("timestamp", "component_id", "job_id", "app_id", "producer", "instance", "schema")
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_NUMBERS = st.integers(-(2**66), 2**66) | st.floats(allow_nan=False, allow_infinity=False)
_NAMES = (
    st.sampled_from([*_IDENTITY, "name", "gpu_id", "job_state", "list.name", "list.instance", "a(b)", "a_b", "a.b"])
    | _TEXT
)
_JSON = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(_NAMES, inner, max_size=5),
    max_leaves=12,
)
_ROWS = st.dictionaries(_NAMES, _JSON, max_size=12)
_PLAIN_NAMES = st.sampled_from(["a(b)", "a_b", "a.b", "a b", "a_b_", "-", "(", "x"]) | _TEXT
_HEADS = st.sampled_from([{"producer": "n1", "schema": "s"}, {"component_id": 1}, {"producer": "n1"}, {"schema": "s"}])


def _series(events: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(event["name"], json.dumps(event["tags"], sort_keys=True)) for event in events]


@given(st.binary(max_size=60) | _TEXT)
def test_any_bytes_are_survived(message: str | bytes) -> None:
    assert faults(_BRIDGE.events(message)) == []


@given(
    st.lists(st.sampled_from(['{"', '"', ":", ",", "nan", "-inf", "1", "[", "]", "}", "\\", "a", "\n"]), max_size=25)
)
def test_anything_near_json_is_survived(pieces: list[str]) -> None:
    assert faults(_BRIDGE.events("".join(pieces))) == []


@given(_ROWS, st.none() | st.just(RECEIVED))
def test_any_object_is_survived(row: dict[str, Any], received: int | None) -> None:
    assert faults(_BRIDGE.events(json.dumps(row), received)) == []


@given(_HEADS, st.dictionaries(_PLAIN_NAMES, _NUMBERS | st.none() | st.lists(_NUMBERS | st.none(), max_size=4)))
def test_every_number_arrives_or_is_counted(head: dict[str, Any], columns: dict[str, Any]) -> None:
    columns = {name: value for name, value in columns.items() if name not in _IDENTITY and "null" not in name}
    text = json.dumps(head | columns)
    if "\\" not in text:  # the store escapes nothing
        text = text.replace("null", "nan")
    events = _BRIDGE.events(text)
    gauges = [event for event in events if "gauge" in event]
    lost = sum(value for (name, *_), value in counted(events).items() if name == "dropped_values")
    assert len(gauges) + lost == sum(len(value) if isinstance(value, list) else 1 for value in columns.values())
    assert len(set(_series(gauges))) == len(gauges)


@given(_HEADS, st.dictionaries(_PLAIN_NAMES, st.integers(0, 2**53)))
def test_a_column_has_one_name_whatever_its_value(head: dict[str, Any], columns: dict[str, int]) -> None:
    columns = {name: value for name, value in columns.items() if name not in _IDENTITY}
    zeros = head | dict.fromkeys(columns, 0)
    assert set(_series(_BRIDGE.events(json.dumps(head | columns)))) == set(_series(_BRIDGE.events(json.dumps(zeros))))
