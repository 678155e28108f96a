"""What the cluster must have before the output is applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.configuration import Configuration
from .decision import Requirement, Workload
from .gateway import Gateway
from .kafka import Kafka
from .network import Parts
from .victoria_logs import VictoriaLogs

_VICTORIA = "operator.victoriametrics.com"
VICTORIA_OPERATOR_VERSION, STRIMZI_VERSION = "0.74.1", "1.2.0"


def plan_requirements(
    configuration: Configuration, parts: Parts, workloads: Sequence[Workload]
) -> tuple[Requirement, ...]:
    """Cluster, operators, storage, load balancer, network, in the order in which they are set up."""
    options = configuration.options
    found = [
        Requirement(
            "Kubernetes", f"{options.kubernetes_version} or newer", "the oldest version that the output is made for"
        )
    ]
    found += _operators(configuration, parts)
    if any(workload.volume for workload in workloads):
        what = f"StorageClass {options.storage_class}" if options.storage_class else "a default StorageClass"
        found.append(
            Requirement(
                what, "with volume expansion", "every claim uses it; a volume that cannot grow must be right at once"
            )
        )
    found += _exposed(configuration, parts.logs, parts.kafka, parts.gateway)
    if parts.powerscale is not None:
        found.append(
            Requirement(
                "the right to make ClusterRoles",
                "rbac.authorization.k8s.io/v1",
                "volumes and StorageClasses, which belong to no namespace, are read for powerscale",
            )
        )
    if options.network_policies:
        found.append(
            Requirement(
                "a network plugin that enforces NetworkPolicy",
                "networking.k8s.io/v1",
                "default deny is worth nothing without one",
            )
        )
    return tuple(found)


def _operators(configuration: Configuration, parts: Parts) -> Iterator[Requirement]:
    operators, own = configuration.options.operators, configuration.options.namespace
    on = {sink.name for sink in parts.sinks if sink.on}
    if on & {"victoria_metrics", "victoria_logs"}:
        v1beta1 = ["VMAuth", "VMUser", *(("VMAgent", "VMCluster", "VMPodScrape") if "victoria_metrics" in on else ())]
        v1beta1 += ["VMStaticScrape"] if parts.appliances else []
        v1beta1 += ["VMAlert", "VMRule"] if parts.monitoring is not None and parts.monitoring.vmalert else []
        crds = f"{', '.join(sorted(v1beta1))} ({_VICTORIA}/v1beta1)"
        if "victoria_logs" in on:
            crds += f", VLAgent, VLCluster ({_VICTORIA}/v1)"
        reason = f"CRDs {crds}; applied on the server side, since they are large"
        yield _operator(
            "VictoriaMetrics", VICTORIA_OPERATOR_VERSION, operators.victoriametrics_namespace or own, own, reason
        )
    if "kafka" in on:
        topics = "KafkaTopic, " if parts.kafka is not None and parts.kafka.topics else ""
        reason = f"CRDs Kafka, KafkaNodePool, {topics}KafkaUser (kafka.strimzi.io/v1)"
        yield _operator("Strimzi", STRIMZI_VERSION, operators.strimzi_namespace or own, own, reason)


def _operator(name: str, version: str, namespace: str, watched: str, reason: str) -> Requirement:
    return Requirement(f"{name} operator", version, f"in namespace {namespace}, watching {watched}; {reason}")


def _exposed(
    configuration: Configuration, logs: VictoriaLogs | None, kafka: Kafka | None, gateway: Gateway | None
) -> Iterator[Requirement]:
    if configuration.options.expose.type != "LoadBalancer":
        return
    what = []
    if logs is not None and logs.listeners:
        names = ", ".join(listener.source for listener in logs.listeners)
        what.append(f"syslog of {names} (TCP and UDP on one Service)")
    if kafka is not None and kafka.external_listener.value:
        what.append("the broker's listener for OME")
    if configuration.nodes is None and configuration.telemetry.telemetry_sources.ldms.metrics_enabled:
        what.append("the aggregators of LDMS")
    if gateway is not None and gateway.external is not None:
        what.append("queries and pushes")
    if what:
        yield Requirement("a load balancer", "for Services of type LoadBalancer", f"exposes {'; '.join(what)}")
