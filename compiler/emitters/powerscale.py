"""PowerScale's metrics: the pod that polls the arrays, the collector behind it, and kube-state-metrics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..kube.access import account, cluster_role, token, token_mount
from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.scrape import honoring, pod_scrape
from ..kube.workloads import config_map, container, deployment, disruption_budget, files, stateful_set, timing
from ..plan.places import (
    COLLECTOR_HEALTH_PORT,
    COLLECTOR_METRICS_PORT,
    EXPORTER_PORT,
    KUBE_STATE_METRICS,
    OTEL_COLLECTOR,
    OTEL_TLS,
    OTLP_PORT,
    VOLUMES_PORT,
)
from ..plan.plan import Plan
from ..plan.powerscale import Collector, VolumeMetrics
from ..plan.users import USERS
from .pods import pod_labels
from .powerscale_csm import emit_csm
from .texts import render

COMPONENT = "powerscale"
ANY = "0.0.0.0"  # noqa: S104 # a Go program listens on every address then, of either family; policies say who may come
_CONFIG, _TLS, _QUEUE = "/etc/otelcol/config", "/etc/otelcol/tls", "/var/lib/otelcol/queue"


def emit_powerscale(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of PowerScale."""
    if plan.powerscale is None:
        return
    yield from emit_csm(plan, plan.powerscale.csm)
    yield from _collector(plan, plan.powerscale.collector)
    yield from _volumes(plan, plan.powerscale.volumes)
    if plan.network is not None:
        yield from policies(plan.platform, plan.network, COMPONENT, pod_labels)


def _collector(plan: Plan, collector: Collector) -> Iterable[Manifest]:
    platform, labels = plan.platform, pod_labels(OTEL_COLLECTOR)
    text = render(
        "powerscale/collector.yaml",
        collector=collector,
        certificates=_TLS,
        directory=_QUEUE,
        host=ANY,
        listens=f"{ANY}:",
        port=OTLP_PORT,
        health_port=COLLECTOR_HEALTH_PORT,
        metrics_port=COLLECTOR_METRICS_PORT,
    )
    maps = [config_map(platform, COMPONENT, OTEL_COLLECTOR, {"collector.yaml": text})]
    yield from maps
    spec = {
        "containers": [_collecting(collector)],
        "volumes": [files("config", maps), files("tls", secrets=[(OTEL_TLS, ["tls.crt", "tls.key"])])],
    }
    yield stateful_set(platform, collector.workload, USERS[OTEL_COLLECTOR], labels, spec, maps)
    yield from disruption_budget(platform, collector.workload, labels)
    ports = [{"name": "otlp-grpc", "port": OTLP_PORT, "targetPort": "otlp-grpc", "protocol": "TCP"}]
    service = {"type": "ClusterIP", "selector": labels, "ports": ports}
    yield object_of(platform, COMPONENT, "v1", "Service", OTEL_COLLECTOR, spec=service)
    yield from _scrape(plan, OTEL_COLLECTOR, ["metrics"])


def _collecting(collector: Collector) -> Body:
    asked = {"httpGet": {"path": "/", "port": "health"}}
    ports = {"otlp-grpc": OTLP_PORT, "health": COLLECTOR_HEALTH_PORT, "metrics": COLLECTOR_METRICS_PORT}
    return container(
        collector.workload.main,
        args=[f"--config={_CONFIG}/collector.yaml"],
        # Go collects garbage before the kernel ends the process.
        env=[{"name": "GOMEMLIMIT", "value": f"{collector.memory.value}MiB"}],
        ports=[{"name": name, "containerPort": port, "protocol": "TCP"} for name, port in ports.items()],
        volumeMounts=[
            {"name": "config", "mountPath": _CONFIG, "readOnly": True},
            {"name": "tls", "mountPath": _TLS, "readOnly": True},
            {"name": collector.workload.claim.name, "mountPath": _QUEUE},
        ],
        livenessProbe={**asked, **timing(collector.liveness)},
        readinessProbe={**asked, **timing(collector.readiness)},
    )


def _volumes(plan: Plan, volumes: VolumeMetrics) -> Iterable[Manifest]:
    platform, labels = plan.platform, pod_labels(KUBE_STATE_METRICS)
    yield from account(platform, COMPONENT, KUBE_STATE_METRICS, [])
    rules = [
        {"apiGroups": [group], "resources": list(names), "verbs": ["list", "watch"]}
        for group, names in volumes.resources.value
    ]
    yield from cluster_role(platform, COMPONENT, volumes.role.value, KUBE_STATE_METRICS, rules)
    spec = {"serviceAccountName": KUBE_STATE_METRICS, "containers": [_telling(volumes)], "volumes": [token()]}
    yield deployment(platform, volumes.workload, USERS[KUBE_STATE_METRICS], labels, spec, [])
    for scrape in _scrape(plan, KUBE_STATE_METRICS, ["http-metrics", "telemetry"]):
        # A claim's namespace is its own, not that of the pod that tells of it.
        yield honoring(scrape, "http-metrics")


def _telling(volumes: VolumeMetrics) -> Body:
    names = ",".join(name for _, group in volumes.resources.value for name in group)
    ports = {"http-metrics": VOLUMES_PORT, "telemetry": EXPORTER_PORT}
    return container(
        volumes.workload.main,
        args=[
            f"--resources={names}",
            *(f"--host={ANY}", f"--port={VOLUMES_PORT}"),
            *(f"--telemetry-host={ANY}", f"--telemetry-port={EXPORTER_PORT}"),
        ],
        ports=[{"name": name, "containerPort": port, "protocol": "TCP"} for name, port in ports.items()],
        volumeMounts=[token_mount()],
        # `/livez` would ask the API server, whose end is no reason to start this one again.
        livenessProbe={"httpGet": {"path": "/healthz", "port": "http-metrics"}, **timing(volumes.liveness)},
        readinessProbe={"httpGet": {"path": "/readyz", "port": "telemetry"}, **timing(volumes.readiness)},
    )


def _scrape(plan: Plan, name: str, ports: Sequence[str]) -> Iterable[Manifest]:
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        selector = {"matchLabels": pod_labels(name)}
        yield pod_scrape(plan.platform, COMPONENT, name, selector, ports, interval)
