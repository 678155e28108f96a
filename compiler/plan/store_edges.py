"""The edges of the two stores and of VMAuth in front of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.configuration import Configuration
from .edges import Edge, Peer, Port, api_server, between, endpoint_edges, outside
from .gateway import Gateway
from .places import HTTP_PORTS, VMSTORAGE_INSERT_PORT, VMSTORAGE_SELECT_PORT
from .victoria_logs import VictoriaLogs
from .victoria_metrics import VictoriaMetrics


def metrics_edges(configuration: Configuration, metrics: VictoriaMetrics) -> Iterator[Edge]:
    """Within the metrics store, and from its agent to where that writes."""
    yield between("vminsert", "vmstorage", VMSTORAGE_INSERT_PORT, "writes samples")
    yield between("vmselect", "vmstorage", VMSTORAGE_SELECT_PORT, "reads samples")
    yield between("vmselect", "vmselect", HTTP_PORTS["vmselect"], "forgets cached results together with the others")
    yield between("vmagent", "vminsert", HTTP_PORTS["vminsert"], "writes what it scraped")
    yield from endpoint_edges(configuration, metrics.vmagent)
    yield api_server(configuration, "vmagent", "finds targets, and watches its configuration")


def logs_edges(configuration: Configuration, logs: VictoriaLogs) -> Iterator[Edge]:
    """Within the log store, and from the senders of syslog."""
    yield between("vlinsert", "vlstorage", HTTP_PORTS["vlstorage"], "writes lines")
    yield between("vlselect", "vlstorage", HTTP_PORTS["vlstorage"], "reads lines")
    if logs.vlagent is None:
        return
    yield between("vlagent", "vlinsert", HTTP_PORTS["vlinsert"], "writes what it received")
    yield from endpoint_edges(configuration, logs.vlagent)
    ranges = configuration.options.expose.source_ranges
    for listener in logs.listeners:
        # What stays inside of the cluster is for the cluster, unless somebody narrows it further.
        senders = outside(ranges) if ranges or listener.exposure else Peer(cluster=True)
        ports = (Port(listener.port), Port(listener.port, "UDP"))
        yield Edge(senders, Peer("vlagent"), ports, f"syslog of {listener.source}")


def gateway_edges(configuration: Configuration, gateway: Gateway) -> Iterator[Edge]:
    """From whoever asks to VMAuth, and from there to the stores."""
    for user in gateway.users:
        component = user.kind.partition("/")[2] or user.kind.lower()
        yield between(gateway.workload.name, component, HTTP_PORTS[component], f"for {user.user}")
    port = (Port(HTTP_PORTS["vmauth"]),)
    yield Edge(
        Peer(cluster=True),
        Peer(gateway.workload.name),
        port,
        "queries from inside of the cluster; VMAuth asks for a password",
    )
    if gateway.external is not None:
        senders = outside(gateway.external.source_ranges)
        yield Edge(senders, Peer(gateway.workload.name), port, "queries and pushes from outside of the cluster")
    yield api_server(configuration, gateway.workload.name, "watches its configuration")
