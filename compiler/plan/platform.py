"""What everything stands on: namespace, labels, where pods may run."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..config.configuration import Configuration
from .decision import Decided


class Platform(NamedTuple):
    """Settings that every object or every pod shares."""

    namespace: str
    cluster_domain: str
    kubernetes_version: str
    pod_security: Decided[str]
    storage_class: str | None
    image_pull_secrets: tuple[str, ...]
    node_selector: tuple[tuple[str, str], ...]
    tolerations: tuple[dict[str, Any], ...]
    priority_class: str | None
    labels: tuple[tuple[str, str], ...]
    annotations: tuple[tuple[str, str], ...]


def plan_platform(configuration: Configuration) -> Platform:
    """As telecompile.yml says."""
    options = configuration.options
    return Platform(
        namespace=options.namespace,
        cluster_domain=options.cluster_domain,
        kubernetes_version=options.kubernetes_version,
        pod_security=Decided("restricted", "no pod of the stack needs more"),
        storage_class=options.storage_class,
        image_pull_secrets=tuple(options.image_pull_secrets),
        node_selector=tuple(options.node_selector.items()),
        tolerations=tuple(one.model_dump(exclude_none=True) for one in options.tolerations),
        priority_class=options.priority_class,
        labels=tuple(options.labels.items()),
        annotations=tuple(options.annotations.items()),
    )
