"""The components that the storage file names, and when each is rendered (semantics.md, section 4)."""

from collections.abc import Callable
from typing import NamedTuple

from ..config.former import STORAGE
from .active import CARRIED, LOG_STORE, LOGS, METRIC_STORE, METRICS, bridge_on, channel_on, sink_asks, sink_on
from .active import source_section as _source
from .rule import View

SYSLOG_SOURCES = ("powerscale", "ufm", "vast")
"""The sources whose logs come by syslog."""


class Part(NamedTuple):
    """A component with replicas: where it stands in the storage file, and whether it is rendered.

    ``asks`` names the sections that ``rendered`` reads.
    """

    path: tuple[str, str]
    asks: tuple[str, ...]
    rendered: Callable[[View], bool]

    @property
    def replicas(self) -> str:
        """The section that says how many pods it has."""
        return f"{STORAGE}:{'.'.join(self.path)}.replicas"


def _of_store(section: str, sink: str, *names: str) -> tuple[Part, ...]:
    return tuple(Part((section, name), sink_asks(sink), lambda view: sink_on(view, sink)) for name in names)


def _of_bridges(name: str, bridge: str, channel: str) -> Part:
    """What runs for one of the ``bridge`` or ``channel`` (empty: any)."""
    served = [one for one in CARRIED if one.bridge.startswith(bridge) and one.channel.startswith(channel)]
    asks = tuple(dict.fromkeys(section for one in served for section in one.asks))
    return Part(("vector_storage", name), asks, lambda view: any(bridge_on(view, one) for one in served))


VMSTORAGE, VMINSERT, VMSELECT, VMAGENT = _of_store(
    "victoria_cluster_storage", METRIC_STORE, "vmstorage", "vminsert", "vmselect", "vmagent"
)
VLSTORAGE, VLINSERT, VLSELECT = _of_store(
    "victoria_logs_cluster_storage", LOG_STORE, "vlstorage", "vlinsert", "vlselect"
)
VLAGENT = Part(
    ("victoria_logs_cluster_storage", "vlagent"),
    tuple(_source(name) for name in SYSLOG_SOURCES),
    lambda view: any(channel_on(view, name, LOGS) for name in SYSLOG_SOURCES),
)
VECTOR_LDMS, VECTOR_OME = _of_bridges("ldms", "vector_ldms", ""), _of_bridges("ome", "vector_ome", "")
VMAGENT_VECTOR, VLAGENT_VECTOR = _of_bridges("vmagent_vector", "", METRICS), _of_bridges("vlagent_vector", "", LOGS)
PARTS = (
    VMSTORAGE,
    VMINSERT,
    VMSELECT,
    VMAGENT,
    VLSTORAGE,
    VLINSERT,
    VLSELECT,
    VLAGENT,
    VECTOR_LDMS,
    VECTOR_OME,
    VMAGENT_VECTOR,
    VLAGENT_VECTOR,
)
