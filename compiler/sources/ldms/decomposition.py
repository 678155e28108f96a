"""How the store turns the sets of a sampler into rows: which column of a row comes from where."""

from typing import NamedTuple

from .samplers import Row, Sampler

# Made by ldmsd itself, for every row; none of them takes a type, and a wrong one would end the daemon.
_OF_EVERY_ROW = (("timestamp", "timestamp"), ("producer", "producer"), ("instance", "instance"), ("M_schema", "schema"))


class StoredColumn(NamedTuple):
    """A column ``name`` from the metric ``source``, or from ``member`` of the records in it.

    ``fill`` stands in for a metric that the set lacks, and is of ``type``; the type is empty where nothing is filled.
    """

    name: str
    source: str
    member: str | None = None
    type: str = ""
    fill: int | float | None = None


class StoredSet(NamedTuple):
    """The rows of the sets with the name ``schema``."""

    schema: str
    rows: tuple[tuple[StoredColumn, ...], ...]


def stored_set(sampler: Sampler) -> StoredSet:
    """Every row with its time, its node and its schema, and the columns that every supported kernel has."""
    return StoredSet(sampler.schema, tuple(_row(sampler, row) for row in sampler.rows))


def _row(sampler: Sampler, row: Row) -> tuple[StoredColumn, ...]:
    found = [StoredColumn(name, source) for source, name in _OF_EVERY_ROW]
    # app_id says nothing that job_id does not.
    found += [StoredColumn(one.name, one.name) for one in sampler.base if one.name != "app_id"]
    for one in row.columns:
        if row.list is not None:
            found.append(StoredColumn(one.name, row.list, one.name))
        elif one.fill is not None:
            found.append(StoredColumn(one.name, one.name, None, one.type, one.fill))
        else:
            found.append(StoredColumn(one.name, one.name))
    return tuple(found)
