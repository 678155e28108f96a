"""What ldmsd makes of a set with a flex decomposition: the rows, or nothing (decomp_flex.c, decomp_static.c, LDMS 4.5).

A set is given by its schema, its metrics, and its lists of records; the rest is the same for every set here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.ldms.posix_regex import extended

Metric = tuple[str, object]
"""An ldmsd type in lower case, and a value of it."""


class Set(NamedTuple):
    """A set as a sampler makes it: ``metrics`` by name, ``lists`` of records whose members are metrics by name."""

    schema: str
    producer: str
    time: tuple[int, int]
    metrics: Mapping[str, Metric]
    lists: Mapping[str, Sequence[Mapping[str, Metric]]] = {}

    @property
    def special(self) -> dict[str, Metric]:
        """The sources that ldmsd makes itself."""
        instance = f"{self.producer}/{self.schema}"
        return {
            "timestamp": ("ts", self.time),
            "producer": ("char_array", self.producer),
            "instance": ("char_array", instance),
            "M_schema": ("char_array", self.schema),
        }


Row = list[tuple[str, str, object]]
"""Name, type and value of each column, in order."""


def rows(decomposition: str, sample: Set) -> list[Row]:
    """The rows that leave for the store. None at all where a column has no source: ldmsd drops the whole set."""
    value = json.loads(decomposition)
    applied = []
    for match in value["matches"]:
        pattern = extended(match["schema"])
        assert pattern is not None
        if pattern.search(sample.schema):
            applied.append(match["apply"])
    found: list[Row] = []
    for name in dict.fromkeys(applied or [value["default"]]):
        one = value["decomposition"][name]
        made = _as_is(sample) if one["type"] == "as_is" else _static(one, sample)
        if made is None:
            return []
        found += made
    return found


def _static(decomposition: Mapping[str, Any], sample: Set) -> list[Row] | None:
    found: list[Row] = []
    for row in decomposition["rows"]:
        lists = {column["src"] for column in row["cols"] if "rec_member" in column}
        assert len(lists) <= 1, "lists of unequal length would be padded"
        records: Sequence[Mapping[str, Metric]] = sample.lists.get(lists.pop(), ()) if lists else ({},)
        for record in records:
            columns = [_column(column, sample, record) for column in row["cols"]]
            whole = [column for column in columns if column is not None]
            if len(whole) != len(columns):
                return None
            found.append(whole)
    return found


def _column(column: Mapping[str, Any], sample: Set, record: Mapping[str, Metric]) -> tuple[str, str, object] | None:
    source, name = column["src"], column.get("dst", column["src"])
    if "rec_member" in column:
        metric = record.get(column["rec_member"])
    else:
        metric = sample.special.get(source) or sample.metrics.get(source)
        if metric is None and "fill" in column:
            metric = (column["type"], column["fill"])
    return None if metric is None else (name, *metric)


def _as_is(sample: Set) -> list[Row]:
    own: Row = [("timestamp", *sample.special["timestamp"]), *((name, *one) for name, one in sample.metrics.items())]
    if not sample.lists:
        return [own]
    return [
        [*own, *((f"{name}.{member}", *one) for member, one in record.items())]
        for name, records in sample.lists.items()
        for record in records
    ]
