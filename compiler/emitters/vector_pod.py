"""The pod of a bridge and the objects around it: the same for both."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache

from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.scrape import pod_scrape
from ..kube.workloads import container, deployment, disruption_budget, files, timing
from ..plan.places import CLUSTER_CA, VECTOR_API_PORT, VECTOR_METRICS_PORT
from ..plan.plan import Plan
from ..plan.users import USERS
from ..plan.vector_ldms import LdmsBridge
from ..plan.vector_ome import OmeBridge
from .pods import pod_labels
from .texts import Block, render

CONFIG, KAFKA, NODES = "/etc/vector/config", "/etc/vector/kafka", "/etc/vector/nodes"
"""Where a pod finds its configuration, its certificates and the names of the nodes."""


def emit_bridge(
    plan: Plan, bridge: LdmsBridge | OmeBridge, config: Manifest, tables: Sequence[Manifest] = ()
) -> Iterable[Manifest]:
    """The Deployment of ``bridge`` with its Service, scrape and policies; ``tables`` are files of its nodes."""
    platform, name = plan.platform, bridge.workload.name
    labels = pod_labels(name)
    yield from (config, *tables)
    spec = _pod(bridge, config, tables)
    yield deployment(platform, bridge.workload, USERS["vector"], labels, spec, (config, *tables))
    yield from disruption_budget(platform, bridge.workload, labels)
    ports = [{"name": "metrics", "port": VECTOR_METRICS_PORT, "targetPort": "metrics", "protocol": "TCP"}]
    service = {"type": "ClusterIP", "selector": labels, "ports": ports}
    yield object_of(platform, name, "v1", "Service", name, spec=service)
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        yield pod_scrape(platform, name, name, {"matchLabels": labels}, ["metrics"], interval)
    if plan.network is not None:
        yield from policies(platform, plan.network, name, pod_labels)


# Clusters of a fleet differ in names and sizes, and hardly ever in what their programs are made of.
@lru_cache(maxsize=64)
def program(template: str, **values: Hashable) -> Block:
    """A program of VRL from its template, as it stands in the configuration, under a key of a transform."""
    lines = render(template, **values).rstrip().split("\n")
    return Block("\n".join(f"      {line}" if line else "" for line in lines))


def ports() -> dict[str, int]:
    """What the configuration listens on, by the names that its template uses."""
    return {"api_port": VECTOR_API_PORT, "metrics_port": VECTOR_METRICS_PORT}


def _pod(bridge: LdmsBridge | OmeBridge, config: Manifest, tables: Sequence[Manifest]) -> Body:
    user = bridge.workload.name
    volumes = [
        files("config", [config]),
        files("kafka", secrets=[(CLUSTER_CA, ["ca.crt"]), (user, ["user.crt", "user.key"])]),
    ]
    mounts = [
        {"name": "config", "mountPath": CONFIG, "readOnly": True},
        {"name": "kafka", "mountPath": KAFKA, "readOnly": True},
    ]
    if tables:
        volumes.append(files("nodes", tables))
        mounts.append({"name": "nodes", "mountPath": NODES, "readOnly": True})
    asked = {"httpGet": {"path": "/health", "port": "api"}}
    main = container(
        bridge.workload.main,
        args=["--config", f"{CONFIG}/vector.yaml"],
        env=[
            {"name": "VECTOR_THREADS", "value": str(bridge.threads.value)},
            {"name": "VECTOR_GRACEFUL_SHUTDOWN_LIMIT_SECS", "value": str(bridge.shutdown.value)},
        ],
        ports=[
            {"name": "api", "containerPort": VECTOR_API_PORT, "protocol": "TCP"},
            {"name": "metrics", "containerPort": VECTOR_METRICS_PORT, "protocol": "TCP"},
        ],
        volumeMounts=mounts,
        livenessProbe={**asked, **timing(bridge.liveness)},
        readinessProbe={**asked, **timing(bridge.readiness)},
    )
    return {"containers": [main], "volumes": volumes}
