"""Workloads that are rendered here, and not by an operator."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from ..plan.decision import Container, Probe, Workload
from ..plan.platform import Platform
from ..plan.users import User
from .objects import KEPT, Body, Manifest, object_of
from .operated import RETAINED, claim, metadata, placement, pull_secrets, requirements, spread
from .security import container_security, pod_security


def container(planned: Container, **parts: object) -> Body:
    """A container with the planned name, image and size; ``parts`` is what only its program needs."""
    return {
        "name": planned.name,
        "image": planned.image.reference,
        **parts,
        "resources": requirements(planned.resources),
        "securityContext": container_security(),
    }


def deployment(
    platform: Platform,
    workload: Workload,
    user: User,
    pod_labels: Mapping[str, str],
    spec: Body,
    mounted: Iterable[Manifest],
) -> Manifest:
    """A Deployment whose pods run ``spec`` (containers and volumes).

    The pods roll when a ConfigMap that they mount changes (``mounted``), and only then.
    """
    body: Body = {
        "replicas": workload.replicas,
        "selector": {"matchLabels": dict(pod_labels)},
        # A new pod is ready before an old one goes: what falls between two pods is lost or late.
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
        "template": _template(platform, workload, user, pod_labels, spec, mounted),
    }
    return object_of(platform, workload.component, "apps/v1", "Deployment", workload.name, spec=body)


def stateful_set(
    platform: Platform,
    workload: Workload,
    user: User,
    pod_labels: Mapping[str, str],
    spec: Body,
    mounted: Iterable[Manifest],
) -> Manifest:
    """A StatefulSet whose pods run ``spec``, each with the planned claim as volume of that name.

    The Service that governs it is called like the workload. The pods roll when a ConfigMap that they
    mount changes (``mounted``), and only then.
    """
    # Nothing of a claim may change later, so the user's labels and annotations, which may, stay off it.
    claimed: Body = {
        "metadata": {"name": workload.claim.name, "annotations": dict(KEPT)},
        "spec": claim(platform, workload.claim)["volumeClaimTemplate"]["spec"],
    }
    body: Body = {
        "replicas": workload.replicas,
        "serviceName": workload.name,
        "selector": {"matchLabels": dict(pod_labels)},
        "podManagementPolicy": "Parallel",
        "updateStrategy": {"type": "RollingUpdate"},
        "persistentVolumeClaimRetentionPolicy": RETAINED,
        "template": _template(platform, workload, user, pod_labels, spec, mounted),
        "volumeClaimTemplates": [claimed],
    }
    return object_of(platform, workload.component, "apps/v1", "StatefulSet", workload.name, spec=body)


def _template(
    platform: Platform,
    workload: Workload,
    user: User,
    pod_labels: Mapping[str, str],
    spec: Body,
    mounted: Iterable[Manifest],
) -> Body:
    pod: Body = {
        "automountServiceAccountToken": False,
        "enableServiceLinks": False,
        "securityContext": pod_security(user),
        "terminationGracePeriodSeconds": workload.grace_seconds,
        **pull_secrets(platform),
        **placement(platform),
        **spec,
    }
    if workload.spread is not None:
        pod["topologySpreadConstraints"] = [spread(workload.spread, pod_labels)]
    own = metadata(platform)
    return {
        "metadata": {
            "labels": {**own.get("labels", {}), **pod_labels},
            "annotations": {**own.get("annotations", {}), "checksum/config": _digest(mounted)},
        },
        "spec": pod,
    }


def disruption_budget(platform: Platform, workload: Workload, pod_labels: Mapping[str, str]) -> Iterable[Manifest]:
    """How many pods may be taken down on purpose at a time; nothing for a single pod."""
    if workload.max_unavailable is not None:
        spec = {"maxUnavailable": workload.max_unavailable, "selector": {"matchLabels": dict(pod_labels)}}
        yield object_of(platform, workload.component, "policy/v1", "PodDisruptionBudget", workload.name, spec=spec)


def timing(probe: Probe) -> Body:
    """When a probe asks, and what it takes for a no."""
    return {"periodSeconds": probe.period, "timeoutSeconds": probe.timeout, "failureThreshold": probe.failures}


def config_map(platform: Platform, component: str, name: str, data: Mapping[str, str]) -> Manifest:
    """Files by their names."""
    return object_of(platform, component, "v1", "ConfigMap", name, data=dict(data))


def files(
    name: str,
    maps: Sequence[Manifest] = (),
    secrets: Sequence[tuple[str, Sequence[str]]] = (),
    *,
    optional: bool = False,
) -> Body:
    """A volume with every file of ``maps``, and the named keys of ``secrets``.

    With ``optional`` the pod starts without them, and gets them once they are there.
    """
    sources: list[Body] = [{"configMap": {"name": one.body["metadata"]["name"]}} for one in maps]
    more = {"optional": True} if optional else {}
    sources += [
        {"secret": {"name": secret, "items": [{"key": key, "path": key} for key in keys], **more}}
        for secret, keys in secrets
    ]
    # Readable for the group alone: some are keys.
    return {"name": name, "projected": {"defaultMode": 0o440, "sources": sources}}


def _digest(mounted: Iterable[Manifest]) -> str:
    data = [one.body["data"] for one in mounted]
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
