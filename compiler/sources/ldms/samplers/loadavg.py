"""`loadavg`: /proc/loadavg."""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Column, Row, Sampler

_SOURCE = "loadavg.c, LDMS 4.5"
_TYPES = {
    "load1min": "d64",
    "load5min": "d64",
    "load15min": "d64",
    "runnable": "u64",
    "scheduling_entities": "u64",
    "newest_pid": "u64",
}


def sampler(arguments: Arguments) -> Sampler | None:
    """One row a set, with the metrics of `metrics=`; the word `force_integer` makes loads integers of 1/100.

    The schema's own name tells both: `loadavg`, `loadavgi`, or with six digits for the metrics that are there.
    """
    wanted = [name for name in arguments.values.get("metrics", ",".join(_TYPES)).split(",") if name]
    if not wanted or not set(wanted) <= set(_TYPES):
        return None  # the plugin refuses an unknown name, and without one it makes an empty set
    integer = "force_integer" in arguments.words
    default = "loadavgi" if integer else "loadavg"
    if set(wanted) != set(_TYPES):
        default += "".join("1" if name in wanted else "0" for name in _TYPES)
    schema = arguments.schema(default)
    if schema is None:
        return None
    found = tuple(
        Column(name, "u64" if integer else type, "", _SOURCE) for name, type in _TYPES.items() if name in wanted
    )
    return Sampler("loadavg", schema, BASE, (Row(None, (), found),))
