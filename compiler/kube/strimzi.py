"""What the custom resources of Strimzi ask of the pods it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..plan.decision import Workload
from ..plan.places import KAFKA
from ..plan.platform import Platform
from ..plan.users import User
from .labels import strimzi_pods
from .objects import Body
from .operated import kept_metadata, metadata, placement, pull_secrets, spread
from .security import container_security, pod_security

CLUSTER = {"strimzi.io/cluster": KAFKA}
"""On pools, topics and users: what Strimzi finds them by."""
KAFKA_PODS = strimzi_pods("kafka")
"""Brokers and controllers; `strimzi.io/kind` alone would find the entity operator too."""


def pod_template(
    platform: Platform, workload: Workload, user: User, pod_labels: Mapping[str, str], *, claims: bool = False
) -> Body:
    """Template of a pod, its container and, with ``claims``, its volumes.

    Strimzi takes the template of a pool in place of the cluster's, never both together.
    """
    pod: Body = {
        "securityContext": pod_security(user),
        "enableServiceLinks": False,
        "terminationGracePeriodSeconds": workload.grace_seconds,
        **pull_secrets(platform),
        **_placement(platform),
    }
    if workload.spread is not None:
        pod["topologySpreadConstraints"] = [spread(workload.spread, pod_labels)]
    found = metadata(platform)
    if found:
        pod["metadata"] = found
    template: Body = {"pod": pod, "kafkaContainer": {"securityContext": container_security()}}
    if workload.init:
        template["initContainer"] = {"securityContext": container_security()}
    if claims:
        template["persistentVolumeClaim"] = {"metadata": kept_metadata(platform)}
    return template


def metadata_of(platform: Platform) -> Body:
    """The user's labels and annotations on an object that Strimzi makes."""
    found = metadata(platform)
    return {"metadata": found} if found else {}


def made_for(platform: Platform, parts: Sequence[str]) -> Body:
    """The user's labels and annotations for each of these parts of a template; nothing where there are none."""
    found = metadata_of(platform)
    return dict.fromkeys(parts, found) if found else {}


def _placement(platform: Platform) -> Body:
    """Where pods may run; Strimzi has no node selector, so it is written as a required affinity."""
    spec = placement(platform)
    selector = spec.pop("nodeSelector", {})
    if not selector:
        return spec
    wanted = [{"key": key, "operator": "In", "values": [value]} for key, value in selector.items()]
    terms = {"nodeSelectorTerms": [{"matchExpressions": wanted}]}
    return {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}, **spec}
