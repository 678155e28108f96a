"""The edges of the LDMS daemons: from nodes to aggregators to stores, and on to the broker."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.configuration import Configuration
from ..sources.ldms.collection import Aggregator
from ..sources.ldms.plan import Ldms
from .edges import Edge, Peer, Port, between, collapsed, outside


def ldms_edges(configuration: Configuration, ldms: Ldms) -> Iterator[Edge]:
    """Each aggregator and its own nodes, each store and its own aggregator."""
    for pod, daemons in ldms.pods:
        for daemon in daemons:
            yield _nodes(configuration, ldms, pod.name, daemon)
            store = ldms.stores[daemon.number].name
            yield between(store, pod.name, daemon.port, "pulls what the aggregator holds")


def _nodes(configuration: Configuration, ldms: Ldms, pod: str, daemon: Aggregator) -> Edge:
    if ldms.dials:
        addresses = collapsed(address for _, address in daemon.nodes)
        return Edge(Peer(pod), Peer(ranges=addresses), (Port(ldms.sampler_port.value),), "pulls its nodes")
    ranges = configuration.options.expose.source_ranges
    senders = outside(ranges) if ranges or ldms.exposure else Peer(cluster=True)
    return Edge(senders, Peer(pod), (Port(daemon.port),), "samplers dial in")
