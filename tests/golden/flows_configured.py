"""Flows that an output configures: who writes, reads, scrapes and pulls, and who comes from outside.

Of the iDRAC tools the receiver reads BMCs over HTTPS: it is the one that serves configui.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.golden.flows_files import dialled, dialled_by, listens, mounted_files
from tests.golden.flows_policies import Port
from tests.golden.flows_targets import End, Flow, Services, certain, kafka_pods, service_ports, tcp
from tests.golden.flows_world import World
from tests.golden.pods import Object
from tests.golden.references import sections
from tests.golden.selectors import matches

_SENDERS = {"VMAgent": "vmagent", "VLAgent": "vlagent", "VMAlert": "vmalert"}
_WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job")
_METRICS = {"tcp-prometheus": 9404}
"""Strimzi 1.2.0 names and numbers the port of a Kafka pod with `metricsConfig` so."""


def configured_flows(world: World, objects: Sequence[Object], found: Services) -> Iterator[Flow]:
    """All of them."""
    for one in objects:
        kind = one["kind"]
        if kind in _SENDERS:
            yield from _urls(world, one, found)
        elif kind in _WORKLOADS:
            yield from _files(world, one, objects, found)
        elif kind == "VMAuth":
            yield from _gateway(world, one, objects, found)
        elif kind == "Kafka":
            yield from _listeners(world, one)
        elif kind == "Service":
            yield from _exposed(world, one, objects)
        if kind == "VMAgent" and not one["spec"].get("ingestOnlyMode"):
            yield from _scrapes(world, one, objects, found)


def senders(world: World, inside: bool, ranges: Sequence[str]) -> End:
    """Who may come from outside of the namespace: these ranges, else whoever can."""
    return End(world.cluster if inside and not ranges else world.ranges(ranges))


def _urls(world: World, one: Object, found: Services) -> Iterator[Flow]:
    """Remote writes, and what an evaluator of rules reads and tells."""
    pods = _of(world, _SENDERS[one["kind"]], one)
    for url in (value for key, value in sections(one["spec"]) if key == "url"):
        for end, port in found.at_url(url):
            yield Flow(certain(pods), end, port, f"writes to {url}")


def _files(world: World, one: Object, objects: Sequence[Object], found: Services) -> Iterator[Flow]:
    template = one["spec"]["template"]
    pods = _with(world, template["metadata"]["labels"])
    for other in (*dialled(mounted_files(template, objects)), *dialled_by(template)):
        for end, port in found.at_url(other.url) if other.url else found.at(other.host, other.port):
            yield Flow(certain(pods), end, port, f"dials {other.url or other.host}")
    for container in template["spec"]["containers"]:
        if any(one["name"] == "CONFIGUI_HTTP_PORT" for one in container.get("env") or []):
            yield Flow(certain(pods), senders(world, inside=False, ranges=world.site.bmcs), tcp(443), "reads BMCs")


def _scrapes(world: World, agent: Object, objects: Sequence[Object], found: Services) -> Iterator[Flow]:
    pods = certain(_of(world, "vmagent", agent))
    for one in objects:
        field = {"VMPodScrape": "podScrapeSelector", "VMStaticScrape": "staticScrapeSelector"}.get(one["kind"])
        selector = agent["spec"].get(field) if field else None
        if selector is None or not matches(selector, one["metadata"].get("labels") or {}):
            continue
        name = f"scrapes {one['metadata']['name']}"
        for target, port in _targets(world, one, found):
            yield Flow(pods, target, port, name)


def _targets(world: World, scrape: Object, found: Services) -> Iterator[tuple[End, Port]]:
    spec = scrape["spec"]
    for endpoint in spec.get("targetEndpoints", []):
        for address in endpoint["targets"]:
            yield from found.at_url(f"{endpoint.get('scheme', 'http')}://{address}")
    for endpoint in spec.get("podMetricsEndpoints", []):
        for pod in world.here:
            port = pod.ports.get(endpoint["port"])
            if "strimzi.io/broker-role" in pod.labels:
                port = _METRICS.get(endpoint["port"])
            if port is not None and pod.ours and matches(spec["selector"], pod.labels):
                yield certain(frozenset({pod.name})), tcp(port)


def _gateway(world: World, gateway: Object, objects: Sequence[Object], found: Services) -> Iterator[Flow]:
    """The whole cluster asks VMAuth, which asks what its users may ask; it has passwords for that."""
    pods = certain(_of(world, "vmauth", gateway))
    yield Flow(End(world.cluster), pods, tcp(8427), "queries")
    for user in objects:
        labels = user["metadata"].get("labels") or {}
        if user["kind"] != "VMUser" or not matches(gateway["spec"]["userSelector"], labels):
            continue
        for target in user["spec"]["targetRefs"]:
            for end, port in _user_target(world, target, found):
                yield Flow(pods, end, port, f"for the user {user['metadata']['name']}")


def _user_target(world: World, target: Object, found: Services) -> Iterator[tuple[End, Port]]:
    if "crd" in target:
        part = target["crd"]["kind"].rpartition("/")[2].lower()
        for pod in world.here:
            if pod.name == f"{part}/{target['crd']['name']}":
                yield certain(frozenset({pod.name})), tcp(pod.ports["http"])
    static: dict[str, Any] = target.get("static", {})
    for url in [static["url"]] if "url" in static else static.get("urls", []):
        yield from found.at_url(url)


def _exposed(world: World, service: Object, objects: Sequence[Object]) -> Iterator[Flow]:
    """What comes through a Service from outside: all of an exposed one; else syslog, and samplers that dial in."""
    spec, dialled_in = service["spec"], _dialled_in(world, objects)
    inside = spec.get("type", "ClusterIP") == "ClusterIP"
    ranges = (
        spec.get("loadBalancerSourceRanges", []) if spec.get("type") == "LoadBalancer" else world.site.source_ranges
    )
    for port in service_ports(world, service):
        if inside and not port.name.startswith("syslog-") and not port.pods & dialled_in:
            continue
        number = Port(port.protocol, port.target, port.target)
        name = service["metadata"]["name"]
        yield Flow(senders(world, inside, ranges), certain(port.pods), number, f"comes through Service {name}")


def _dialled_in(world: World, objects: Sequence[Object]) -> frozenset[str]:
    templates = [one["spec"]["template"] for one in objects if one["kind"] in _WORKLOADS]
    listening = [one["metadata"]["labels"] for one in templates if listens(mounted_files(one, objects))]
    return frozenset(name for labels in listening for name in _with(world, labels))


def _listeners(world: World, kafka: Object) -> Iterator[Flow]:
    brokers = certain(kafka_pods(world, kafka["metadata"]["name"], "broker"))
    for listener in kafka["spec"]["kafka"]["listeners"]:
        kind, own = listener["type"], listener.get("configuration", {}).get("loadBalancerSourceRanges", [])
        if kind != "internal":
            ranges = own if kind == "loadbalancer" else world.site.source_ranges
            end = senders(world, kind == "cluster-ip", ranges)
            yield Flow(end, brokers, tcp(listener["port"]), f"comes through the listener {listener['name']}")


def _of(world: World, part: str, resource: Object) -> frozenset[str]:
    return world.ours(lambda pod: pod.name == f"{part}/{resource['metadata']['name']}")


def _with(world: World, labels: Object) -> frozenset[str]:
    return world.ours(lambda pod: labels.items() <= pod.labels.items())
