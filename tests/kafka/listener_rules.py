"""What the operator refuses of a listener beyond the schema (ListenersValidator of Strimzi 1.2.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.kafka.parts import Body, each_once

_FORBIDDEN_PORTS = {9404: "metrics", 9999: "JMX"}
_LOWEST_PORT = 9092
_ROUTED = ("route", "ingress", "tlsroute")
_HOSTED = ("ingress", "tlsroute")

# Which types of listener take a field of `configuration`; on any other the whole Kafka is refused.
_TAKEN_BY = {
    "useServiceDnsDomain": ("internal", "cluster-ip"),
    "class": ("ingress", "loadbalancer"),
    "externalTrafficPolicy": ("loadbalancer", "nodeport"),
    "loadBalancerSourceRanges": ("loadbalancer",),
    "finalizers": ("loadbalancer",),
    "preferredNodePortAddressType": ("nodeport",),
    "allocateLoadBalancerNodePorts": ("loadbalancer",),
    "parentRefs": ("tlsroute",),
}
_SERVICES = ("loadbalancer", "nodeport", "cluster-ip", *_ROUTED)
_TAKEN_BY_PART = {
    "host": _ROUTED,
    "loadBalancerIP": ("loadbalancer",),
    "nodePort": ("nodeport",),
    "externalIPs": ("nodeport",),
    "annotations": _SERVICES,
    "labels": _SERVICES,
}


def listener_problems(kafka: Body) -> Iterator[str]:
    """Why *kafka* would be refused for its listeners."""
    listeners = kafka["spec"]["kafka"]["listeners"]
    yield from each_once([listener["name"] for listener in listeners], "listener")
    yield from each_once([listener["port"] for listener in listeners], "listener port")
    for listener in listeners:
        for problem in _of_one(listener):
            yield f"listener {listener['name']}: {problem}"


def _of_one(listener: Body) -> Iterator[str]:
    port, type_ = listener["port"], listener["type"]
    if port in _FORBIDDEN_PORTS:
        yield f"port {port} is taken by {_FORBIDDEN_PORTS[port]}"
    if port < _LOWEST_PORT:
        yield f"port {port} is below {_LOWEST_PORT}"
    if not listener["tls"] and (type_ in _ROUTED or (listener.get("authentication") or {}).get("type") == "tls"):
        yield f"type {type_} with this authentication needs tls: true"
    configuration = listener.get("configuration") or {}
    yield from _misplaced(configuration, _TAKEN_BY, type_, "configuration")
    yield from _misplaced(configuration.get("bootstrap") or {}, _TAKEN_BY_PART, type_, "configuration.bootstrap")
    for broker in configuration.get("brokers") or ():
        yield from _misplaced(broker, _TAKEN_BY_PART, type_, f"configuration.brokers[{broker['broker']}]")
    if type_ in _HOSTED:
        yield from _hosts(configuration)


def _misplaced(part: Body, taken: dict[str, tuple[str, ...]], type_: str, path: str) -> Iterator[str]:
    for field, types in taken.items():
        if part.get(field) is not None and type_ not in types:
            yield f"{path}.{field} is for {' and '.join(types)}, not for {type_}"


def _hosts(configuration: dict[str, Any]) -> Iterator[str]:
    if not (configuration.get("bootstrap") or {}).get("host"):
        yield "configuration.bootstrap.host is missing"
    brokers = configuration.get("brokers") or ()
    if not configuration.get("hostTemplate") and not (brokers and all(broker.get("host") for broker in brokers)):
        yield "neither configuration.hostTemplate nor a host for each broker"
