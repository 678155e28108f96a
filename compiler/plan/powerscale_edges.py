"""The edges of PowerScale's metrics: from the arrays to csm-metrics, to the collector, to vmagent."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.configuration import Configuration
from ..sources.powerscale.plan import PowerScale
from .edges import Edge, Peer, Port, api_server, between, host_and_port, host_edge
from .images import CSM_METRICS
from .places import HTTP_PORTS, KUBE_STATE_METRICS, ONEFS_PORT, OTEL_COLLECTOR, OTLP_PORT, VMAGENT


def powerscale_edges(configuration: Configuration, powerscale: PowerScale) -> Iterator[Edge]:
    """Which arrays there are only isilon-creds knows, so they are any host, on OneFS's port."""
    csm = powerscale.csm
    proxy = csm.authorization.value
    if proxy is None:
        yield Edge(Peer(CSM_METRICS), Peer(), (Port(ONEFS_PORT),), "asks the arrays that isilon-creds names")
    else:
        host, port = host_and_port(f"https://{proxy.host}")
        yield host_edge(configuration, CSM_METRICS, host, port, "asks the server of CSM Authorization")
    yield api_server(configuration, CSM_METRICS, "lists volumes and StorageClasses, and holds its lease")
    yield between(CSM_METRICS, OTEL_COLLECTOR, OTLP_PORT, "sends what it found")
    yield between(OTEL_COLLECTOR, VMAGENT, HTTP_PORTS[VMAGENT], "pushes what it received")
    yield api_server(configuration, KUBE_STATE_METRICS, "lists and watches volumes, claims and StorageClasses")
    if csm.metrics.value is not None:
        yield between(VMAGENT, CSM_METRICS, csm.metrics.value.port, "scrapes it")
