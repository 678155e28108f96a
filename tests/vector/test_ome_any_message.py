"""Of every message: no program fails, what leaves is well-shaped, no number is lost, and of logs nothing at all."""

from __future__ import annotations

import base64
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.vector.ome_engine import LINES, METRICS, counted, faults, gauges, lines, programs

_METRICS, _LINES = programs(METRICS), programs(LINES)
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_TOPICS = st.sampled_from(["ome.telemetry", "ome.health", "ome.alerts", "a.b.inventory", "x", "", "."]) | _TEXT
_SAMPLES = st.sampled_from(["1", " 2.5 ", "Up", "1e999", "nan", "20241014T140000Z"])
_NUMBERS = st.integers(-(2**66), 2**66) | st.floats(allow_nan=False, allow_infinity=False)
_NAMES = (
    st.sampled_from(
        ["System", "Metric", "MetricId", "MetricValue", "TimeStamp", "Component", "ComponentId", "Identifier"]
    )
    | st.sampled_from(
        ["Data", "Properties", "Value", "Timestamp", "Id", "Severity", "Description", "a.b", "a_b", "a\tb"]
    )
    | _TEXT
)
_JSON = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _SAMPLES | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_NAMES, inner, max_size=5),
    max_leaves=20,
)
_VALUES = st.none() | st.booleans() | _NUMBERS | _SAMPLES
_METRIC = st.fixed_dictionaries(
    {"MetricId": st.sampled_from(["A.B.Max.5.Interval", "A.B", "A_B", ""]) | _TEXT},
    optional={
        "MetricValue": _VALUES | st.lists(_VALUES | st.just({"x": 1}), max_size=4),
        "TimeStamp": _SAMPLES | _NUMBERS | st.lists(_SAMPLES | _NUMBERS, max_size=4),
        "ComponentId": st.none() | _TEXT,
        "Other": _JSON,
    },
)
_SYSTEM = st.dictionaries(_NAMES, _JSON, max_size=4) | st.fixed_dictionaries(
    {"Identifier": st.sampled_from(["a", "b", ""]), "Metric": st.lists(_METRIC, max_size=4), "x": _JSON},
    optional={"Component": st.lists(st.dictionaries(_NAMES, _JSON, max_size=4), max_size=3)},
)
_DOCUMENTS = _JSON | st.fixed_dictionaries(
    {"System": st.lists(_SYSTEM, max_size=3)}, optional={"x": _JSON, "Metric": _JSON}
)


def _numbers(value: Any) -> int:
    """How many numbers and booleans a document holds."""
    if isinstance(value, dict):
        return sum(map(_numbers, value.values()))
    if isinstance(value, list):
        return sum(map(_numbers, value))
    return int(isinstance(value, bool | int | float))


def _stamps(document: Any) -> int:
    """How many of them could be taken for the time of a metric: those of a known one only."""
    if isinstance(document, dict):
        here = 0
        if "MetricId" in document and "MetricValue" in document:
            here = _numbers(document.get("TimeStamp")) + _numbers(document.get("ComponentId"))
            here += _numbers(document.get("Identifier"))
        return here + sum(map(_stamps, document.values()))
    return sum(map(_stamps, document)) if isinstance(document, list) else 0


@given(st.binary(max_size=60) | _TEXT, _TOPICS)
def test_any_bytes_are_survived(message: bytes | str, topic: str) -> None:
    assert faults(_METRICS.events(message, topic)) == []
    found = _LINES.events(message, topic)
    assert faults(found) == []
    data = message.encode() if isinstance(message, str) else message
    texts = [base64.b64decode(one["_msg"]) if "encoding" in one else one["_msg"].encode() for one in lines(found)]
    try:
        document = json.loads(data)
    except ValueError:
        assert texts == [data or b"(an empty message)"]
    else:
        assert isinstance(document, list | dict) or texts == [data]


@given(_DOCUMENTS, _TOPICS)
def test_no_number_is_lost(document: Any, topic: str) -> None:
    events = _METRICS.events(json.dumps(document), topic)
    assert faults(events) == []
    found = gauges(events)
    assert len(found) >= _numbers(document) - _stamps(document)
    times = {(one["name"], one["timestamp"], *sorted(one["tags"].items())) for one in found}
    repeated = {one["name"] for one in found if "ome_telemetry_" not in one["name"]}
    assert len(times) == len(found) or repeated


@given(_DOCUMENTS)
def test_a_number_beyond_the_known_metrics_is_a_series_of_its_own(document: Any) -> None:
    found = gauges(_METRICS.events(json.dumps(document).replace('"MetricId"', '"MetricName"'), "ome.health"))
    assert len({(one["name"], *sorted(one["tags"].items())) for one in found}) == len(found)


@given(_DOCUMENTS, st.sampled_from(["ome.alerts", "ome.logs", "ome.other"]))
def test_nothing_of_a_log_is_lost(document: Any, topic: str) -> None:
    text = json.dumps(document)
    events = _LINES.events(text, topic)
    assert faults(events) == []
    wholes = [str(one.get("raw", one["_msg"])) for one in lines(events)]
    if any(name == "raw_lines" for name, _ in counted(events)) or wholes == [text]:
        assert wholes == [text]
        return
    elements = [json.loads(one) for one in wholes]
    if isinstance(document, list):
        assert elements == (document or [[]])
        return
    if elements == [document]:
        return
    around = [json.loads(one["envelope"]) for one in lines(events) if "envelope" in one]
    if not around and len(document) > 1:
        around = [elements.pop()]
    rest = around[0] if around else {}
    (name,) = set(document) - set(rest)
    assert document == {**rest, name: elements}
