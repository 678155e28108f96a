"""The pods of LDMS: aggregators, and a store behind each of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...config.options import Options
from ...config.quantity import binary
from ...plan.decision import Container, Decided, Resources, Workload
from ...plan.images import image
from ...plan.sizing import resources, why
from .collection import Aggregator
from .model import container_memory

AGGREGATOR, STORE = "ldms-aggregator", "ldms-store"


def ldms_pods(
    options: Options, aggregators: Sequence[Aggregator], set_memory: Decided[int], *, apart: bool
) -> tuple[tuple[tuple[Workload, tuple[Aggregator, ...]], ...], tuple[Workload, ...]]:
    """The aggregators' pods with the daemons in each, ``apart`` or all in one; and the store of each aggregator."""
    together = [(one,) for one in aggregators] if apart else [tuple(aggregators)]
    pods = tuple(
        (_workload(options, AGGREGATOR, daemons[0].host, [one.name for one in daemons], set_memory), daemons)
        for daemons in together
    )
    stores = tuple(_workload(options, STORE, f"{STORE}-{one.number}", [STORE], set_memory) for one in aggregators)
    return pods, stores


def _workload(options: Options, kind: str, name: str, containers: Sequence[str], set_memory: Decided[int]) -> Workload:
    memory = binary(container_memory(set_memory.value))
    used = resources(options, kind, Resources("250m", memory, "1", memory))
    picture = image(options, "ldms")
    return Workload(
        "ldms",
        name,
        1,
        tuple(Container(one, picture, used) for one in containers),
        None,
        why(options, kind, "250m to 1 CPU and twice its set memory and 256Mi"),
        (*set_memory.keys, f"telecompile.yml: resources.{kind}"),
        init=(Container("credential", picture, used),),
    )
