"""The namespace, and the policies that hold for all of it."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.network import allow_dns, default_deny, policies
from ..kube.objects import Manifest, object_of
from ..plan.plan import Plan
from .pods import pod_labels


def emit_platform(plan: Plan) -> Iterable[Manifest]:
    """Namespace, default deny, DNS, and the operators that run in this namespace."""
    platform = plan.platform
    level, version = platform.pod_security.value, f"v{platform.kubernetes_version}"
    labels = {}
    for mode, asked in (("enforce", level), ("audit", "restricted"), ("warn", "restricted")):
        labels[f"pod-security.kubernetes.io/{mode}"] = asked
        labels[f"pod-security.kubernetes.io/{mode}-version"] = version
    yield object_of(platform, "platform", "v1", "Namespace", platform.namespace, labels=labels)
    if plan.network is not None:
        yield default_deny(platform)
        yield allow_dns(platform)
        yield from policies(platform, plan.network, "platform", pod_labels)
