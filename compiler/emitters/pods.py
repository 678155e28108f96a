"""The labels by which policies, Services and scrapes find pods."""

from __future__ import annotations

from ..kube.labels import STRIMZI_OPERATOR_POD, VICTORIA_OPERATOR_POD, operated_pods, own_pods, strimzi_pods
from ..plan.kafka_edges import POOLS, STRIMZI_OPERATOR
from ..plan.network import VICTORIA_OPERATOR
from ..plan.places import VL_CLUSTER, VLAGENT_VECTOR, VM_CLUSTER, VMAGENT_VECTOR, VMALERT

_STRIMZI = {
    STRIMZI_OPERATOR: STRIMZI_OPERATOR_POD,
    "entity-operator": strimzi_pods("entity-operator"),
    **{pool: {**strimzi_pods("kafka"), "strimzi.io/pool-name": pool} for pool in POOLS},
}
# What runs in the pods that the VictoriaMetrics operator makes, and the custom resource that they belong to.
_VICTORIA = {
    "vmstorage": ("vmstorage", VM_CLUSTER),
    "vminsert": ("vminsert", VM_CLUSTER),
    "vmselect": ("vmselect", VM_CLUSTER),
    "vlstorage": ("vlstorage", VL_CLUSTER),
    "vlinsert": ("vlinsert", VL_CLUSTER),
    "vlselect": ("vlselect", VL_CLUSTER),
    "vmagent": ("vmagent", "vmagent"),
    "vlagent": ("vlagent", "vlagent"),
    "vmauth": ("vmauth", "vmauth"),
    VMAGENT_VECTOR: ("vmagent", VMAGENT_VECTOR),
    VLAGENT_VECTOR: ("vlagent", VLAGENT_VECTOR),
    VMALERT: ("vmalert", VMALERT),
}


def pod_labels(workload: str) -> dict[str, str]:
    """The labels of a workload's pods."""
    if workload == VICTORIA_OPERATOR:
        return VICTORIA_OPERATOR_POD
    if workload in _STRIMZI:
        return _STRIMZI[workload]
    if workload in _VICTORIA:
        return operated_pods(*_VICTORIA[workload])
    # One of several alike is called by a number behind the name of all of them.
    name, _, number = workload.rpartition("-")
    return own_pods(name if number.isdigit() else workload, workload)
