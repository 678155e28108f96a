"""Every selector of an output finds a pod, and every port that is asked for is one of that pod's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tests.golden.pods import Object, Pod, pods


def selector_problems(objects: Sequence[Object], namespace: str) -> list[str]:
    """What Services, NetworkPolicies, scrapes and disruption budgets ask for in vain."""
    known = pods(objects, namespace)
    return [
        f"{one['kind']} {one['metadata']['name']}: {problem}" for one in objects for problem in _problems(one, known)
    ]


def matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """As Kubernetes reads a label selector; an empty one takes every pod."""
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    return all(_holds(one, labels) for one in selector.get("matchExpressions", []))


def _holds(expression: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    value, operator = labels.get(expression["key"]), expression["operator"]
    if operator in ("Exists", "DoesNotExist"):
        return bool((value is not None) == (operator == "Exists"))
    return bool((value in expression["values"]) == (operator == "In"))


def _problems(one: Object, known: Sequence[Pod]) -> Iterator[str]:
    kind, spec = one["kind"], one.get("spec", {})
    if kind == "Service" and "selector" in spec:
        ports = [port.get("targetPort", port["port"]) for port in spec["ports"]]
        yield from _asked({"matchLabels": spec["selector"]}, ports, known)
    elif kind == "VMPodScrape":
        selected = [pod for pod in known if matches(spec["selector"], pod.labels)]
        yield from _each_value(spec["selector"], known)
        yield from _ports([endpoint["port"] for endpoint in spec["podMetricsEndpoints"]], selected)
    elif kind == "PodDisruptionBudget":
        yield from _asked(spec["selector"], [], known)
    elif kind == "NetworkPolicy":
        yield from _policy(spec, known)


def _policy(spec: Object, known: Sequence[Pod]) -> Iterator[str]:
    incoming = [port for rule in spec.get("ingress", []) for port in rule.get("ports", [])]
    yield from _asked(spec["podSelector"], [port["port"] for port in incoming], known)
    for direction, side in (("ingress", "from"), ("egress", "to")):
        for rule in spec.get(direction, []):
            for peer in rule.get(side, []):
                if "podSelector" not in peer or "namespaceSelector" in peer:
                    continue
                ports = [port["port"] for port in rule.get("ports", [])] if side == "to" else []
                yield from _asked(peer["podSelector"], ports, known)


def _asked(selector: Mapping[str, Any], ports: Iterable[str | int], known: Sequence[Pod]) -> Iterator[str]:
    selected = [pod for pod in known if matches(selector, pod.labels)]
    if not selected:
        yield f"no pod has {selector}"
    yield from _ports(ports, selected)


def _each_value(selector: Mapping[str, Any], known: Sequence[Pod]) -> Iterator[str]:
    """A list of names must hold no name in vain either."""
    if not any(matches(selector, pod.labels) for pod in known):
        yield f"no pod has {selector}"
    for one in selector.get("matchExpressions", []):
        for value in one["values"] if one["operator"] == "In" else []:
            if not any(pod.labels.get(one["key"]) == value for pod in known):
                yield f"no pod has {one['key']}={value}"


def _ports(asked: Iterable[str | int], selected: Sequence[Pod]) -> Iterator[str]:
    for port in asked:
        if not any(pod.ports is None or port in pod.ports or port in pod.ports.values() for pod in selected):
            yield f"no selected pod has the port {port}"
