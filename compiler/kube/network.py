"""The edges of the plan as NetworkPolicies: one a workload, besides the denial of everything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..plan.chunks import chunks
from ..plan.edges import Edge, Peer, Port
from ..plan.network import Network
from ..plan.platform import Platform
from .objects import Body, Manifest, object_of

API = "networking.k8s.io/v1"
Labels = Callable[[str], Mapping[str, str]]
"""The pod labels of a workload."""


def default_deny(platform: Platform) -> Manifest:
    """Nothing in and nothing out, for every pod of the namespace."""
    spec = {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    return object_of(platform, "platform", API, "NetworkPolicy", "default-deny", spec=spec)


def allow_dns(platform: Platform) -> Manifest:
    """Every pod may ask for names, wherever the cluster's DNS runs (a node's address where it is cached there)."""
    ports = [{"protocol": protocol, "port": 53} for protocol in ("UDP", "TCP")]
    spec = {"podSelector": {}, "policyTypes": ["Egress"], "egress": [{"ports": ports}]}
    return object_of(platform, "platform", API, "NetworkPolicy", "allow-dns", spec=spec)


def policies(platform: Platform, network: Network, component: str, labels: Labels) -> Iterable[Manifest]:
    """The policy of every workload of ``component``."""
    for workload, owner in network.components:
        if owner == component:
            yield from _policies(platform, network.edges, workload, component, labels)


def _policies(
    platform: Platform, edges: Sequence[Edge], workload: str, component: str, labels: Labels
) -> Iterator[Manifest]:
    """One policy, and further ones for the peers that would make it too large: what several allow is allowed."""
    incoming = [edge for edge in edges if edge.target.workload == workload]
    outgoing = [edge for edge in edges if edge.source.workload == workload]
    spec: Body = {"podSelector": {"matchLabels": dict(labels(workload))}, "policyTypes": ["Ingress", "Egress"]}
    if incoming:
        spec["ingress"] = [
            _rule("from", ports, [edge.source for edge in group], labels) for ports, group in _by_ports(incoming)
        ]
    further: list[Body] = []
    if outgoing:
        spec["egress"] = []
        for ports, group in _by_ports(outgoing):
            first, *rest = _parts(_rule("to", ports, [edge.target for edge in group], labels))
            spec["egress"].append(first)
            further += rest
    yield object_of(platform, component, API, "NetworkPolicy", workload, spec=spec)
    for number, rule in enumerate(further, 1):
        alone: Body = {"podSelector": spec["podSelector"], "policyTypes": ["Egress"], "egress": [rule]}
        yield object_of(platform, component, API, "NetworkPolicy", f"{workload}-{number}", spec=alone)


def _parts(rule: Body) -> list[Body]:
    """``rule`` in as many as keep the peers of each within what an object may hold."""
    parts = chunks(rule.get("to", ()), lambda peer: len(json.dumps(peer)))
    return [rule] if len(parts) == 1 else [{**rule, "to": list(part)} for part in parts]


def _by_ports(edges: Iterable[Edge]) -> Iterable[tuple[tuple[Port, ...], list[Edge]]]:
    groups: dict[tuple[Port, ...], list[Edge]] = {}
    for edge in edges:
        groups.setdefault(edge.ports, []).append(edge)
    return groups.items()


def _rule(direction: str, ports: Sequence[Port], ends: Sequence[Peer], labels: Labels) -> Body:
    rule: Body = {}
    peers = peers_of(ends, labels)
    if peers:
        rule[direction] = peers
    if ports:
        rule["ports"] = [{"protocol": port.protocol, "port": port.number} for port in ports]
    return rule


def peers_of(ends: Sequence[Peer], labels: Labels) -> list[Body]:
    """The peers of a rule, each once; none where one of ``ends`` is anyone, since a list would narrow it."""
    peers: list[Body] = []
    for end in ends:
        found = _peers(end, labels)
        if not found:
            return []
        peers += [peer for peer in found if peer not in peers]
    return peers


def _peers(end: Peer, labels: Labels) -> list[dict[str, Any]]:
    peer: Body = {}
    if end.namespace:
        peer["namespaceSelector"] = {"matchLabels": {"kubernetes.io/metadata.name": end.namespace}}
    if end.workload:
        peer["podSelector"] = {"matchLabels": dict(labels(end.workload))}
    if peer:
        return [peer]
    if end.cluster:
        return [{"namespaceSelector": {}}]
    return [{"ipBlock": {"cidr": cidr}} for cidr in end.ranges]
