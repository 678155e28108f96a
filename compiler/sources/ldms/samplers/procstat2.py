"""`procstat2`: /proc/stat; times in clock ticks, 1/100 s on Linux."""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Row, Sampler, columns

_SOURCE = "procstat2.c, LDMS 4.5"


def sampler(arguments: Arguments) -> Sampler | None:
    """A row for the node, and a row for each CPU; `cpu` is the sum of all.

    With `interrupt=true` or `soft_interrupt=true` there are further sets, `procstat2_intr` and
    `procstat2_softirq`: lists of bare numbers without a name, which only `as_is` can carry. With `schema=` those
    sets bear the same schema name, and static rows for it would lose them.
    """
    schema = arguments.schema("procstat2")
    further = any(arguments.values.get(key, "").lower() == "true" for key in ("interrupt", "soft_interrupt"))
    if schema is None or (further and schema != "procstat2"):
        return None
    node = columns("u64", "", _SOURCE, "ctxt btime processes procs_running procs_blocked")
    cpu = (
        *columns("char_array", "", _SOURCE, "name"),
        *columns("u64", "", _SOURCE, "user nice system idle iowait irq softirq steal guest guest_nice"),
    )
    return Sampler("procstat2", schema, BASE, (Row(None, (), node), Row("cpu_list", ("name",), cpu)))
