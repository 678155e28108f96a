"""A Kubernetes object as data, and what all of them have in common."""

from typing import Any, NamedTuple

from ..plan.platform import Platform
from .labels import own_labels

Body = dict[str, Any]

# What must exist first comes first: the order of application, and of every listing.
_RANK = {
    kind: rank
    for rank, kind in enumerate(
        (
            "Namespace",
            "ServiceAccount",
            "Role",
            "RoleBinding",
            "ClusterRole",
            "ClusterRoleBinding",
            "ConfigMap",
            "NetworkPolicy",
            "Service",
            "Kafka",
            "KafkaNodePool",
            "KafkaTopic",
            "KafkaUser",
            "VMCluster",
            "VLCluster",
            "VMAgent",
            "VLAgent",
            "VMAuth",
            "VMUser",
            "VMPodScrape",
            "VMStaticScrape",
            "VMRule",
            "VMAlert",
            "Deployment",
            "StatefulSet",
            "PodDisruptionBudget",
        )
    )
}
# Argo CD and Flux must not remove what holds data because a file is gone (semantics.md, section 4, "Deletion").
KEPT = {"argocd.argoproj.io/sync-options": "Prune=false", "kustomize.toolkit.fluxcd.io/prune": "disabled"}
HOLDS_DATA = ("KafkaTopic", "VMCluster", "VLCluster", "KafkaNodePool", "Kafka", "PersistentVolumeClaim", "Namespace")
"""Kinds whose deletion loses data or what holds it, in the order in which they may be deleted."""
CLUSTER_WIDE = ("Namespace", "ClusterRole", "ClusterRoleBinding")
"""Kinds that are in no namespace."""


class Manifest(NamedTuple):
    """An object and the component whose folder it stands in."""

    component: str
    body: Body

    @property
    def path(self) -> str:
        """Its file, relative to the output directory."""
        return f"{self.component}/{self.body['kind'].lower()}-{self.body['metadata']['name']}.yaml"

    @property
    def order(self) -> tuple[int, str, str]:
        """A total order within a component."""
        kind = self.body["kind"]
        return _RANK[kind], kind, self.body["metadata"]["name"]


class NodeFile(NamedTuple):
    """A text for the nodes, and its path relative to the output directory."""

    path: str
    text: str


def object_of(platform: Platform, component: str, api_version: str, kind: str, name: str, **parts: Any) -> Manifest:
    """An object in the stack's namespace, with the labels and annotations that all have."""
    metadata: Body = {"name": name}
    if kind not in CLUSTER_WIDE:
        metadata["namespace"] = platform.namespace
    metadata["labels"] = {**dict(platform.labels), **own_labels(component)}
    annotations = {**dict(platform.annotations), **parts.pop("annotations", {}), **(KEPT if kind in HOLDS_DATA else {})}
    if annotations:
        metadata["annotations"] = annotations
    metadata["labels"].update(parts.pop("labels", {}))
    return Manifest(component, {"apiVersion": api_version, "kind": kind, "metadata": metadata, **parts})
