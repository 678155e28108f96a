"""Flows of the pods that operators make, among each other and to the API server.

From VictoriaMetrics operator 0.74.1 (the arguments `-storageNode`, `-selectNode` that its factory gives) and
Strimzi 1.2.0 (its own KafkaCluster.generateNetworkPolicy, and what its pods dial).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.golden.flows_policies import Port
from tests.golden.flows_targets import End, Flow, certain, kafka_pods, tcp
from tests.golden.flows_world import Pods, Reach, World
from tests.golden.pods import Object
from tests.golden.references import sections

_STORES = (
    ("vminsert", "vmstorage", 8400),
    ("vmselect", "vmstorage", 8401),
    ("vmselect", "vmselect", 8481),
    ("vlinsert", "vlstorage", 9491),
    ("vlselect", "vlstorage", 9491),
)
CONTROL, REPLICATION, AGENT = tcp(9090), tcp(9091), tcp(8443)
"""Strimzi's own listeners: among controllers, among brokers, and of the agent in each Kafka pod."""
API_SERVER_PORTS = (443, 6443)
"""Of the Service `kubernetes`, and of the pods behind it: a policy may be judged before or after translation."""


def operated_flows(world: World, objects: Sequence[Object]) -> Iterator[Flow]:
    """What the configuration does not say."""
    for one in objects:
        name = one["metadata"]["name"]
        if one["kind"] in ("VMCluster", "VLCluster"):
            for source, target, port in _STORES:
                ends = certain(_part(world, source, name)), certain(_part(world, target, name))
                yield Flow(*ends, tcp(port), f"{source} asks {target}")
        elif one["kind"] == "Kafka":
            yield from _kafka(world, name, one["spec"])
    yield from _to_api_server(world, objects)
    for protocol in ("UDP", "TCP"):
        everybody = certain(frozenset(pod.name for pod in world.here))
        yield Flow(everybody, End(world.anyone), Port(protocol, 53, 53), "asks for names")
    webhook = world.ours(lambda pod: "webhook" in pod.ports)
    api_server = End(world.ranges(world.site.api_server))
    yield Flow(api_server, certain(webhook), tcp(9443), "the API server has objects checked")


def entity_operator(world: World, cluster: str) -> frozenset[str]:
    """Pods of the entity operator."""
    return world.ours(lambda pod: pod.labels.get("strimzi.io/name") == f"{cluster}-entity-operator")


def _part(world: World, part: str, resource: str) -> frozenset[str]:
    wanted = {"app.kubernetes.io/name": part, "app.kubernetes.io/instance": resource, "managed-by": "vm-operator"}
    return world.ours(lambda pod: wanted.items() <= pod.labels.items())


def _kafka(world: World, cluster: str, spec: Object) -> Iterator[Flow]:
    brokers, controllers = (certain(kafka_pods(world, cluster, role)) for role in ("broker", "controller"))
    yield Flow(brokers, controllers, CONTROL, "follows the metadata")
    yield Flow(controllers, controllers, CONTROL, "agrees on the metadata")
    yield Flow(brokers, brokers, REPLICATION, "copies messages")
    yield Flow(certain(entity_operator(world, cluster)), brokers, REPLICATION, "makes topics and users")
    if spec["kafka"].get("quotas", {}).get("type") == "strimzi":
        # Its client starts at <cluster>-kafka-brokers:9091, a headless Service with the controllers behind it too.
        yield Flow(brokers, controllers, REPLICATION, "the quota plugin asks every pod")
    operator = _cluster_operator(world)
    yield Flow(operator, controllers, CONTROL, "asks for the quorum before it rolls a pod")
    yield Flow(operator, brokers, REPLICATION, "asks for replicas before it rolls a pod")
    for pods in (brokers, controllers):
        yield Flow(operator, pods, AGENT, "asks for the state of a pod")


def _cluster_operator(world: World) -> End:
    namespace = world.site.operators.get("strimzi_namespace")
    if namespace is not None:
        there = world.pods.items()
        return End(Reach(frozenset(name for name, pod in there if pod.namespace == namespace and _is_operator(pod))))
    return certain(world.ours(_is_operator))


def _is_operator(pod: Pods) -> bool:
    return pod.labels.get("strimzi.io/kind") == "cluster-operator"


def _to_api_server(world: World, objects: Sequence[Object]) -> Iterator[Flow]:
    """Kafka pods read their certificates there, entity operators their resources, agents targets and settings."""
    callers = world.ours(lambda pod: "webhook" in pod.ports or _is_operator(pod))
    for one in objects:
        name = one["metadata"]["name"]
        if one["kind"] == "Kafka":
            callers |= kafka_pods(world, name, "broker", "controller") | entity_operator(world, name)
        elif one["kind"] == "VMAuth":
            callers |= _part(world, "vmauth", name)
        elif one["kind"] == "VMAgent" and (not one["spec"].get("ingestOnlyMode") or _has_credentials(one["spec"])):
            # Without scrapes the reloader, which watches a Secret, is there for credentials of the endpoints only.
            callers |= _part(world, "vmagent", name)
        elif any(key == "serviceAccountToken" for key, _ in sections(one.get("spec", {}))):
            callers |= _labelled(world, one["spec"]["template"]["metadata"]["labels"])
    for port in API_SERVER_PORTS:
        yield Flow(certain(callers), End(world.ranges(world.site.api_server)), tcp(port), "the API server")


def _labelled(world: World, labels: Object) -> frozenset[str]:
    return world.ours(lambda pod: labels.items() <= pod.labels.items())


def _has_credentials(spec: Object) -> bool:
    return any(
        isinstance(value, dict) and {"name", "key"} <= value.keys() for _, value in sections(spec["remoteWrite"])
    )
