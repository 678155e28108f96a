"""What a rule of a NetworkPolicy could be in place of what it is: each of these stops a flow, or opens too much."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

Body = dict[str, Any]
TELLING = ("app.kubernetes.io/name", "app.kubernetes.io/instance", "strimzi.io/name", "strimzi.io/pool-name")
"""Labels that a selector cannot do without."""
NOBODY: Body = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "nobody"}}}
_CLUSTER: Body = {"namespaceSelector": {}}


def no_rule(_rule: Body, _side: str) -> Iterator[Body]:
    """An empty rule stands for none."""
    yield {}


def fewer(rule: Body, side: str) -> Iterator[Body]:
    """Without one of several peers or ports; without its only one a rule would be wider."""
    for field in (side, "ports"):
        values = rule.get(field, [])
        for index in range(len(values)):
            if len(values) > 1:
                yield {**rule, field: values[:index] + values[index + 1 :]}


def other_ports(rule: Body, _side: str) -> Iterator[Body]:
    """Another number or protocol, one port more, a range, all of them; one only where it is all of them."""
    if "ports" not in rule:
        yield {**rule, "ports": [{"protocol": "TCP", "port": 443}]}
        return
    yield without(rule, "ports")
    for index, port in enumerate(rule["ports"]):
        number, protocol = port["port"], port["protocol"]
        yield {**rule, "ports": [*rule["ports"], {"protocol": protocol, "port": number + 10000}]}
        for other in (
            {**port, "port": number + 10000},
            {**port, "endPort": number + 1},
            {**port, "protocol": "UDP" if protocol == "TCP" else "TCP"},
            without(port, "port"),
        ):
            yield {**rule, "ports": [*rule["ports"][:index], other, *rule["ports"][index + 1 :]]}


def other_peers(rule: Body, side: str) -> Iterator[Body]:
    """Another peer, one more, none at all; nothing is wider than the rules that are for anyone."""
    if side not in rule:
        return
    yield without(rule, side)
    added: tuple[Body, ...] = ({"ipBlock": {"cidr": "203.0.113.7/32"}}, {"podSelector": {}}, NOBODY)
    for more in added:
        # Every pod of the namespace is one of the cluster's.
        if more != {"podSelector": {}} or _CLUSTER not in rule[side]:
            yield {**rule, side: [*rule[side], more]}
    for index, peer in enumerate(rule[side]):
        for other in _others(peer):
            yield {**rule, side: [*rule[side][:index], other, *rule[side][index + 1 :]]}


def without(mapping: Body, key: str) -> Body:
    """*mapping* less one key."""
    return {name: value for name, value in mapping.items() if name != key}


def _others(peer: Body) -> Iterator[Body]:
    yield {"ipBlock": {"cidr": "0.0.0.0/0"}}
    if "ipBlock" in peer:
        yield {"ipBlock": {"cidr": str(ip_network(peer["ipBlock"]["cidr"]).supernet())}}
        yield {"ipBlock": {**peer["ipBlock"], "except": [str(ip_network(peer["ipBlock"]["cidr"])[0])]}}
    if "podSelector" in peer:
        labels = peer["podSelector"]["matchLabels"]
        yield {**peer, "namespaceSelector": {}}
        yield from ({"podSelector": {"matchLabels": without(labels, key)}} for key in labels if key in TELLING)
