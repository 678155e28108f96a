"""Messages as the store publishes them, for tests of the bridge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.ldms.store_rows import json_row

Value = str | int | float | Sequence[int] | Sequence[float]
Columns = Mapping[str, Value]

TIME = (1_700_000_099, 1751)
"""Of every sample here, in seconds and microseconds: 0.998249 s before the record's time of the engine."""
MICROSECONDS = 1_700_000_099_001_751
KEYS = {"procnetdev2": ["name"], "procstat2": ["name"], "dcgm": ["gpu_id"]}
"""The list keys of a plan with all samplers."""


def static_row(schema: str, columns: Columns, raw: str = "", job_id: int = 0, host: str = "n1") -> str:
    """A row of the static decomposition; `raw` is text after the columns, for what the store never writes."""
    whose: Columns = {
        "producer": host,
        "instance": f"{host}/{schema}",
        "schema": schema,
        "component_id": 7,
        "job_id": job_id,
    }
    return _row({**whose, **columns}, raw)


def as_is_row(columns: Columns, component_id: int = 7) -> str:
    """A row of `as_is`: a time, the set's own metrics, members of lists as `LIST.MEMBER`."""
    return _row({"component_id": component_id, "job_id": 0, "app_id": 0, **columns}, "")


def _row(columns: Columns, raw: str) -> str:
    text = json_row([("timestamp", "ts", TIME), *((name, _kind(value), value) for name, value in columns.items())])
    return f"{text[:-1]},{raw}}}" if raw else text


def _kind(value: Value) -> str:
    match value:
        case str():
            return "char_array"
        case int():
            return "u64" if value >= 0 else "s64"
        case float():
            return "d64"
    return "d64_array" if any(isinstance(one, float) for one in value) else "s64_array"


SLURM = static_row(
    "mt-slurm",
    {
        "component_id": [7, 7, 7, 7],
        "job_slot_list_tail": 2,
        "job_slot_list": [0, 1, 2, -1],
        "job_id": [4001, 4002, 4003, 0],
        "app_id": [0, 0, 0, 0],
        "job_state": [4, 2, 1, 0],
        "job_size": [1, 8, 16, 0],
    },
)
"""A set of slurm_sampler: the first job has ended, the next two are on the node, the last slot was never used."""
