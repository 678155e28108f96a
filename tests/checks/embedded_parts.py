"""What belongs at the places of custom resources that are a core type, or that the CRDs leave open.

The CRDs of the VictoriaMetrics operator take anything there (upstream opens them to keep the CRDs small); its
strict decoder and the objects that it makes do not. A place is named by the end of its path, an item of a
list by `[]`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.checks.definitions import core, custom, definition
from tools.make_schemas import STRIMZI, VICTORIA_METRICS


@dataclass(frozen=True)
class Part:
    """The schema of a place; *walked* when it is an operator's type, which has such places itself."""

    schema: dict[str, Any]
    walked: bool = False


_POD = {
    "affinity": "core.v1.Affinity",
    "dnsConfig": "core.v1.PodDNSConfig",
    "hostAliases.[]": "core.v1.HostAlias",
    "imagePullSecrets.[]": "core.v1.LocalObjectReference",
    "livenessProbe": "core.v1.Probe",
    "readinessProbe": "core.v1.Probe",
    "resources": "core.v1.ResourceRequirements",
    "tolerations.[]": "core.v1.Toleration",
    "topologySpreadConstraints.[]": "core.v1.TopologySpreadConstraint",
    "volumeMounts.[]": "core.v1.VolumeMount",
}
_STRIMZI = _POD | {
    "env.[]": "core.v1.EnvVar",
    "networkPolicyPeers.[]": "networking.v1.NetworkPolicyPeer",
    "pod.securityContext": "core.v1.PodSecurityContext",
    "pod.volumes.[]": "core.v1.Volume",
    "securityContext": "core.v1.SecurityContext",
}
_VICTORIA_METRICS = _POD | {
    "claimTemplates.[]": "core.v1.PersistentVolumeClaim",
    "configReloaderResources": "core.v1.ResourceRequirements",
    "containers.[]": "core.v1.Container",
    "emptyDir": "core.v1.EmptyDirVolumeSource",
    "extraEnvs.[]": "core.v1.EnvVar",
    "extraEnvsFrom.[]": "core.v1.EnvFromSource",
    "host_aliases.[]": "core.v1.HostAlias",
    "initContainers.[]": "core.v1.Container",
    "persistentVolumeClaimRetentionPolicy": "apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
    "readinessGates.[]": "core.v1.PodReadinessGate",
    "serviceSpec.spec": "core.v1.ServiceSpec",
    "startupProbe": "core.v1.Probe",
    "volumes.[]": "core.v1.Volume",
}

# The operator's `StringOrArray`.
_TEXTS = Part({"type": ["string", "array"], "items": {"type": "string"}})
# Its `BytesString`, with the pattern of vmextra_types.go: `50Gi`, a Kubernetes quantity, is none.
_BYTES = Part({"type": ["integer", "string"], "pattern": "^[0-9]+(kb|mb|gb|tb|KB|MB|GB|TB|KiB|MiB|GiB|TiB)?$"})
# Kafka's own settings by name; which names and values Kafka takes is not the schema's to know.
_SETTINGS = Part({"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}})


@functools.cache
def parts(group: str, kubernetes_version: str) -> Mapping[str, Part]:
    """End of path to what belongs there, for the custom resources of *group*."""
    if group == STRIMZI:
        return {end: Part(core(name)) for end, name in _STRIMZI.items()} | {"config": _SETTINGS}
    if group != VICTORIA_METRICS:
        return {}
    return {end: Part(core(name)) for end, name in _VICTORIA_METRICS.items()} | {
        "if": _TEXTS,
        "match": _TEXTS,
        "maxBlockSize": _BYTES,
        "maxDiskUsage": _BYTES,
        "maxDiskUsagePerURL": _BYTES,
        "oauth2": _at("VMAgent", "remoteWrite", "[]", "oauth2"),
        "regex": _TEXTS,
        "requestsLoadBalancer.spec": Part(_load_balancer(), walked=True),
        "securityContext": Part(_security_context(kubernetes_version)),
        "serviceScrapeSpec": _at("VMServiceScrape"),
        "tlsConfig": _at("VMAgent", "remoteWrite", "[]", "tlsConfig"),
        "tls_config": _at("VMAgent", "remoteWrite", "[]", "tlsConfig"),
        "url_prefix": _TEXTS,
        "volumeClaimTemplate": Part(_claim_template()),
    }


def _at(kind: str, *path: str) -> Part:
    """The operator's type that *kind* has at *path* under its spec, where the CRD does spell it out."""
    schema: dict[str, Any] = (custom(kind) or {})["properties"]["spec"]
    for name in path:
        schema = schema["items"] if name == "[]" else schema["properties"][name]
    return Part(schema, walked=True)


def _load_balancer() -> dict[str, Any]:
    """`VMAuthLoadBalancerSpec`: a VMAuth's fields that the other components have too, and the license."""
    vmauth = _at("VMAuth").schema["properties"]
    component = _at("VMCluster", "vminsert").schema["properties"]
    shared = (vmauth.keys() & component.keys() - {"vpa"}) | {"license"}
    fields = {name: vmauth[name] for name in sorted(shared)}
    return {"type": "object", "properties": fields, "additionalProperties": False}


def _security_context(kubernetes_version: str) -> dict[str, Any]:
    """The operator's `SecurityContext`: the pod's, and those of the container's that the pod's has not."""
    pod = definition("core.v1.PodSecurityContext", kubernetes_version)["properties"]
    container = definition("core.v1.SecurityContext", kubernetes_version)["properties"]
    added = ("allowPrivilegeEscalation", "capabilities", "privileged", "procMount", "readOnlyRootFilesystem")
    fields = {name: _absolute(part) for name, part in pod.items()}
    fields |= {name: _absolute(container[name]) for name in added}
    return {"type": "object", "properties": fields, "additionalProperties": False}


def _absolute(schema: Any) -> Any:
    """*schema*, taken out of the definitions, with its references pointing back into them."""
    if isinstance(schema, list):
        return [_absolute(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return core(schema["$ref"].removeprefix("#/$defs/io.k8s.api."))
    return {key: _absolute(part) for key, part in schema.items()}


def _claim_template() -> dict[str, Any]:
    """The operator's `EmbeddedPersistentVolumeClaim`, whose metadata is three fields; no status."""
    texts = {"type": "object", "additionalProperties": {"type": "string"}}
    metadata = {"name": {"type": "string"}, "labels": texts, "annotations": texts}
    return {
        "type": "object",
        "properties": {
            "apiVersion": {"const": "v1"},
            "kind": {"const": "PersistentVolumeClaim"},
            "metadata": {"type": "object", "properties": metadata, "additionalProperties": False},
            "spec": core("core.v1.PersistentVolumeClaimSpec"),
        },
        "additionalProperties": False,
    }
