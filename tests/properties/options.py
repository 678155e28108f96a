"""Valid texts of `telecompile.yml`, as mappings."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.properties.telemetry import ON, Mapping, maybe
from tests.properties.values import (
    ANNOTATION_TEXTS,
    DNS_NAMES,
    HOSTS,
    LABEL_TEXTS,
    address_ranges,
    amounts,
    label_maps,
    resource_blocks,
)

VERSIONS = ["1.30", "1.35", "1.37"]
"""The oldest, the default and the newest: each takes a run of kubeconform of its own."""
DIGEST = "sha256:" + "0123456789abcdef" * 4
_ROLES = st.sampled_from([["slurm_node"], ["slurm_node", "login_node"], ["os", "slurm_node", "service_kube_node"]])
_ANNOTATIONS = st.dictionaries(st.builds("example.com/{}".format, LABEL_TEXTS), ANNOTATION_TEXTS, max_size=2)
_OVERRIDABLE = ("vmauth", "vmalert", "otel-collector", "config-reloader")


@st.composite
def options(draw: st.DrawFn, telemetry: Mapping) -> Mapping:
    """The whole file; what it says of endpoints and of plain http is about *telemetry*."""
    found: Mapping = draw(st.fixed_dictionaries({}, optional=_alone()))
    plain = [name for name in ("ufm", "vast") if telemetry[f"{name}_configuration"].get("auth_mode") == "none"]
    if plain:
        found["plain_http"] = draw(st.lists(st.sampled_from(plain), unique=True))
    written = [endpoint["url"] for endpoint in _endpoints(telemetry)]
    if written:
        found["endpoints"] = draw(st.dictionaries(st.sampled_from(written), _access()))
    return found


def _alone() -> dict[Any, st.SearchStrategy[Any]]:
    every: dict[Any, st.SearchStrategy[Any]] = {
        "namespace": LABEL_TEXTS,
        "cluster_domain": DNS_NAMES,
        "kubernetes_version": st.sampled_from(VERSIONS),
        "storage_class": DNS_NAMES,
        "image_registry": st.sampled_from(["mirror.example.com:5000/telemetry", "localhost:5000", "mirror"]),
        "image_pull_secrets": st.lists(LABEL_TEXTS, max_size=2, unique=True),
        "images": _images(),
        "expose": _expose(),
        "push_sources": st.sampled_from([[], ["sfm"]]),
        "paths": st.dictionaries(st.sampled_from(["/etc/pki", "certificates/none"]), st.just("elsewhere"), max_size=2),
        "ldms": _ldms(),
        "vmagent_queue_size": amounts(5, 200),
        "resources": _resources(),
        "node_selector": label_maps(),
        "tolerations": st.lists(_toleration(), max_size=2),
        "priority_class": DNS_NAMES,
        "labels": label_maps(),
        "annotations": _ANNOTATIONS,
        "operators": st.fixed_dictionaries(
            {}, optional={name: maybe(LABEL_TEXTS) for name in ("strimzi_namespace", "victoriametrics_namespace")}
        ),
        "api_server_cidrs": st.lists(address_ranges(), min_size=1, max_size=2, unique=True),
        "alertmanager_urls": st.sampled_from([[], ["http://alertmanager.monitoring.svc:9093"]]),
        "syslog_timezone": st.sampled_from(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"]),
        "network_policies": ON,
        "alerts": ON,
        "dashboards": ON,
    }
    return {key: maybe(strategy) for key, strategy in every.items()}


def _endpoints(telemetry: Mapping) -> list[Mapping]:
    sinks = telemetry["telemetry_sinks"]
    return [
        *(sinks["victoria_metrics"].get("additional_metric_remote_write_endpoints") or []),
        *(sinks["victoria_logs"].get("additional_log_write_endpoints") or []),
    ]


@st.composite
def _access(draw: st.DrawFn) -> Mapping:
    found: Mapping = {}
    if draw(ON):
        found = {"secret": draw(LABEL_TEXTS), "auth": draw(st.sampled_from(["basic", "bearer"]))}
    if draw(ON):
        found["ca_secret"] = draw(LABEL_TEXTS)
    return found


def _images() -> st.SearchStrategy[Mapping]:
    names = st.sampled_from(["vmstorage", "vlselect", "vmagent", "config-reloader", "kafka", "vector"])
    references = st.sampled_from(
        [
            "mirror/tool:1",
            f"registry.example.com:5000/a/b@{DIGEST}",
            f"docker.io/library/x:v1.0@{DIGEST}",
            "short:latest",
        ]
    )
    return st.dictionaries(names, references, max_size=2)


def _expose() -> st.SearchStrategy[Mapping]:
    every: dict[Any, st.SearchStrategy[Any]] = {
        "type": st.sampled_from(["LoadBalancer", "NodePort", "ClusterIP"]),
        "source_ranges": st.lists(address_ranges(), max_size=3, unique=True),
        "annotations": _ANNOTATIONS,
        "tls_secret": DNS_NAMES,
    }
    return st.fixed_dictionaries({}, optional={key: maybe(strategy) for key, strategy in every.items()})


def _ldms() -> st.SearchStrategy[Mapping]:
    every: dict[Any, st.SearchStrategy[Any]] = {
        "aggregator_address": HOSTS,
        "expected_nodes": st.integers(1, 10_000),
        "roles": _ROLES,
    }
    return st.fixed_dictionaries({}, optional={key: maybe(strategy) for key, strategy in every.items()})


@st.composite
def _resources(draw: st.DrawFn) -> Mapping:
    found: Mapping = {}
    for name in draw(st.lists(st.sampled_from(_OVERRIDABLE), max_size=2, unique=True)):
        found[name] = draw(resource_blocks()) if draw(ON) else {}
        if name.startswith("ldms") and found[name]:
            # More than a daemon sets aside for the sets of a thousand nodes.
            found[name] = {"requests": {"cpu": "100m", "memory": "0.5Gi"}, "limits": {"cpu": "2", "memory": "1Gi"}}
        # Two collectors would share one volume, two reloaders one pod.
        if name.startswith("vm") and draw(ON):
            found[name]["replicas"] = draw(st.integers(1, 4))
    return found


def _toleration() -> st.SearchStrategy[Mapping]:
    return st.sampled_from(
        [
            {"operator": "Exists"},
            {"key": "example.com/telemetry", "operator": "Exists", "effect": "NoSchedule"},
            {"key": "a", "operator": "Equal", "value": "yes", "effect": "NoExecute", "tolerationSeconds": 300},
            {"key": "b", "value": "1e3", "effect": "PreferNoSchedule"},
        ]
    )
