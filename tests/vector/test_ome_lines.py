"""OME's messages become lines: nothing is lost, whatever it is."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tests.vector.ome_engine import LINES, counted, faults, programs
from tests.vector.ome_engine import lines as lines_of
from tests.vector.ome_messages import ALERT, ALERTS, text

_BRIDGE = programs(LINES)


def _events(message: str | bytes, topic: str = "ome.alerts") -> list[dict[str, Any]]:
    events = _BRIDGE.events(message, topic)
    assert faults(events) == []
    return events


def test_every_alert_of_the_published_message_becomes_a_line() -> None:
    first, second = _events(text(ALERTS))
    assert json.loads(first.pop("raw")) == ALERT
    assert json.loads(second["raw"]) == ALERTS["Data"][1]
    assert first == {
        "_msg": "Test manual alerts",
        "_time": "2024-10-14T13:45:17+00:00",
        "topic": "ome.alerts",
        "source": "ome",
        "severity": "8",
        "identifier": "6SXV903",
        "message_id": "CDEV1234",
        "envelope": '{"TransferType":"Delta"}',
    }


@pytest.mark.parametrize(
    "document",
    [
        {"Data": [{"a": 1}, 2, "x", None, [3]]},
        [{"a": 1}, {"b": None}],
        {"Rows": [{"a": 1}], "Other": {"b": "c"}},
        {"Aaa": [1], "Data": [2]},
    ],
)
def test_each_element_of_the_list_is_a_line_and_the_rest_beside_it(document: Any) -> None:
    found = lines_of(_events(text(document)))
    elements = document if isinstance(document, list) else document.get("Data", document.get("Rows"))
    assert [json.loads(one["_msg"]) for one in found] == elements
    if isinstance(document, dict):
        rest = {name: value for name, value in document.items() if value is not elements}
        assert [json.loads(one.get("envelope", "{}")) for one in found] == [rest] * len(found)


def test_much_around_the_list_is_a_line_of_its_own() -> None:
    rest = {"Big": "y" * 2000}
    first, second, third = lines_of(_events(text({"Data": [1, 2], **rest})))
    assert (first["_msg"], second["_msg"], json.loads(third["_msg"])) == ("1", "2", rest)
    assert "envelope" not in first


@pytest.mark.parametrize("message", ['{"a":1}', '{"Data":[]}', "5", '"x"', "null", "[]"])
def test_what_has_no_list_is_one_line(message: str) -> None:
    (line,) = lines_of(_events(message))
    assert line["_msg"] == message


@pytest.mark.parametrize(
    ("message", "topic", "reason"),
    [
        ("user logged in", "ome.auditlogs", "json"),
        ("{", "ome.event", "json"),
        ('{"Data":[1,2]}', "ome.firmware", "unknown_topic"),
        ('{"Data":[1,2]}', "", "unknown_topic"),
        ('{"Data":[18446744073709551615]}', "ome.logs", "number"),
        ('{"Data":[0.12345678901234567]}', "ome.logs", "number"),
        ('{"Data":[1e3]}', "ome.logs", "number"),
    ],
)
def test_what_cannot_be_taken_apart_stays_as_it_came_and_is_counted(message: str, topic: str, reason: str) -> None:
    events = _events(message, topic)
    assert [one["_msg"] for one in lines_of(events)] == [message]
    assert counted(events) == {("raw_lines", reason): 1.0}


def test_bytes_that_are_no_text_are_kept_too() -> None:
    (line,) = lines_of(_events(b"\xff\xfe{"))
    assert line["encoding"] == "base64"
    assert base64.b64decode(line["_msg"]) == b"\xff\xfe{"


def test_an_empty_message_is_a_line() -> None:
    (line,) = lines_of(_events(""))
    assert line["_msg"] == "(an empty message)"


@pytest.mark.parametrize("piece", ["\0", "é", "\U0001f600", '\\"', "x"])
def test_a_line_too_long_for_the_store_comes_in_parts(piece: str) -> None:
    message = piece * (300_000 // len(piece))
    events = _events(message)
    parts = lines_of(events)
    assert "".join(one["_msg"] for one in parts) == message
    assert [one["part"] for one in parts] == [str(number + 1) for number in range(len(parts))]
    assert {one["parts"] for one in parts} == {str(len(parts))}
    assert counted(events)["split_lines", "too_long"] == 1.0


def test_an_element_too_long_comes_in_parts_and_the_others_whole() -> None:
    long = {**ALERT, "Extra": '"' * 200_000}
    parts = [one for one in lines_of(_events(text({"Data": [long, ALERT]}))) if "part" in one]
    assert json.loads("".join(one["_msg"] for one in parts)) == long
    assert {one["_time"] for one in parts} == {"2024-10-14T13:45:17+00:00"}


def test_a_time_that_the_store_would_drop_is_replaced_and_counted() -> None:
    late = programs(LINES, believed=600).events(text({"Data": [ALERT]}), "ome.alerts")
    assert late[0]["_time"].startswith("2024-10-14T14:01:00")
    assert counted(late) == {("replaced_timestamps", "implausible"): 1.0}


def test_a_field_too_long_to_be_one_is_in_the_whole_only() -> None:
    (line,) = lines_of(_events(text({"Data": [{**ALERT, "EEMIMessageId": "x" * 201}]})))
    assert "message_id" not in line
    assert json.loads(line["raw"])["EEMIMessageId"] == "x" * 201
