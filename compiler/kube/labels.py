"""Every label that is rendered or relied upon."""

from __future__ import annotations

from ..plan.places import KAFKA

MANAGED_BY = {"app.kubernetes.io/managed-by": "telecompile"}
"""On every object of ours; selectors of scrape objects and users ask for it."""


def own_labels(component: str) -> dict[str, str]:
    """The labels of an object rendered here."""
    return {"app.kubernetes.io/part-of": "telemetry", "app.kubernetes.io/component": component, **MANAGED_BY}


WORKLOAD = "app.kubernetes.io/name"
"""The label that tells the operators' pods apart by what runs in them."""
RESOURCE = "app.kubernetes.io/instance"
"""The label that names the custom resource, or the workload rendered here, that a pod belongs to."""
OPERATED = {"managed-by": "vm-operator"}
"""On everything that the VictoriaMetrics operator 0.74 makes."""


def operated_pods(workload: str, resource: str) -> dict[str, str]:
    """The labels of pods that the VictoriaMetrics operator 0.74 makes for the custom resource ``resource``."""
    return {
        WORKLOAD: workload,
        RESOURCE: resource,
        "app.kubernetes.io/component": "monitoring",
        **OPERATED,
    }


STRIMZI_OPERATOR_POD = {"name": "strimzi-cluster-operator", "strimzi.io/kind": "cluster-operator"}
"""What Strimzi's released Deployment selects its pods by."""
VICTORIA_OPERATOR_POD = {"app.kubernetes.io/name": "victoria-metrics-operator"}
"""What the operator's pod carries in its kustomize release and in its Helm chart alike."""


def strimzi_pods(name: str) -> dict[str, str]:
    """The labels of the pods that Strimzi 1.2 makes for ``name`` of the cluster: `kafka` or `entity-operator`."""
    return {"strimzi.io/cluster": KAFKA, "strimzi.io/name": f"{KAFKA}-{name}"}


def own_pods(name: str, instance: str) -> dict[str, str]:
    """The labels of the pods of a workload that is rendered here."""
    return {WORKLOAD: name, RESOURCE: instance}
