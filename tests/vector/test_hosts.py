"""A row's node: its producer, else what the mapping says of its component_id, else the number itself."""

from __future__ import annotations

import pytest

from tests.vector.messages import as_is_row, static_row
from tests.vector.shape import counted, tags
from tests.vector.vrl_engine import Bridge, Table, rendered

_TABLES = (
    Table("ldms_hosts_0", 1, 1000, {"1": "node1", "7": "node7", "1000": "node1000"}),
    Table("ldms_hosts_1", 1001, 1500, {"1001": "node1001"}),
)
_BRIDGE = Bridge({}, _TABLES)


def _host(text: str) -> tuple[str, str]:
    events = _BRIDGE.events(text)
    ((_, origin),) = counted(events) or ((None, "producer"),)
    return events[-1]["tags"]["instance"], origin


@pytest.mark.parametrize(
    ("component_id", "expected"),
    [
        (1, ("node1", "table")),
        (1000, ("node1000", "table")),
        (1001, ("node1001", "table")),
        (8, ("component-8", "component_id")),
        (0, ("component-0", "component_id")),
        (1501, ("component-1501", "component_id")),
    ],
)
def test_a_row_without_producer_is_named_by_its_component(component_id: int, expected: tuple[str, str]) -> None:
    assert _host(as_is_row({"x": 1}, component_id=component_id)) == expected


def test_a_producer_is_believed_whatever_the_table_says() -> None:
    assert _host(static_row("s", {"x": 1}, host="n9")) == ("n9", "producer")


def test_the_component_may_be_an_array_of_one_number() -> None:
    assert _host(as_is_row({"component_id": [7, 7], "x": 1})) == ("node7", "table")


@pytest.mark.parametrize("component", ["", '"component_id":null,', '"component_id":[],', '"component_id":{"a":1},'])
def test_a_row_without_any_identity_is_named_so(component: str) -> None:
    events = _BRIDGE.events(f'{{{component}"x":1}}')
    (labels,) = tags(events, "ldms_as_is_x")
    assert labels["instance"] == "component-unknown"
    assert "component_id" not in labels


def test_an_empty_producer_is_none() -> None:
    assert _host(static_row("s", {"x": 1}, host="")) == ("node7", "table")


def test_without_tables_nothing_is_looked_up() -> None:
    assert "get_enrichment_table_record" not in rendered("hosts", {})
    assert rendered("hosts", {}, _TABLES).count("get_enrichment_table_record") == 2
