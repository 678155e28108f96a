"""Services that are reached from outside of the cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..plan.exposure import Exposure
from ..plan.platform import Platform
from .objects import Body, Manifest, object_of


def exposed_service(
    platform: Platform,
    component: str,
    name: str,
    exposure: Exposure | None,
    selector: Mapping[str, str],
    ports: Sequence[Body],
) -> Manifest:
    """A Service of the planned type."""
    spec: Body = {"type": exposure.type if exposure else "ClusterIP"}
    if exposure is not None:
        spec["externalTrafficPolicy"] = exposure.traffic_policy
        if exposure.type == "LoadBalancer" and exposure.source_ranges:
            spec["loadBalancerSourceRanges"] = list(exposure.source_ranges)
    spec["selector"] = dict(selector)
    spec["ports"] = list(ports)
    annotations = dict(exposure.annotations) if exposure else {}
    return object_of(platform, component, "v1", "Service", name, annotations=annotations, spec=spec)
