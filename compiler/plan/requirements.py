"""What the cluster must have before the output is applied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.configuration import Configuration
from .decision import Requirement, Sink, Workload
from .gateway import Gateway
from .victoria_logs import VictoriaLogs

VICTORIA_OPERATOR_VERSION, STRIMZI_VERSION = "0.74.1", "1.2.0"


def plan_requirements(
    configuration: Configuration,
    sinks: Sequence[Sink],
    logs: VictoriaLogs | None,
    gateway: Gateway | None,
    workloads: Sequence[Workload],
) -> tuple[Requirement, ...]:
    """Cluster, operators, storage, load balancer, network, in the order in which they are set up."""
    options = configuration.options
    found = [
        Requirement(
            "Kubernetes", f"{options.kubernetes_version} or newer", "the oldest version that the output is made for"
        )
    ]
    found += _operators(configuration, {sink.name for sink in sinks if sink.on})
    if any(workload.volume for workload in workloads):
        what = f"StorageClass {options.storage_class}" if options.storage_class else "a default StorageClass"
        found.append(
            Requirement(
                what, "with volume expansion", "every claim uses it; a volume that cannot grow must be right at once"
            )
        )
    found += _exposed(configuration, logs, gateway)
    if options.network_policies:
        found.append(
            Requirement(
                "a network plugin that enforces NetworkPolicy",
                "networking.k8s.io/v1",
                "default deny is worth nothing without one",
            )
        )
    return tuple(found)


def _operators(configuration: Configuration, on: set[str]) -> Iterator[Requirement]:
    options = configuration.options
    if on & {"victoria_metrics", "victoria_logs"}:
        namespace = options.operators.victoriametrics_namespace or options.namespace
        crds = "VMCluster, VMAgent, VMAuth, VMUser, VMPodScrape" if "victoria_metrics" in on else "VMAuth, VMUser"
        logs = ", VLCluster, VLAgent" if "victoria_logs" in on else ""
        where = f"in namespace {namespace}, watching {options.namespace}"
        reason = f"{where}; CRDs {crds}{logs} (apply them on the server side, they are large)"
        yield Requirement("VictoriaMetrics operator", VICTORIA_OPERATOR_VERSION, reason)
    if "kafka" in on:
        namespace = options.operators.strimzi_namespace or options.namespace
        where = f"in namespace {namespace}, watching {options.namespace}"
        reason = f"{where}; CRDs Kafka, KafkaNodePool, KafkaTopic, KafkaUser (kafka.strimzi.io/v1)"
        yield Requirement("Strimzi operator", STRIMZI_VERSION, reason)


def _exposed(configuration: Configuration, logs: VictoriaLogs | None, gateway: Gateway | None) -> Iterator[Requirement]:
    if configuration.options.expose.type != "LoadBalancer":
        return
    what = []
    if logs is not None and logs.listeners:
        what.append(
            "syslog of " + ", ".join(listener.source for listener in logs.listeners) + " (TCP and UDP on one Service)"
        )
    if gateway is not None and gateway.external is not None:
        what.append("queries and pushes")
    if what:
        yield Requirement("a load balancer", "for Services of type LoadBalancer", f"exposes {'; '.join(what)}")
