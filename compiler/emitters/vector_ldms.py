"""The bridge from topic `ldms` to the metrics store, and the agent that it hands samples to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import indent
from typing import Any

from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.scrape import pod_scrape
from ..kube.workloads import config_map, container, deployment, disruption_budget, files, timing
from ..plan.places import CLUSTER_CA, VECTOR_API_PORT, VECTOR_METRICS_PORT
from ..plan.plan import Plan
from ..plan.users import USERS
from ..plan.vector_ldms import HostTable, LdmsBridge
from .pods import pod_labels
from .texts import Block, data, render
from .vmagent_vector import emit_vmagent_vector

NAME = "vector-ldms"
_CONFIG, _KAFKA, _NODES = "/etc/vector/config", "/etc/vector/kafka", "/etc/vector/nodes"


def emit_vector_ldms(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the bridge."""
    bridge, platform = plan.vector.ldms, plan.platform
    if bridge is not None:
        maps = [config_map(platform, NAME, NAME, _texts(bridge))]
        tables = [config_map(platform, NAME, _map_name(table), _hosts(table)) for table in bridge.tables]
        labels = pod_labels(NAME)
        spec = _pod(bridge, maps, tables)
        yield from (*maps, *tables)
        yield deployment(platform, bridge.workload, USERS["vector"], labels, spec, (*maps, *tables))
        yield from disruption_budget(platform, bridge.workload, labels)
        ports = [{"name": "metrics", "port": VECTOR_METRICS_PORT, "targetPort": "metrics", "protocol": "TCP"}]
        service = {"type": "ClusterIP", "selector": labels, "ports": ports}
        yield object_of(platform, NAME, "v1", "Service", NAME, spec=service)
        if plan.victoria_metrics is not None:
            interval = plan.victoria_metrics.self_scrape_interval.value
            yield pod_scrape(platform, NAME, NAME, {"matchLabels": labels}, ["metrics"], interval)
        if plan.network is not None:
            yield from policies(platform, plan.network, NAME, pod_labels)
    yield from emit_vmagent_vector(plan, NAME)


def _texts(bridge: LdmsBridge) -> dict[str, str]:
    values = {
        "bridge": bridge,
        "tables": [one.name for one in bridge.tables],
        "kafka": _KAFKA,
        "nodes": _NODES,
        "api_port": VECTOR_API_PORT,
        "metrics_port": VECTOR_METRICS_PORT,
    }
    programs = {name: _program(name, bridge) for name in ("parsed", "hosts", "metrics")}
    return {
        "vector.yaml": render("vector-ldms/vector.yaml", programs=programs, **values),
        "tests.yaml": render("vector-ldms/tests.yaml", cases=_cases(bridge)),
    }


def _cases(bridge: LdmsBridge) -> list[dict[str, Any]]:
    """The cases that are true of these programs: some are about the key of one schema."""
    schemas = {schema for schema, _ in bridge.keys}
    return [one for one in data("vector-ldms/cases.yaml") if one.get("needs") in (None, *schemas)]


def _program(name: str, bridge: LdmsBridge) -> Block:
    keys = {schema: list(columns) for schema, columns in bridge.keys}
    tables = [(one.name, one.first, one.last) for one in bridge.tables]
    text = render(f"vector-ldms/{name}.vrl", keys=keys, tables=tables)
    return Block(indent(text, " " * 6).rstrip())


def _map_name(table: HostTable) -> str:
    return f"{NAME}-{table.name.replace('_', '-')}"


def _hosts(table: HostTable) -> dict[str, str]:
    rows = "".join(f"{node.number},{node.hostname}\n" for node in table.nodes)
    return {f"{table.name}.csv": f"component_id,host\n{rows}"}


def _pod(bridge: LdmsBridge, maps: Sequence[Manifest], tables: Sequence[Manifest]) -> Body:
    volumes = [
        files("config", maps),
        files("kafka", secrets=[(CLUSTER_CA, ["ca.crt"]), (NAME, ["user.crt", "user.key"])]),
    ]
    mounts = [
        {"name": "config", "mountPath": _CONFIG, "readOnly": True},
        {"name": "kafka", "mountPath": _KAFKA, "readOnly": True},
    ]
    if tables:
        volumes.append(files("nodes", tables))
        mounts.append({"name": "nodes", "mountPath": _NODES, "readOnly": True})
    asked = {"httpGet": {"path": "/health", "port": "api"}}
    main = container(
        bridge.workload.main,
        args=["--config", f"{_CONFIG}/vector.yaml"],
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
