"""What the custom resources of the VictoriaMetrics operator ask of the pods it makes."""

from __future__ import annotations

from collections.abc import Mapping

from ..plan.decision import Container, Resources, Volume, Workload
from ..plan.images import split
from ..plan.platform import Platform
from .objects import KEPT, Body


def operated(platform: Platform, workload: Workload, pod_labels: Mapping[str, str]) -> Body:
    """The part that all its components share: size, image, safety, spread, placement."""
    spec: Body = {
        "replicaCount": workload.replicas,
        "image": image(workload.main),
        "resources": requirements(workload.main.resources),
        "useDefaultResources": False,
        "useStrictSecurity": True,
        "disableAutomountServiceAccountToken": True,
        # Scraped by the VMPodScrapes rendered here, which can be read and checked.
        "disableSelfServiceScrape": True,
        "terminationGracePeriodSeconds": workload.grace_seconds,
    }
    if workload.max_unavailable is not None:
        spec["podDisruptionBudget"] = {"maxUnavailable": workload.max_unavailable}
    if workload.spread is not None:
        spec["topologySpreadConstraints"] = [spread(workload.spread, pod_labels)]
    if platform.labels or platform.annotations:
        spec["podMetadata"] = metadata(platform)
    return {**spec, **placement(platform)}


def placement(platform: Platform) -> Body:
    """Where pods may run, and how important they are."""
    spec: Body = {}
    if platform.node_selector:
        spec["nodeSelector"] = dict(platform.node_selector)
    if platform.tolerations:
        spec["tolerations"] = [dict(one) for one in platform.tolerations]
    if platform.priority_class:
        spec["priorityClassName"] = platform.priority_class
    return spec


def metadata(platform: Platform) -> Body:
    """The user's labels and annotations, for pods and for objects that an operator makes."""
    parts = {"labels": dict(platform.labels), "annotations": dict(platform.annotations)}
    return {key: value for key, value in parts.items() if value}


def managed(platform: Platform) -> Body:
    """The user's labels and annotations on what the operator makes."""
    found = metadata(platform)
    return {"managedMetadata": found} if found else {}


def pull_secrets(platform: Platform) -> Body:
    """The Secrets that images are pulled with."""
    return (
        {"imagePullSecrets": [{"name": name} for name in platform.image_pull_secrets]}
        if platform.image_pull_secrets
        else {}
    )


def image(container: Container) -> Body:
    """An image as the operator takes it."""
    repository, tag = split(container.image.reference)
    return {"repository": repository, "tag": tag}


def requirements(resources: Resources) -> Body:
    """Requests and limits."""
    return {
        "requests": {"cpu": resources.cpu_request, "memory": resources.memory_request},
        "limits": {"cpu": resources.cpu_limit, "memory": resources.memory_limit},
    }


def spread(when_unsatisfiable: str, pod_labels: Mapping[str, str]) -> Body:
    """Over nodes; nodes whose taints keep the pods away do not count."""
    return {
        "maxSkew": 1,
        "topologyKey": "kubernetes.io/hostname",
        "whenUnsatisfiable": when_unsatisfiable,
        "nodeTaintsPolicy": "Honor",
        "labelSelector": {"matchLabels": dict(pod_labels)},
    }


def claim(platform: Platform, volume: Volume) -> Body:
    """The claim template of each pod."""
    spec: Body = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": volume.size}}}
    if platform.storage_class:
        spec["storageClassName"] = platform.storage_class
    return {"volumeClaimTemplate": {"metadata": kept_metadata(platform), "spec": spec}}


def kept_metadata(platform: Platform) -> Body:
    """Of a claim: nobody removes it because a file is gone."""
    labels = {"labels": dict(platform.labels)} if platform.labels else {}
    return {**labels, "annotations": {**dict(platform.annotations), **KEPT}}


RETAINED = {"whenDeleted": "Retain", "whenScaled": "Retain"}
"""Claims outlive their pods, whatever becomes of the StatefulSet."""


def reloader(workload: Workload) -> Body:
    """The image and the size of the container that hands over a changed configuration."""
    container = next(one for one in workload.containers if one.name == "config-reloader")
    return {
        "configReloaderImage": container.image.reference,
        "configReloaderResources": requirements(container.resources),
    }
