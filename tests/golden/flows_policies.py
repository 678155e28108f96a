"""What NetworkPolicies open, as Kubernetes reads them: the union of all that select a pod, in each direction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_network
from typing import Any, NamedTuple

from tests.golden.flows_world import IPNetwork, Pods, Reach, World
from tests.golden.pods import Object
from tests.golden.selectors import matches

INGRESS, EGRESS = "ingress", "egress"
_SIDES = {INGRESS: "from", EGRESS: "to"}


class Port(NamedTuple):
    """Ports of a pod, both ends included; ``protocol`` is `*` for all of them."""

    protocol: str
    first: int
    last: int

    def covers(self, other: Port) -> bool:
        """Whether *other* is among these."""
        return self.protocol in ("*", other.protocol) and self.first <= other.first and other.last <= self.last

    def __str__(self) -> str:
        ports = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return "every port" if self == ALL_PORTS else f"{self.protocol} {ports}"


ALL_PORTS = Port("*", 0, 65535)


class Opening(NamedTuple):
    """``reach`` may speak to ``pod`` (or, outgoing, ``pod`` to it) on these ports of the target."""

    where: str
    direction: str
    pod: str
    port: Port
    reach: Reach


class Rule(NamedTuple):
    """A rule of a policy; each of ``peers`` with whom it lets through, no peer for everyone."""

    where: str
    direction: str
    ports: Sequence[Object]
    peers: Sequence[tuple[Object, Reach]]

    def reach(self, world: World) -> Reach:
        """Whom all peers let through."""
        return _together([reach for _, reach in self.peers]) if self.peers else world.anyone


def rules_of(policy: Object, world: World) -> list[Rule]:
    """The rules of both directions."""
    return [
        Rule(
            f"NetworkPolicy {policy['metadata']['name']}",
            direction,
            rule.get("ports") or [],
            [(peer, _peer(peer, world)) for peer in rule.get(side) or []],
        )
        for direction, side in _SIDES.items()
        for rule in policy["spec"].get(direction) or []
    ]


def openings(world: World, policies: Sequence[tuple[Object, Sequence[Rule]]]) -> Iterator[Opening]:
    """Everything that is open to and from the pods of the namespace, by policies with their rules."""
    for pod in world.here:
        selecting = [(policy, rules) for policy, rules in policies if _selects(policy, pod)]
        for direction in _SIDES:
            mine = [rules for policy, rules in selecting if _isolates(policy["spec"], direction)]
            if not mine:
                yield Opening("no policy", direction, pod.name, ALL_PORTS, world.anyone)
            for rule in (rule for rules in mine for rule in rules if rule.direction == direction):
                for port, reach in _ports(rule, pod, world):
                    yield Opening(rule.where, direction, pod.name, port, reach)


def peers_reach(peers: Sequence[Object], world: World) -> Reach:
    """Whom a list of peers lets through; an empty list lets everyone."""
    if not peers:
        return world.anyone
    return _together([_peer(peer, world) for peer in peers])


def idle_peers(rules: Sequence[Rule]) -> Iterator[str]:
    """Peers that let nobody through: what was meant by them is not open."""
    for rule in rules:
        for peer, reach in rule.peers:
            if reach == Reach():
                yield f"{rule.where}: {rule.direction} names nobody by {peer}"


def _together(reaches: Sequence[Reach]) -> Reach:
    found = Reach()
    for reach in reaches:
        found = found.joined(reach)
    return found


def _isolates(spec: Object, direction: str) -> bool:
    """Incoming traffic where nothing is said, outgoing where there are rules for it."""
    types = spec.get("policyTypes")
    if types:
        return direction.capitalize() in types
    return direction == INGRESS or bool(spec.get(EGRESS))


def _selects(policy: Object, pod: Pods) -> bool:
    return matches(policy["spec"].get("podSelector") or {}, pod.labels)


def _peer(peer: Mapping[str, Any], world: World) -> Reach:
    if "ipBlock" in peer:
        block = peer["ipBlock"]
        return Reach(networks=_block(ip_network(block["cidr"]), [ip_network(one) for one in block.get("except") or []]))
    chosen = peer.get("podSelector") or {}
    if peer.get("namespaceSelector") is None:
        spaces = {world.namespace}
    else:
        spaces = {name for name, labels in world.namespaces.items() if matches(peer["namespaceSelector"], labels)}
    return Reach(
        frozenset(name for name, one in world.pods.items() if one.namespace in spaces and matches(chosen, one.labels))
    )


def _block(cidr: IPNetwork, excepted: Sequence[IPNetwork]) -> tuple[IPNetwork, ...]:
    left: list[IPNetwork] = [cidr]
    for one in excepted:
        left = [part for net in left for part in (net.address_exclude(one) if net.supernet_of(one) else [net])]  # type: ignore[arg-type] # Kubernetes takes exceptions of the same family only
    return tuple(left)


def _ports(rule: Rule, pod: Pods, world: World) -> Iterator[tuple[Port, Reach]]:
    reach = rule.reach(world)
    if not rule.ports:
        yield ALL_PORTS, reach
    for port in rule.ports:
        protocol, number = port.get("protocol", "TCP"), port.get("port")
        if number is None:
            yield Port(protocol, 0, 65535), reach
        elif isinstance(number, int):
            yield Port(protocol, number, port.get("endPort", number)), reach
        elif rule.direction == INGRESS and number in pod.ports:
            yield Port(protocol, pod.ports[number], pod.ports[number]), reach
        elif rule.direction == EGRESS:
            for name in reach.pods:
                if number in (ports := world.pods[name].ports):
                    yield Port(protocol, ports[number], ports[number]), Reach(frozenset({name}))
