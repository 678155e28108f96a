"""How the set of a sampler is described."""

from typing import NamedTuple

_SCALARS = ("char", "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f32", "d64")
TYPES = frozenset((*_SCALARS, *(f"{scalar}_array" for scalar in _SCALARS)))
"""The names of types that a decomposition takes (`ldms_metric_str_to_type` of ldms.c, LDMS 4.5)."""


class Column(NamedTuple):
    """A metric of a set, or a member of the records in its list.

    ``type`` is one of TYPES and exactly the metric's own: ldmsd converts a wrong one for the first kind of set
    (schema digest) that it sees, and an assertion ends it at the second (decomp_static.c, LDMS 4.5). ``kernels``
    says on which kernels and with which options the metric exists; it is empty where the plugin makes it
    everywhere. ``source`` is the file that says so. ``fill`` stands only where it is the truth about a node whose
    set lacks the metric; without it ldmsd drops the whole set of such a node. Record members take no fill.
    """

    name: str
    type: str
    kernels: str
    source: str
    fill: int | float | None = None


class Row(NamedTuple):
    """A row of the decomposition.

    ``list`` names the list of records that gives a row for each of its records; None means one row a set.
    ``keys`` are the columns that tell the rows of one node apart.
    """

    list: str | None
    keys: tuple[str, ...]
    columns: tuple[Column, ...]


class Sampler(NamedTuple):
    """The set of a plugin: its schema's name, what every row of it can carry besides, and its rows.

    ``base`` are set metrics that say whose values these are, with the types they have in this set.
    """

    plugin: str
    schema: str
    base: tuple[Column, ...]
    rows: tuple[Row, ...]


def columns(type: str, kernels: str, source: str, names: str, fill: int | None = None) -> tuple[Column, ...]:
    """Columns that have all but the name in common; ``names`` are words."""
    return tuple(Column(name, type, kernels, source, fill) for name in names.split())


BASE = columns("u64", "", "sampler_base.c, LDMS 4.5", "component_id job_id app_id")
"""What every plugin on `sampler_base` puts in front of its own metrics."""
