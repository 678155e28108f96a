"""Flows, and where a host and port of a configuration lead: to pods and their own port, or out of the namespace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.golden.addresses import is_address
from tests.golden.flows_policies import ALL_PORTS, Port
from tests.golden.flows_world import Reach, World
from tests.golden.pods import Object
from tests.golden.selectors import matches

_SCHEMES = {"http": 80, "https": 443}


class End(NamedTuple):
    """One end of a flow: where it may be, and which pods are it for certain, so that their policies must agree."""

    reach: Reach
    pods: frozenset[str] = frozenset()


class Flow(NamedTuple):
    """Traffic that must be let through, on a port of the target's pods."""

    source: End
    target: End
    port: Port
    reason: str


def certain(pods: frozenset[str]) -> End:
    """These pods of the output."""
    return End(Reach(pods), pods)


def tcp(number: int) -> Port:
    """One port."""
    return Port("TCP", number, number)


class Services(NamedTuple):
    """Services of the namespace: rendered ones, and those that operators make; port to pods and their port."""

    world: World
    ports: Mapping[str, Mapping[int, tuple[frozenset[str], int]]]

    def at_url(self, url: str) -> Iterator[tuple[End, Port]]:
        """Where a URL leads."""
        parts = urlsplit(url)
        return self.at(parts.hostname or "", parts.port or _SCHEMES[parts.scheme])

    def at(self, host: str, port: int) -> Iterator[tuple[End, Port]]:
        """Where a host leads; nowhere for a Service of this namespace that has no such port."""
        name, _, rest = host.removesuffix(".").removesuffix(f".{self.world.site.domain}").partition(".")
        if is_address(host):
            yield End(Reach(networks=(ip_network(host),))), tcp(port)
        elif rest in (self.world.namespace, f"{self.world.namespace}.svc") or (not rest and name in self.ports):
            pods, number = self.ports.get(name, {}).get(port, (frozenset[str](), 0))
            if pods:
                yield certain(pods), tcp(number)
        elif rest.endswith(".svc"):
            # The Service there says which port of its pods it is, and this output does not know it.
            yield End(self.world.of_namespace(rest.removesuffix(".svc").rpartition(".")[2])), ALL_PORTS
        else:
            # A policy cannot know what address a name has.
            yield End(self.world.anyone), tcp(port)


def services(world: World, objects: Sequence[Object]) -> Services:
    """Every Service by its name; operators 0.74.1 and 1.2.0 name theirs after the part and the resource."""
    found: dict[str, dict[int, tuple[frozenset[str], int]]] = {}
    for pod in world.pods.values():
        labels = pod.labels
        if pod.ours and labels.get("managed-by") == "vm-operator":
            name = f"{labels['app.kubernetes.io/name']}-{labels['app.kubernetes.io/instance']}"
            found[name] = {port: (frozenset({pod.name}), port) for port in pod.ports.values()}
    for one in objects:
        if one["kind"] == "Service":
            ports = found.setdefault(one["metadata"]["name"], {})
            for port in service_ports(world, one):
                there = ports.get(port.number, (frozenset[str](), 0))[0]
                ports[port.number] = (port.pods | there, port.target)
        elif one["kind"] == "Kafka":
            brokers = kafka_pods(world, one["metadata"]["name"], "broker")
            listeners = [listener["port"] for listener in one["spec"]["kafka"]["listeners"]]
            found[f"{one['metadata']['name']}-kafka-bootstrap"] = {port: (brokers, port) for port in listeners}
    return Services(world, found)


class ServicePort(NamedTuple):
    """A port of a Service: which pods it leads to, and which port of theirs, with its name."""

    number: int
    pods: frozenset[str]
    target: int
    protocol: str
    name: str


def service_ports(world: World, service: Object) -> Iterator[ServicePort]:
    """The ports of a rendered Service; a target that no pod has by that name is left out."""
    selector = {"matchLabels": service["spec"]["selector"]}
    for port in service["spec"]["ports"]:
        target = port.get("targetPort", port["port"])
        for pod in world.here:
            if pod.ours and matches(selector, pod.labels):
                number = pod.ports.get(target) if isinstance(target, str) else target
                if number is not None:
                    names = [key for key, value in pod.ports.items() if value == number]
                    protocol = port.get("protocol", "TCP")
                    name = target if isinstance(target, str) else "".join(names[:1])
                    yield ServicePort(port["port"], frozenset({pod.name}), number, protocol, name)


def kafka_pods(world: World, cluster: str, *roles: str) -> frozenset[str]:
    """The pods of a Kafka that have one of these roles; Strimzi 1.2.0 labels each with its roles."""
    return world.ours(
        lambda pod: (
            pod.labels.get("strimzi.io/cluster") == cluster
            and any(pod.labels.get(f"strimzi.io/{role}-role") == "true" for role in roles)
        )
    )
