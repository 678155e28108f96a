"""The labels by which policies, Services and scrapes find pods."""

from __future__ import annotations

from ..kube.labels import VICTORIA_OPERATOR_POD, operated_pods
from ..plan.network import VICTORIA_OPERATOR
from ..plan.places import VL_CLUSTER, VM_CLUSTER

# The custom resource that each workload's pods belong to; agents and VMAuth are named as their own.
_RESOURCES = {
    "vmstorage": VM_CLUSTER,
    "vminsert": VM_CLUSTER,
    "vmselect": VM_CLUSTER,
    "vlstorage": VL_CLUSTER,
    "vlinsert": VL_CLUSTER,
    "vlselect": VL_CLUSTER,
}


def pod_labels(workload: str) -> dict[str, str]:
    """The labels of a workload's pods."""
    if workload == VICTORIA_OPERATOR:
        return VICTORIA_OPERATOR_POD
    return operated_pods(workload, _RESOURCES.get(workload, workload))
