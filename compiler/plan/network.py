"""Who talks to whom: the edges that NetworkPolicies allow, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from .decision import Sink
from .gateway import Gateway
from .places import HTTP_PORTS, RELOADER_PORT, VMAUTH_INTERNAL_PORT, VMSTORAGE_INSERT_PORT, VMSTORAGE_SELECT_PORT
from .platform import strimzi_is_here
from .remote_write import Agent
from .victoria_logs import VictoriaLogs
from .victoria_metrics import VictoriaMetrics

API_SERVER_PORTS = (443, 6443)
EVERYWHERE = frozenset({"0.0.0.0/0", "::/0"})
WEBHOOK_PORT = 9443
"""Where the API server asks the VictoriaMetrics operator (its pod's port)."""
VICTORIA_OPERATOR, STRIMZI_OPERATOR = "victoriametrics-operator", "strimzi-operator"


class Peer(NamedTuple):
    """One end of an edge.

    One of these says who: ``workload``, ``ranges`` (CIDRs), ``namespace`` (its pods),
    ``cluster`` (every pod); none of them means anyone.
    """

    workload: str = ""
    ranges: tuple[str, ...] = ()
    namespace: str = ""
    cluster: bool = False


class Port(NamedTuple):
    """A port of the pod, not of its Service."""

    number: int
    protocol: str = "TCP"


class Edge(NamedTuple):
    """Traffic that must flow; the policies open it at both ends that are pods of the stack.

    No port means every port, where the pod's own is not known.
    """

    source: Peer
    target: Peer
    ports: tuple[Port, ...]
    reason: str


class Network(NamedTuple):
    """The edges, and the component that each workload's policy belongs to."""

    edges: tuple[Edge, ...]
    components: tuple[tuple[str, str], ...]


def plan_network(
    configuration: Configuration,
    sinks: Sequence[Sink],
    metrics: VictoriaMetrics | None,
    logs: VictoriaLogs | None,
    gateway: Gateway | None,
) -> Network | None:
    """The edges of what is rendered; None when policies are not wanted."""
    if not configuration.options.network_policies:
        return None
    edges: list[Edge] = []
    components: list[tuple[str, str]] = []
    if metrics is not None:
        edges += _metrics_edges(configuration, metrics)
        components += [
            (one.name, one.component)
            for one in (metrics.vmstorage, metrics.vminsert, metrics.vmselect, metrics.vmagent.workload)
        ]
    if logs is not None:
        edges += _logs_edges(configuration, logs)
        components += [(one.name, one.component) for one in (logs.vlstorage, logs.vlinsert, logs.vlselect)]
        components += [(logs.vlagent.workload.name, logs.vlagent.workload.component)] if logs.vlagent else []
    if gateway is not None:
        edges += _gateway_edges(configuration, gateway)
        components.append((gateway.workload.name, gateway.workload.component))
    if metrics is not None:
        edges += _scrape_edges([name for name, _ in components])
    operators = _operators_here(configuration, sinks, gateway)
    edges += _operator_edges(configuration, operators)
    components += [(operator, "platform") for operator in operators]
    return Network(tuple(edges), tuple(components))


def _metrics_edges(configuration: Configuration, metrics: VictoriaMetrics) -> Iterator[Edge]:
    yield _between("vminsert", "vmstorage", VMSTORAGE_INSERT_PORT, "writes samples")
    yield _between("vmselect", "vmstorage", VMSTORAGE_SELECT_PORT, "reads samples")
    yield _between("vmselect", "vmselect", HTTP_PORTS["vmselect"], "forgets cached results together with the others")
    yield _between("vmagent", "vminsert", HTTP_PORTS["vminsert"], "writes what it scraped")
    yield from _endpoint_edges(configuration, metrics.vmagent)
    yield _api_server(configuration, "vmagent", "finds targets, and watches its configuration")


def _logs_edges(configuration: Configuration, logs: VictoriaLogs) -> Iterator[Edge]:
    yield _between("vlinsert", "vlstorage", HTTP_PORTS["vlstorage"], "writes lines")
    yield _between("vlselect", "vlstorage", HTTP_PORTS["vlstorage"], "reads lines")
    if logs.vlagent is None:
        return
    yield _between("vlagent", "vlinsert", HTTP_PORTS["vlinsert"], "writes what it received")
    yield from _endpoint_edges(configuration, logs.vlagent)
    ranges = configuration.options.expose.source_ranges
    for listener in logs.listeners:
        # What stays inside of the cluster is for the cluster, unless somebody narrows it further.
        senders = _outside(ranges) if ranges or listener.exposure else Peer(cluster=True)
        ports = (Port(listener.port), Port(listener.port, "UDP"))
        yield Edge(senders, Peer("vlagent"), ports, f"syslog of {listener.source}")


def _gateway_edges(configuration: Configuration, gateway: Gateway) -> Iterator[Edge]:
    for user in gateway.users:
        component = user.kind.partition("/")[2] or user.kind.lower()
        yield _between(gateway.workload.name, component, HTTP_PORTS[component], f"for {user.user}")
    port = (Port(HTTP_PORTS["vmauth"]),)
    yield Edge(
        Peer(cluster=True),
        Peer(gateway.workload.name),
        port,
        "queries from inside of the cluster; VMAuth asks for a password",
    )
    if gateway.external is not None:
        senders = _outside(gateway.external.source_ranges)
        yield Edge(senders, Peer(gateway.workload.name), port, "queries and pushes from outside of the cluster")
    yield _api_server(configuration, gateway.workload.name, "watches its configuration")


def _scrape_edges(workloads: Sequence[str]) -> Iterator[Edge]:
    for name in workloads:
        ports = [Port(VMAUTH_INTERNAL_PORT if name == "vmauth" else HTTP_PORTS[name])]
        if name in ("vmagent", "vmauth"):
            ports.append(Port(RELOADER_PORT))
        yield Edge(Peer("vmagent"), Peer(name), tuple(ports), "scrapes it")


def _operators_here(configuration: Configuration, sinks: Sequence[Sink], gateway: Gateway | None) -> list[str]:
    """The operators that the default denial would cut off."""
    options = configuration.options
    found = []
    if gateway is not None and options.operators.victoriametrics_namespace in (None, options.namespace):
        found.append(VICTORIA_OPERATOR)
    if strimzi_is_here(configuration, sinks):
        found.append(STRIMZI_OPERATOR)
    return found


def _operator_edges(configuration: Configuration, operators: Sequence[str]) -> Iterator[Edge]:
    for operator in operators:
        yield _api_server(configuration, operator, "makes what the custom resources ask for")
    if VICTORIA_OPERATOR in operators:
        ranges = configuration.options.api_server_cidrs
        yield Edge(_outside(ranges), Peer(VICTORIA_OPERATOR), (Port(WEBHOOK_PORT),), "the API server asks its webhook")


def _endpoint_edges(configuration: Configuration, agent: Agent) -> Iterator[Edge]:
    for target in agent.targets:
        if not target.local:
            host, port = host_and_port(target.url)
            yield _endpoint_edge(configuration, agent.workload.name, host, port)


def _endpoint_edge(configuration: Configuration, workload: str, host: str, port: int) -> Edge:
    namespace = _namespace_of(host, configuration.options.cluster_domain)
    if namespace is not None:
        # A policy judges the pod's port, which only the Service there knows.
        return Edge(Peer(workload), Peer(namespace=namespace), (), f"writes to {host}")
    return Edge(Peer(workload), Peer(ranges=_single(host)), (Port(port),), f"writes to {host}")


def _namespace_of(host: str, cluster_domain: str) -> str | None:
    """The namespace of a Service of this cluster, by its DNS name; None for every other host."""
    name = host.removesuffix(".").removesuffix(f".{cluster_domain}")
    parts = name.split(".")
    return parts[-2] if len(parts) >= 3 and parts[-1] == "svc" else None


def host_and_port(url: str) -> tuple[str, int]:
    """Host without brackets, and the port that is spoken to."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def _single(host: str) -> tuple[str, ...]:
    """The range of one address; nothing for a name, which a policy cannot know."""
    import ipaddress

    try:
        return (str(ipaddress.ip_network(host)),)
    except ValueError:
        return ()


def _outside(ranges: Sequence[str]) -> Peer:
    # Some plugins take a range for what is outside of the cluster only; no range at all means its nodes too.
    return Peer() if set(ranges) >= EVERYWHERE else Peer(ranges=tuple(ranges))


def _between(source: str, target: str, port: int, reason: str) -> Edge:
    return Edge(Peer(source), Peer(target), (Port(port),), reason)


def _api_server(configuration: Configuration, workload: str, reason: str) -> Edge:
    ports = tuple(Port(number) for number in API_SERVER_PORTS)
    return Edge(Peer(workload), _outside(configuration.options.api_server_cidrs), ports, reason)
