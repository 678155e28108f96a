"""What everything stands on: namespace, labels, where pods may run."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..config.configuration import Configuration
from .decision import Decided, Sink


class Platform(NamedTuple):
    """Settings that every object or every pod shares."""

    namespace: str
    cluster_domain: str
    kubernetes_version: str
    pod_security: Decided[str]
    availability: Decided[str]
    storage_class: str | None
    image_pull_secrets: tuple[str, ...]
    node_selector: tuple[tuple[str, str], ...]
    tolerations: tuple[dict[str, Any], ...]
    priority_class: str | None
    labels: tuple[tuple[str, str], ...]
    annotations: tuple[tuple[str, str], ...]


def plan_platform(configuration: Configuration, sinks: Sequence[Sink]) -> Platform:
    """As telecompile.yml says; as strict as the operators in the namespace allow."""
    options = configuration.options
    return Platform(
        namespace=options.namespace,
        cluster_domain=options.cluster_domain,
        kubernetes_version=options.kubernetes_version,
        pod_security=_pod_security(configuration, sinks),
        availability=Decided(
            "spread over nodes, at most one pod of a workload taken down at a time",
            "of what runs more than once; a budget around a single pod would only keep its node from being drained",
        ),
        storage_class=options.storage_class,
        image_pull_secrets=tuple(options.image_pull_secrets),
        node_selector=tuple(sorted(options.node_selector.items())),
        tolerations=tuple(one.model_dump(exclude_none=True) for one in options.tolerations),
        priority_class=options.priority_class,
        labels=tuple(sorted(options.labels.items())),
        annotations=tuple(sorted(options.annotations.items())),
    )


def strimzi_is_here(configuration: Configuration, sinks: Sequence[Sink]) -> bool:
    """Whether the Strimzi operator is needed, and runs in the stack's own namespace."""
    options = configuration.options
    needed = any(sink.on and sink.name == "kafka" for sink in sinks)
    return needed and options.operators.strimzi_namespace in (None, options.namespace)


def _pod_security(configuration: Configuration, sinks: Sequence[Sink]) -> Decided[str]:
    keys = ("telecompile.yml: operators.strimzi_namespace",)
    if strimzi_is_here(configuration, sinks):
        # Strimzi's released Deployment has no security context at all, and restricted asks for one.
        return Decided(
            "baseline",
            "the Strimzi operator runs in this namespace and does not meet restricted; every pod of the stack does",
            keys,
        )
    return Decided("restricted", "no pod in this namespace needs more", keys)
