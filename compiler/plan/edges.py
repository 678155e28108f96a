"""What an edge of the network is, and the edges that several components have in common."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from .remote_write import Agent

API_SERVER_PORTS = (443, 6443)
EVERYWHERE = frozenset({"0.0.0.0/0", "::/0"})


class Peer(NamedTuple):
    """One end of an edge.

    One of these says who: ``workload``, ``ranges`` (CIDRs), ``namespace`` (its pods, or the one
    ``workload`` there), ``cluster`` (every pod); none of them means anyone.
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


def between(source: str, target: str, port: int, reason: str) -> Edge:
    """One workload of the stack to another, on one port."""
    return Edge(Peer(source), Peer(target), (Port(port),), reason)


def api_server(configuration: Configuration, workload: str, reason: str) -> Edge:
    """A workload to the API server, wherever `api_server_cidrs` says that it is."""
    ports = tuple(Port(number) for number in API_SERVER_PORTS)
    return Edge(Peer(workload), outside(configuration.options.api_server_cidrs), ports, reason)


def outside(ranges: Sequence[str]) -> Peer:
    """Whoever has an address in ``ranges``; anyone where they cover everything, or there are none."""
    # Some plugins take a range for what is outside of the cluster only; no range at all means its nodes too.
    return Peer() if set(ranges) >= EVERYWHERE else Peer(ranges=tuple(ranges))


def endpoint_edges(configuration: Configuration, agent: Agent) -> Iterator[Edge]:
    """An agent to each of its additional endpoints."""
    for target in agent.targets:
        if not target.local:
            host, port = host_and_port(target.url)
            yield host_edge(configuration, agent.workload.name, host, port, f"writes to {host}")


def host_edge(configuration: Configuration, workload: str, host: str, port: int, reason: str) -> Edge:
    """A workload to ``host``: by its address; a Service by its namespace; any other name by the port alone."""
    namespace = _namespace_of(host, configuration.options.cluster_domain)
    if namespace is not None:
        # A policy judges the pod's port, which only the Service there knows.
        return Edge(Peer(workload), Peer(namespace=namespace), (), reason)
    return Edge(Peer(workload), Peer(ranges=_single(host)), (Port(port),), reason)


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


def collapsed(addresses: Iterable[str]) -> tuple[str, ...]:
    """Exactly these addresses, in as few ranges as can say so; nothing, which is anyone, for none."""
    import ipaddress

    networks = [ipaddress.ip_network(one) for one in addresses]
    old = ipaddress.collapse_addresses(one for one in networks if isinstance(one, ipaddress.IPv4Network))
    new = ipaddress.collapse_addresses(one for one in networks if isinstance(one, ipaddress.IPv6Network))
    return (*map(str, old), *map(str, new))


def _single(host: str) -> tuple[str, ...]:
    """The range of one address; nothing for a name, which a policy cannot know."""
    import ipaddress

    try:
        return (str(ipaddress.ip_network(host)),)
    except ValueError:
        return ()
