"""Who there is to speak to: the pods of an output, pods that are not its own, and addresses outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network
from typing import NamedTuple

import yaml

from tests.golden.pods import Object, pods

IPNetwork = IPv4Network | IPv6Network
EVERYWHERE: tuple[IPNetwork, ...] = (ip_network("0.0.0.0/0"), ip_network("::/0"))
NAMESPACE_NAME = "kubernetes.io/metadata.name"
"""Kubernetes puts this label on every namespace itself."""
ELSEWHERE = "somebody-elses"
"""A namespace that no configuration names."""
_TELLING = {
    "strimzi.io/name": ("strimzi.io/name", "strimzi.io/pool-name"),
    "app.kubernetes.io/instance": ("app.kubernetes.io/name", "app.kubernetes.io/instance"),
}
"""By a label that only one maker gives: each label that alone tells two pods of that maker apart.

`strimzi.io/cluster` is not one: Strimzi puts the cluster's name in `strimzi.io/name` too.
"""
_OPERATORS = (
    ("strimzi_namespace", {"name": "strimzi-cluster-operator"}, "kafka.strimzi.io"),
    (
        "victoriametrics_namespace",
        {"app.kubernetes.io/name": "victoria-metrics-operator"},
        "operator.victoriametrics.com",
    ),
)
"""The key of `operators`, the labels of its pods (see `pods`), and the API group whose objects they wait for."""


class Site(NamedTuple):
    """What the user says of the cluster, as written in `telecompile.yml`; no object says it in every case.

    ``operators`` are the namespaces of the operators by their key there; one without runs in the stack's own.
    ``bmcs`` are the addresses of the mapping CSV, as `nodes/idrac/bmc.csv` lists them.
    """

    domain: str = "cluster.local"
    source_ranges: tuple[str, ...] = ()
    api_server: tuple[str, ...] = ()
    operators: Mapping[str, str] = {}
    policies: bool = True
    bmcs: tuple[str, ...] = ()


def site_of(written: str) -> Site:
    """From the text of `telecompile.yml`."""
    options = yaml.safe_load(written) or {}
    return Site(
        options.get("cluster_domain") or "cluster.local",
        tuple((options.get("expose") or {}).get("source_ranges") or ()),
        tuple(options.get("api_server_cidrs") or ()),
        {key: name for key, name in (options.get("operators") or {}).items() if name},
        options.get("network_policies") is not False,
    )


class Pods(NamedTuple):
    """Equal pods; ``ours`` where the output leads to them, so that the flow graph says what they may."""

    name: str
    labels: Mapping[str, str]
    namespace: str
    ports: Mapping[str, int]
    ours: bool


class Reach(NamedTuple):
    """A set of ends: names of pods, and addresses outside of the cluster."""

    pods: frozenset[str] = frozenset()
    networks: tuple[IPNetwork, ...] = ()

    def joined(self, other: Reach) -> Reach:
        """Both together."""
        return Reach(self.pods | other.pods, _collapsed((*self.networks, *other.networks)))

    def beyond(self, other: Reach) -> list[str]:
        """What of this is not in *other*, by name.

        A range within several others is within one of them after they are collapsed, as ranges cannot overlap
        in part.
        """
        wider = _collapsed(other.networks)
        found = [str(one) for one in self.networks if not any(_within(one, net) for net in wider)]
        return sorted(self.pods - other.pods) + sorted(found)


class World(NamedTuple):
    """All pods that a selector might find, and the labels of their namespaces."""

    namespace: str
    pods: Mapping[str, Pods]
    namespaces: Mapping[str, Mapping[str, str]]
    site: Site

    @property
    def here(self) -> list[Pods]:
        """The pods that the policies of this namespace rule, whoever made them."""
        return [one for one in self.pods.values() if one.namespace == self.namespace]

    @property
    def anyone(self) -> Reach:
        """What a rule without peers opens."""
        return Reach(frozenset(self.pods), EVERYWHERE)

    @property
    def cluster(self) -> Reach:
        """Every pod of every namespace."""
        return Reach(frozenset(self.pods))

    def ours(self, chosen: Callable[[Pods], bool]) -> frozenset[str]:
        """Names of the pods of this output for which *chosen* holds."""
        return frozenset(name for name, one in self.pods.items() if one.ours and chosen(one))

    def of_namespace(self, namespace: str) -> Reach:
        """Every pod of a namespace."""
        return Reach(frozenset(name for name, one in self.pods.items() if one.namespace == namespace))

    def ranges(self, cidrs: Sequence[str]) -> Reach:
        """Whoever has one of these addresses; anyone where there are none, or all of them."""
        networks = _collapsed(tuple(ip_network(cidr) for cidr in cidrs))
        return self.anyone if not networks or set(networks) >= set(EVERYWHERE) else Reach(networks=networks)


def world_of(objects: Iterable[Object], site: Site, others: Iterable[str] = ()) -> World:
    """The pods of *objects*, and those that a selector must not find; *others* are namespaces that are named."""
    bodies = list(objects)
    own = next(one for one in bodies if one["kind"] == "Namespace")["metadata"]
    namespace: str = own["name"]
    away = {key: name for key, name in site.operators.items() if name != namespace}
    names = {ELSEWHERE, *others, *away.values()} - {namespace}
    namespaces = {name: {NAMESPACE_NAME: name} for name in sorted(names)}
    namespaces[namespace] = {**own.get("labels", {}), NAMESPACE_NAME: namespace}
    ours = list(_ours(bodies, namespace, away))
    everybody = [*ours, *(one for pod in ours for one in _strangers_like(pod, namespaces))]
    everybody += [Pods(f"a pod of {name}", {}, name, {}, False) for name in namespaces]
    by_name = {one.name: one for one in everybody}
    assert len(by_name) == len(everybody)
    return World(namespace, by_name, namespaces, site._replace(operators=away))


def _ours(bodies: Sequence[Object], namespace: str, away: Mapping[str, str]) -> Iterator[Pods]:
    for labels, ports in pods(bodies, namespace):
        own = {key: value for key, value in labels.items() if key != NAMESPACE_NAME}
        ours = all(
            key not in away and any(one["apiVersion"].startswith(group) for one in bodies)
            for key, its, group in _OPERATORS
            if its.items() <= own.items()
        )
        yield Pods(_name(own), own, namespace, ports or {}, ours)


def _strangers_like(pod: Pods, namespaces: Mapping[str, object]) -> Iterator[Pods]:
    """The same elsewhere, and another of its kind here: a policy that names too few labels finds them."""
    for name in namespaces:
        if name != pod.namespace:
            yield pod._replace(name=f"{pod.name} of {name}", namespace=name, ours=False)
    telling = next((keys for only, keys in _TELLING.items() if only in pod.labels), ())
    for key in telling:
        if key in pod.labels:
            labels = {**pod.labels, key: f"another-{pod.labels[key]}"}
            yield pod._replace(name=f"{pod.name} with another {key}", labels=labels, ours=False)


def _name(labels: Mapping[str, str]) -> str:
    kind = labels.get("app.kubernetes.io/name") or labels["name"]
    which = labels.get("strimzi.io/pool-name") or labels.get("app.kubernetes.io/instance")
    return f"{kind}/{which}" if which else kind


def _within(inner: IPNetwork, outer: IPNetwork) -> bool:
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.subnet_of(outer)
    return isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network) and inner.subnet_of(outer)


@cache
def _collapsed(networks: tuple[IPNetwork, ...]) -> tuple[IPNetwork, ...]:
    old = collapse_addresses(one for one in networks if isinstance(one, IPv4Network))
    new = collapse_addresses(one for one in networks if isinstance(one, IPv6Network))
    return (*old, *new)
