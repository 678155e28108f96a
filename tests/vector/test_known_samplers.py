"""What the decomposition lists of the samplers it knows, the bridge turns into metrics without a loss."""

from __future__ import annotations

import pytest

from telecompile.sources.ldms.samplers import KNOWN, Column, Sampler, static_sampler
from tests.ldms.store_rows import json_row
from tests.vector.messages import TIME
from tests.vector.shape import counted, faults, gauges
from tests.vector.vrl_engine import Bridge

_ARGUMENTS = {"slurm_sampler": "component_id=7 stream=slurm job_count=4 task_count=8"}
_IDENTITY = {"component_id", "job_id", "app_id"}
_SLOTS = 4


def _sampler(plugin: str) -> Sampler:
    found = static_sampler(plugin, _ARGUMENTS.get(plugin, ""))
    assert found is not None
    return found


def _value(column: Column) -> object:
    if column.type == "char_array":
        return "text"
    return [5] * _SLOTS if column.type.endswith("_array") else 5


def _numbers(column: Column) -> int:
    if column.type == "char_array" or column.name in _IDENTITY:
        return 0
    return _SLOTS if column.type.endswith("_array") else 1


@pytest.mark.parametrize("plugin", KNOWN)
def test_each_numeric_column_arrives(plugin: str) -> None:
    sampler = _sampler(plugin)
    keys = [key for row in sampler.rows for key in row.keys]
    bridge = Bridge({sampler.schema: keys} if keys else {})
    for row in sampler.rows:
        columns = (*sampler.base, *row.columns)
        text = json_row(
            [
                ("timestamp", "ts", TIME),
                *((name, "char_array", "n1") for name in ("producer", "instance")),
                ("schema", "char_array", sampler.schema),
                *((column.name, column.type, _value(column)) for column in columns),
            ]
        )
        events = bridge.events(text)
        assert len(gauges(events)) == sum(_numbers(column) for column in columns if column.name not in row.keys)
        assert counted(events) == {}
        assert faults(events) == []
        assert all(set(row.keys) <= set(event["tags"]) for event in events if event["name"] != "ldms_job_info")
