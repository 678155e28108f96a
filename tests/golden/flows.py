"""Default deny, and exactly the flows that the objects themselves ask for: apart from the compiler's own edges.

Strimzi's policies, which it makes of `networkPolicyPeers`, are not counted: these must suffice without them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tests.golden.flows_configured import configured_flows
from tests.golden.flows_operators import operated_flows
from tests.golden.flows_policies import (
    ALL_PORTS,
    EGRESS,
    INGRESS,
    Opening,
    Port,
    idle_peers,
    openings,
    peers_reach,
    rules_of,
)
from tests.golden.flows_powerscale import powerscale_flows
from tests.golden.flows_targets import Flow, kafka_pods, services, tcp
from tests.golden.flows_world import Reach, Site, World, world_of
from tests.golden.pods import Object
from tests.golden.references import sections

_SERVICE = re.compile(r"\.([a-z0-9-]+)\.svc\b")
_NARROWED = ("LoadBalancer", "NodePort", "loadbalancer", "nodeport")
_KNOWN = frozenset(
    "VMCluster VLCluster VMAgent VLAgent VMAuth VMAlert VMUser VMPodScrape VMStaticScrape VMRule "
    "Kafka KafkaNodePool KafkaTopic KafkaUser Deployment StatefulSet DaemonSet Job Service ConfigMap Namespace "
    "NetworkPolicy PodDisruptionBudget PersistentVolumeClaim ServiceAccount Role RoleBinding ClusterRole "
    "ClusterRoleBinding".split()
)
"""Kinds whose flows are derived, and kinds that have none: any other would be passed over in silence."""
Needs = Mapping[tuple[str, str, Port], Reach]
"""By direction, pod and port of the target: the other ends."""


def flow_problems(objects: Sequence[Object], site: Site) -> list[str]:
    """Flows that a policy stops, and what is open for none; every rule, port and peer of every policy counts."""
    if not site.policies:
        return list(_not_wanted(objects))
    world = world_of(objects, site, named_namespaces(objects))
    flows = derived_flows(world, objects)
    unknown = (one["kind"] for one in objects if one["kind"] not in _KNOWN)
    problems = [f"nothing is known of the flows of a {kind}" for kind in dict.fromkeys(unknown)]
    return [*problems, *policy_problems(world, needs_of(flows), objects), *_lost_addresses(objects, site)]


def derived_flows(world: World, objects: Sequence[Object]) -> list[Flow]:
    """Every flow that must be let through; no policy is looked at."""
    found = services(world, objects)
    return [
        *configured_flows(world, objects, found),
        *powerscale_flows(world, objects, found),
        *operated_flows(world, objects),
    ]


def policy_problems(world: World, needs: Needs, objects: Sequence[Object]) -> list[str]:
    """How the policies of *objects* differ from what is needed."""
    policies = [(one, rules_of(one, world)) for one in objects if one["kind"] == "NetworkPolicy"]
    opened = list(openings(world, policies))
    idle = idle_peers([rule for _, rules in policies for rule in rules])
    problems = [*_stopped(needs, opened), *_superfluous(needs, opened), *idle]
    return list(dict.fromkeys([*problems, *_listener_problems(world, needs, objects)]))


def needs_of(flows: Sequence[Flow]) -> Needs:
    """What these flows need of the policies at both of their ends."""
    found: dict[tuple[str, str, Port], Reach] = defaultdict(Reach)
    for flow in flows:
        for direction, here, there in ((EGRESS, flow.source, flow.target), (INGRESS, flow.target, flow.source)):
            for pod in here.pods:
                key = (direction, pod, flow.port)
                found[key] = found[key].joined(there.reach)
    return found


def _stopped(needs: Needs, opened: Sequence[Opening]) -> Iterator[str]:
    by_pod = defaultdict(list)
    for one in opened:
        by_pod[one.direction, one.pod].append(one)
    for (direction, pod, port), wanted in needs.items():
        there = Reach()
        for one in by_pod[direction, pod]:
            if one.port.covers(port):
                there = there.joined(one.reach)
        lacking = wanted.beyond(there)
        if lacking:
            yield f"{pod}: {direction} on {port} is stopped: {_few(lacking)}"


def _superfluous(needs: Needs, opened: Sequence[Opening]) -> Iterator[str]:
    """A range of ports is used where one flow uses all of it."""
    for one in opened:
        used = [needs.get((one.direction, one.pod, port), Reach()) for port in dict.fromkeys((one.port, ALL_PORTS))]
        wanted = used[0] if len(used) == 1 else used[0].joined(used[1])
        unused = one.reach.beyond(wanted)
        if unused:
            yield f"{one.where}: {one.pod}: {one.direction} on {one.port} is used by no flow: {_few(unused)}"


def _listener_problems(world: World, needs: Needs, objects: Sequence[Object]) -> Iterator[str]:
    """Strimzi opens a listener without peers to everyone, so one without clients names Kafka's own pods."""
    for one in objects:
        if one["kind"] != "Kafka":
            continue
        name = one["metadata"]["name"]
        brokers = kafka_pods(world, name, "broker")
        for listener in one["spec"]["kafka"]["listeners"]:
            clients = Reach()
            for broker in brokers:
                clients = clients.joined(needs.get((INGRESS, broker, tcp(listener["port"])), Reach()))
            wanted = clients if clients != Reach() else _nobody_but(world, name)
            opened = peers_reach(listener.get("networkPolicyPeers") or [], world)
            lacking, unused = wanted.beyond(opened), opened.beyond(wanted)
            if lacking:
                yield f"Kafka {name}: listener {listener['name']} is not open to {_few(lacking)}"
            if unused:
                yield f"Kafka {name}: listener {listener['name']} is open for no client: {_few(unused)}"


def _nobody_but(world: World, cluster: str) -> Reach:
    labelled = (one.name for one in world.here if one.labels.get("strimzi.io/name") == f"{cluster}-kafka")
    return Reach(frozenset(labelled))


def _lost_addresses(objects: Sequence[Object], site: Site) -> Iterator[str]:
    """Where nodes pass traffic on, a policy sees the address of a node, and ranges let nobody through."""
    for one in objects:
        parts = [one["spec"]] if one["kind"] == "Service" else []
        if one["kind"] == "Kafka":
            parts = [
                {"type": part["type"], **part.get("configuration", {})} for part in one["spec"]["kafka"]["listeners"]
            ]
        for part in parts if site.source_ranges else []:
            if part.get("type") in _NARROWED and part.get("externalTrafficPolicy") != "Local":
                yield f"{one['kind']} {one['metadata']['name']}: nodes replace the addresses of senders"


def _not_wanted(objects: Sequence[Object]) -> Iterator[str]:
    for one in objects:
        name = f"{one['kind']} {one['metadata']['name']}"
        if one["kind"] == "NetworkPolicy":
            yield f"{name}: policies are switched off"
        if any(key == "networkPolicyPeers" for key, _ in sections(one)):
            yield f"{name}: has peers, and policies are switched off"


def named_namespaces(objects: Sequence[Object]) -> set[str]:
    """Of every Service of the cluster that is named anywhere."""
    texts = (value for one in objects for _, value in sections(one) if isinstance(value, str))
    return {name for text in texts for name in _SERVICE.findall(text)}


def _few(ends: Sequence[str]) -> str:
    """A rule that is open to anyone is of hundreds."""
    shown = ", ".join(ends[:3])
    return shown if len(ends) <= 3 else f"{shown} and {len(ends) - 3} more"
