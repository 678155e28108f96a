"""The two listeners of the broker: inside of the cluster, and outside of it."""

from __future__ import annotations

from ..kube.labels import strimzi_pods
from ..kube.network import peers_of
from ..kube.objects import Body
from ..plan.exposure import Exposure
from ..plan.kafka import Kafka
from ..plan.places import BROKER_PORT, EXTERNAL_PORT
from ..plan.plan import Plan
from .pods import pod_labels

_TYPES = {"LoadBalancer": "loadbalancer", "NodePort": "nodeport"}


def listeners(plan: Plan, kafka: Kafka) -> list[Body]:
    """Both with mutual TLS, open to their clients alone."""
    found = [_listener(plan, "tls", "internal", BROKER_PORT)]
    if kafka.external_listener.value:
        kind = _TYPES[kafka.external.type] if kafka.external else "cluster-ip"
        external = _listener(plan, "external", kind, EXTERNAL_PORT)
        if kafka.external is not None:
            external["configuration"] = _configuration(kafka.external)
        found.append(external)
    return found


def _listener(plan: Plan, name: str, kind: str, port: int) -> Body:
    listener: Body = {"name": name, "port": port, "type": kind, "tls": True, "authentication": {"type": "tls"}}
    if plan.network is not None:
        clients = [edge.source for edge in plan.network.edges if _reaches(edge.target.workload, edge.ports, port)]
        peers = peers_of(clients, pod_labels)
        if peers or not clients:
            # Strimzi opens a listener without peers to everyone, so one without clients names its own pods.
            listener["networkPolicyPeers"] = peers or [{"podSelector": {"matchLabels": strimzi_pods("kafka")}}]
    return listener


def _reaches(workload: str, ports: tuple[tuple[int, str], ...], port: int) -> bool:
    return workload == "broker" and any(number == port for number, _ in ports)


def _configuration(exposure: Exposure) -> Body:
    found: Body = {"externalTrafficPolicy": exposure.traffic_policy}
    if exposure.type == "LoadBalancer" and exposure.source_ranges:
        found["loadBalancerSourceRanges"] = list(exposure.source_ranges)
    if exposure.annotations:
        found["bootstrap"] = {"annotations": dict(exposure.annotations)}
        found["perBrokerAnnotationsTemplate"] = dict(exposure.annotations)
    return found
