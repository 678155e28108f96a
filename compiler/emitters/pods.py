"""The labels by which policies, Services and scrapes find pods."""

from __future__ import annotations

from ..kube.labels import STRIMZI_OPERATOR_POD, VICTORIA_OPERATOR_POD, operated_pods
from ..plan.network import STRIMZI_OPERATOR, VICTORIA_OPERATOR
from ..plan.places import VL_CLUSTER, VM_CLUSTER

_OPERATORS = {VICTORIA_OPERATOR: VICTORIA_OPERATOR_POD, STRIMZI_OPERATOR: STRIMZI_OPERATOR_POD}
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
    if workload in _OPERATORS:
        return _OPERATORS[workload]
    return operated_pods(workload, _RESOURCES.get(workload, workload))
