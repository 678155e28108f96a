"""The embedded parts of custom resources are checked wherever the CRDs leave them open."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tests.checks.definitions import custom
from tests.checks.embedded import embedded_problems, is_open, part_at
from tests.checks.embedded_parts import parts
from tools.core_schemas import VERSIONS
from tools.make_schemas import KINDS

# Open places that nothing checks, so that writing one is refused: no emitter has a use for them.
UNCHECKED = {
    "Kafka spec.kafka.listeners.[].authentication.listenerConfig",
    "VLCluster spec.vlinsert.hpa",
    "VLCluster spec.vlselect.hpa",
    "VMAuth spec.httpRoute.extraRules.[]",
    "VMAuth spec.unauthorizedAccessConfig",
    "VMCluster spec.vminsert.hpa",
    "VMCluster spec.vmselect.hpa",
}

SECURITY = {
    "runAsNonRoot": True,
    "runAsUser": 65534,
    "fsGroup": 65534,
    "fsGroupChangePolicy": "OnRootMismatch",
    "seccompProfile": {"type": "RuntimeDefault"},
    "readOnlyRootFilesystem": True,
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
}
SPREAD = {"maxSkew": 1, "topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "ScheduleAnyway"}
CLAIM = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "10Gi"}}}
ENDPOINT = {"port": "http", "relabelConfigs": [{"action": "drop", "regex": ["a", "b"]}]}
STORAGE = {
    "securityContext": SECURITY,
    "affinity": {"podAntiAffinity": {}},
    "tolerations": [{"key": "a", "operator": "Exists"}],
    "topologySpreadConstraints": [SPREAD],
    "resources": {"limits": {"cpu": "1", "memory": "1Gi"}},
    "storage": {"volumeClaimTemplate": {"metadata": {"labels": {"resources": "x"}}, "spec": CLAIM}},
    "claimTemplates": [{"metadata": {"name": "extra"}, "spec": CLAIM}],
    "containers": [{"name": "side", "image": "side", "resources": {"limits": {"cpu": "1"}}}],
    "initContainers": [{"name": "first", "image": "first"}],
    "volumes": [{"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "1Mi"}}],
    "volumeMounts": [{"name": "tmp", "mountPath": "/tmp"}],
    "extraEnvs": [{"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}}],
    "extraArgs": {"resources": "a free map", "containers": "whose keys are no fields"},
    "livenessProbe": {"httpGet": {"path": "/health", "port": 8482}},
    "startupProbe": {"tcpSocket": {"port": "http"}},
    "serviceSpec": {"spec": {"type": "ClusterIP", "ports": [{"name": "http", "port": 8482}]}},
    "serviceScrapeSpec": {"selector": {"matchLabels": {"a": "b"}}, "endpoints": [ENDPOINT]},
}
CLUSTER = {
    "apiVersion": "operator.victoriametrics.com/v1beta1",
    "kind": "VMCluster",
    "metadata": {"name": "x"},
    "spec": {
        "retentionPeriod": "14d",
        "vmstorage": STORAGE,
        "requestsLoadBalancer": {
            "enabled": True,
            "spec": {"replicaCount": 2, "securityContext": SECURITY, "topologySpreadConstraints": [SPREAD]},
        },
    },
}
AGENT = {
    "apiVersion": "operator.victoriametrics.com/v1",
    "kind": "VLAgent",
    "metadata": {"name": "x"},
    "spec": {
        "remoteWrite": [
            {
                "url": "http://x",
                "maxDiskUsage": "50GiB",
                "tlsConfig": {"caSecretKeyRef": {"name": "a", "key": "b"}},
            }
        ],
        "storage": {"volumeClaimTemplate": {"spec": CLAIM}},
    },
}
ALERT = {
    "apiVersion": "operator.victoriametrics.com/v1beta1",
    "kind": "VMAlert",
    "metadata": {"name": "x"},
    "spec": {
        "datasource": {"url": "http://x"},
        "notifiers": [{"url": "https://x", "tlsConfig": {"ca": {"configMap": {"name": "a", "key": "b"}}}}],
    },
}
KAFKA = {
    "apiVersion": "kafka.strimzi.io/v1",
    "kind": "Kafka",
    "metadata": {"name": "x"},
    "spec": {
        "kafka": {
            "config": {"default.replication.factor": 3, "resources": "no field"},
            "livenessProbe": {"initialDelaySeconds": 15},
            "listeners": [
                {
                    "name": "tls",
                    "port": 9093,
                    "type": "internal",
                    "tls": True,
                    "networkPolicyPeers": [{"podSelector": {}}],
                }
            ],
            "template": {
                "pod": {
                    "securityContext": {"runAsUser": 1001, "fsGroup": 1001},
                    "topologySpreadConstraints": [SPREAD],
                    "volumes": [{"name": "a", "secret": {"secretName": "a"}}],
                },
                "kafkaContainer": {"securityContext": {"readOnlyRootFilesystem": True}},
            },
        }
    },
}
POOL = {
    "apiVersion": "kafka.strimzi.io/v1",
    "kind": "KafkaNodePool",
    "metadata": {"name": "x"},
    "spec": {
        "replicas": 3,
        "roles": ["broker"],
        "storage": {"type": "jbod", "volumes": [{"id": 0, "type": "persistent-claim", "size": "10Gi"}]},
        "resources": {"requests": {"memory": "4Gi"}},
    },
}
GOOD: list[dict[str, Any]] = [CLUSTER, AGENT, ALERT, KAFKA, POOL]


@pytest.mark.parametrize("obj", GOOD, ids=lambda obj: str(obj["kind"]))
@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_right_parts_pass(obj: dict[str, Any], version: str) -> None:
    assert embedded_problems(obj, version) == []


BREAKAGES: list[tuple[dict[str, Any], str, Any]] = [
    (CLUSTER, "vmstorage.storage.volumeClaimTemplate.spec.bogus", 1),
    (CLUSTER, "vmstorage.storage.volumeClaimTemplate.bogus", 1),
    (CLUSTER, "vmstorage.storage.volumeClaimTemplate.metadata.bogus", 1),
    (CLUSTER, "vmstorage.storage.volumeClaimTemplate.metadata.labels.a", 1),
    (CLUSTER, "vmstorage.storage.volumeClaimTemplate.spec.resources.requests.storage", "10GB"),
    (CLUSTER, "vmstorage.claimTemplates.0.spec.bogus", 1),
    (CLUSTER, "vmstorage.securityContext.runAsUser", "x"),
    (CLUSTER, "vmstorage.securityContext.runAsuser", 1),
    (CLUSTER, "vmstorage.securityContext.capabilities.bogus", []),
    (CLUSTER, "vmstorage.securityContext.seccompProfile.bogus", ""),
    (CLUSTER, "vmstorage.securityContext.runAsGroup", None),
    (CLUSTER, "vmstorage.affinity.podAntiaffinity", {}),
    (CLUSTER, "vmstorage.tolerations.0.bogus", 1),
    (CLUSTER, "vmstorage.topologySpreadConstraints.0.bogus", 1),
    (CLUSTER, "vmstorage.topologySpreadConstraints.0.maxSkew", "1"),
    (CLUSTER, "vmstorage.resources.limits.cpu", "one"),
    (CLUSTER, "vmstorage.containers.0.bogus", 1),
    (CLUSTER, "vmstorage.containers.0.resources.limits.cpu", "1 core"),
    (CLUSTER, "vmstorage.initContainers.0.securityContext", {"runAsUser": "x"}),
    (CLUSTER, "vmstorage.volumes.0.bogus", {}),
    (CLUSTER, "vmstorage.volumes.0.emptyDir.bogus", 1),
    (CLUSTER, "vmstorage.volumeMounts.0.bogus", 1),
    (CLUSTER, "vmstorage.extraEnvs.0.valueFrom.bogus", 1),
    (CLUSTER, "vmstorage.extraEnvs.0.value", 1),
    (CLUSTER, "vmstorage.livenessProbe.httpGet.bogus", 1),
    (CLUSTER, "vmstorage.startupProbe.tcpSocket.port", []),
    (CLUSTER, "vmstorage.serviceSpec.spec.bogus", 1),
    (CLUSTER, "vmstorage.serviceSpec.spec.ports.0.port", "http"),
    (CLUSTER, "vmstorage.serviceScrapeSpec.bogus", 1),
    (CLUSTER, "vmstorage.serviceScrapeSpec.endpoints.0.relabelConfigs.0.regex", 1),
    (CLUSTER, "requestsLoadBalancer.spec.bogus", 1),
    (CLUSTER, "requestsLoadBalancer.spec.selectAllByDefault", True),
    (CLUSTER, "requestsLoadBalancer.spec.securityContext.bogus", 1),
    (CLUSTER, "requestsLoadBalancer.spec.topologySpreadConstraints.0.bogus", 1),
    (CLUSTER, "vminsert", {"hpa": {"maxReplicas": 3}}),
    (AGENT, "remoteWrite.0.maxDiskUsage", "50Gi"),
    (AGENT, "storage.volumeClaimTemplate.spec.bogus", 1),
    (AGENT, "storage.volumeClaimTemplate.status", {}),
    (ALERT, "notifiers.0.tlsConfig.bogus", 1),
    (ALERT, "notifiers.0.tlsConfig.ca.configMap.bogus", 1),
    (ALERT, "datasource.oauth2", {"bogus": 1}),
    (KAFKA, "kafka.config.nested", {}),
    (KAFKA, "kafka.livenessProbe.bogus", 1),
    (KAFKA, "kafka.listeners.0.networkPolicyPeers.0.podSelector.bogus", 1),
    (KAFKA, "kafka.listeners.0.authentication", {"type": "custom", "listenerConfig": {"a": "b"}}),
    (KAFKA, "kafka.template.pod.securityContext.readOnlyRootFilesystem", True),
    (KAFKA, "kafka.template.pod.volumes.0.secret.bogus", 1),
    (KAFKA, "kafka.template.kafkaContainer.securityContext.fsGroup", 1),
    (POOL, "resources.requests.memory", "4GB"),
]


@pytest.mark.parametrize(("good", "path", "value"), BREAKAGES, ids=lambda part: part if isinstance(part, str) else "")
def test_each_breakage_is_found(good: dict[str, Any], path: str, value: Any) -> None:
    obj = copy.deepcopy(good)
    *parents, last = path.split(".")
    holder: Any = obj["spec"]
    for name in parents:
        holder = holder[int(name)] if isinstance(holder, list) else holder[name]
    holder[last] = value
    assert embedded_problems(obj)


def test_vmauth_whose_whole_spec_the_crd_leaves_open_has_no_unknown_field() -> None:
    vmauth: dict[str, Any] = {"apiVersion": "operator.victoriametrics.com/v1beta1", "kind": "VMAuth"}
    assert embedded_problems(vmauth | {"spec": {"selectAllByDefault": True}}) == []
    assert embedded_problems(vmauth | {"spec": {"selectAllByDefaults": True}})


def test_a_kind_without_a_schema_is_a_problem() -> None:
    assert embedded_problems({"apiVersion": "kafka.strimzi.io/v1", "kind": "KafkaBridge"})
    assert embedded_problems({"apiVersion": "v1", "kind": "ConfigMap"}) == []


def test_every_open_place_is_checked_or_refused() -> None:
    """A new version of an operator that opens another place is noticed here."""
    found = set()
    for group, kind in KINDS:
        known = parts(group, VERSIONS[-1])
        schema = (custom(kind) or {})["properties"]["spec"]
        for place, schema_part in open_places(schema, "spec"):
            above = [part_at(known, end) for end in beginnings(place)]
            inside_checked = any(part and not part.walked for part in above)
            if not schema_part.get("properties") and not inside_checked and above[-1] is None:
                found.add(f"{kind} {place}")
    assert found == UNCHECKED


def open_places(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if is_open(schema):
        yield place, schema
    for name, part in schema.get("properties", {}).items():
        yield from open_places(part, f"{place}.{name}")
    if "items" in schema:
        yield from open_places(schema["items"], f"{place}.[]")


def beginnings(place: str) -> Iterator[str]:
    names = place.split(".")
    yield from (".".join(names[:length]) for length in range(1, len(names) + 1))
