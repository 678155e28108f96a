"""OME's messages become samples: every number, at its own time, in a series of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.vector.ome_engine import METRICS, RECEIVED, counted, faults, gauges, programs
from tests.vector.ome_messages import FLAT, HEALTH, INVENTORY, TELEMETRY, metric, text

_BRIDGE = programs(METRICS)
_14H = RECEIVED // 1000 - 60


def _events(document: object, topic: str = "ome.telemetry") -> list[dict[str, Any]]:
    events = _BRIDGE.events(text(document), topic)
    assert faults(events) == []
    return events


def _found(document: object, topic: str = "ome.telemetry", *labels: str) -> dict[tuple[str, ...], float]:
    """The values by name and the named labels."""
    return {
        (one["name"], *(one["tags"].get(label, "") for label in labels)): one["gauge"]["value"]
        for one in gauges(_events(document, topic))
    }


def test_every_sample_of_the_published_message_arrives_at_its_own_time() -> None:
    events = _events(TELEMETRY)
    assert counted(events) == {}
    assert len(events) == 13
    average = [one for one in events if one["tags"].get("statistic") == "Avg"]
    assert [(one["timestamp"] - _14H, one["gauge"]["value"]) for one in average] == [
        (-300, 0.80789210554223),
        (-600, 0.820354609519005),
        (0, 0.918639693052224),
    ]
    assert average[0]["name"] == "ome_SystemUtilization_CPUUsage"
    assert average[0]["tags"] == {
        "job": "ome",
        "source_subsystem": "ome",
        "topic": "ome.telemetry",
        "identifier": "4LRZYY3",
        "statistic": "Avg",
        "window": "5",
        "span": "Interval",
    }


def test_what_differs_in_component_statistic_window_or_system_is_another_series() -> None:
    series = {(one["name"], *sorted(one["tags"].items())) for one in gauges(_events(TELEMETRY))}
    assert len(series) == 7


def test_an_identifier_may_have_dots() -> None:
    (one,) = gauges(_events(FLAT, "OME-637-2-100.100.5.8.telemetry"))
    assert one["tags"]["source_subsystem"] == "OME-637-2-100.100.5.8"
    assert one["tags"]["identifier"] == "4LRZYY3"
    assert one["name"] == "ome_Thermal_InletTemperature"
    assert "statistic" not in one["tags"]


def test_an_inventory_becomes_gauges_of_its_components() -> None:
    cores = "ome_inventory_Component_Data_Properties_Cores"
    assert _found(INVENTORY, "ome.inventory", "component", "index") == {
        (cores, "CPU.1", "0"): 64.0,
        ("ome_inventory_Component_Data_Properties_Enabled", "CPU.1", "0"): 1.0,
        (cores, "CPU.2", "0"): 32.0,
        (cores, "CPU.2", "1"): 16.0,
    }


def test_health_becomes_gauges_of_its_systems() -> None:
    assert _found(HEALTH, "ome.health", "identifier") == {
        ("ome_health_Powered", "a"): 1.0,
        ("ome_health_Fans", "a"): 4.0,
        ("ome_health_Powered", "b"): 0.0,
        ("ome_health_Fans", "b"): 2.0,
    }


@pytest.mark.parametrize(
    "names",
    [
        ("A.B", "A_B", "A-B", "A..B", "AB", "A.B.", "a.B"),
        ("X.Max.5.Interval", "X.Max.5.Current", "X.Max.50.Interval", "X.Min.5.Interval", "X.Max.5", "X.5.Interval"),
        ("telemetry.Fans", "Fans"),
        ("A" * 300, "A" * 301),
    ],
)
def test_two_metrics_never_become_one(names: tuple[str, ...]) -> None:
    document = {
        "System": [
            {"Identifier": "s", "Fans": 7, "Metric": [metric(name, "c", [("20241014T140000Z", "1")]) for name in names]}
        ]
    }
    found = gauges(_events(document))
    assert len({(one["name"], *sorted(one["tags"].items())) for one in found}) == len(names) + 1


@pytest.mark.parametrize(
    "document",
    [
        {"System": [{"Identifier": "a", "x": 1}, {"Identifier": "a", "x": 2}]},
        {"System": [{"x": 1}, {"x": 2}]},
        {"System": [{"Identifier": "a", "x": 1}], "x": 2},
        {"System": [{"Identifier": "a", "Component": [{"Id": "c", "x": 1}, {"Id": "c", "x": 2}]}]},
        {"System": [{"Identifier": "a", "Component": [{"x": 1}], "x": 2}]},
        {"System": [{"Identifier": "a", "x": [1, [2, {"y": 3}], {"y": 4}]}]},
        {"a": {"b": 1}, "a.b": 2, "a_b": 3, "a\nb": 4, "a%0Ab": 5, "a\tb": 6, "\t0": 7, "a": [8]},  # noqa: F601 # the last wins, as in JSON
        {"Metric": [metric("m", "c", [("20241014T140000Z", "1")]), metric("m", "c", [("20241014T140000Z", "2")])]},
    ],
)
def test_two_values_never_become_one(document: object) -> None:
    found = gauges(_events(document))
    assert len({(one["name"], *sorted(one["tags"].items())) for one in found}) == len(found) > 0


def test_texts_too_long_for_a_label_stay_apart() -> None:
    systems = [{"Identifier": "a" * 5000 + end, "x": 1} for end in "bc"]
    found = gauges(_events({"System": systems}))
    assert len({one["tags"]["identifier"] for one in found}) == 2


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0", 0.0),
        (" 12.50 ", 12.5),
        ("-1e3", -1000.0),
        ("+.5", 0.5),
        (7, 7.0),
        (True, 1.0),
        (18446744073709551615, 2.0**64),
    ],
)
def test_a_value_is_a_number_or_a_text_of_one(value: object, number: float) -> None:
    (one,) = _events({"Metric": [{"MetricId": "m", "MetricValue": value, "TimeStamp": "20241014T140000Z"}]})
    assert one["gauge"]["value"] == number


@pytest.mark.parametrize(
    ("value", "reason"),
    [("Up", "text"), ("", "text"), (None, "text"), ("nan", "text"), ("1e999", "not_finite"), ("1,5", "text")],
)
def test_a_value_that_is_no_number_is_counted_and_not_0(value: object, reason: str) -> None:
    stamps = ["20241014T140000Z"] * 2
    events = _events({"Metric": [{"MetricId": "m", "MetricValue": [value, "1"], "TimeStamp": stamps}]})
    assert [one["gauge"]["value"] for one in gauges(events)] == [1.0]
    assert counted(events) == {("dropped_values", reason): 1.0}


@pytest.mark.parametrize(
    ("stamp", "offset", "replaced"),
    [
        ("20241014T140000Z", 0, None),
        ("2024-10-14T16:00:00+02:00", 0, None),
        ("2024-10-14T14:00:00.5Z", 0, None),
        (_14H, 0, None),
        (_14H * 1000, 0, None),
        (None, 60, "missing"),
        ("yesterday", 60, "implausible"),
        ("20231014T140000Z", 60, "implausible"),
        ("20261014T140000Z", 60, "implausible"),
        (-5, 60, "implausible"),
        (10**300, 60, "implausible"),
    ],
)
def test_a_believable_time_is_kept_and_another_replaced_by_the_records(
    stamp: object, offset: int, replaced: str | None
) -> None:
    events = _events({"Metric": [{"MetricId": "m", "MetricValue": "1", "TimeStamp": stamp}]})
    assert gauges(events)[0]["timestamp"] == _14H + offset
    assert counted(events) == ({("replaced_timestamps", replaced): 1.0} if replaced else {})


def test_a_value_without_a_time_beside_it_has_the_records() -> None:
    events = _events({"Metric": [{"MetricId": "m", "MetricValue": ["1", "2"], "TimeStamp": ["20241014T140000Z"]}]})
    assert [one["timestamp"] - _14H for one in events[:2]] == [0, 60]
    assert counted(events) == {("replaced_timestamps", "missing"): 1.0}


def test_everything_else_has_the_time_of_its_entity() -> None:
    (one,) = _events({"System": [{"Identifier": "a", "TimeStamp": "20241014T140000Z", "x": 1}]})
    assert one["timestamp"] == _14H


def test_what_a_metric_holds_beyond_its_values_is_not_lost() -> None:
    found = _found({"Metric": [{"MetricId": "m", "MetricValue": "1", "TimeStamp": "20241014T140000Z", "Period": 60}]})
    assert found == {("ome_m",): 1.0, ("ome_telemetry_Metric_Period",): 60.0}


def test_an_unknown_shape_loses_no_number_and_is_counted() -> None:
    events = _events(
        {"Chassis": {"Fans": [{"Speed": 4200}, {"Reading": "12.5", "Model": "7"}], "Name": "9"}}, "ome.health"
    )
    assert {(one["name"], one["tags"]["index"]): one["gauge"]["value"] for one in gauges(events)} == {
        ("ome_health_Chassis_Fans_Speed", "0"): 4200.0,
        ("ome_health_Chassis_Fans_Reading", "1"): 12.5,
    }
    assert counted(events) == {("unknown_shapes", "health"): 1.0}


@pytest.mark.parametrize("message", ["", "x", "{", b"\xff", '{"a":1e999}', "[" * 1000])
def test_a_message_that_is_no_json_is_counted(message: str | bytes) -> None:
    assert counted(_BRIDGE.events(message, "ome.health")) == {("dropped_messages", "json"): 1.0}


def test_a_message_without_a_number_is_counted() -> None:
    assert counted(_events({"System": [{"Identifier": "a", "Status": "OK"}]})) == {
        ("dropped_messages", "no_number"): 1.0
    }


def test_a_record_without_time_or_topic_loses_nothing() -> None:
    events = _BRIDGE.events(text(HEALTH), None, None)
    assert faults(events) == []
    assert len(gauges(events)) == 4
