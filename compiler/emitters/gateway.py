"""VMAuth, its users, and the Service by which it is reached from outside."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.access import account, one_secret
from ..kube.exposed import exposed_service
from ..kube.labels import MANAGED_BY
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import managed, operated, pull_secrets, reloader
from ..kube.scrape import pod_scrape
from ..plan.gateway import Access, Gateway
from ..plan.places import HTTP_PORTS, VMAUTH, VMAUTH_CONFIG, VMAUTH_EXTERNAL, VMAUTH_INTERNAL_PORT
from ..plan.plan import Plan
from ..plan.platform import Platform
from .pods import pod_labels

API = "operator.victoriametrics.com/v1beta1"


def emit_gateway(plan: Plan, component: str) -> Iterable[Manifest]:
    """Everything of VMAuth, where the plan puts it into this component."""
    gateway, platform = plan.gateway, plan.platform
    if gateway is None or gateway.workload.component != component:
        return
    yield object_of(platform, component, API, "VMAuth", VMAUTH, spec=_vmauth(platform, gateway))
    for user in gateway.users:
        yield object_of(platform, user.component, API, "VMUser", user.user, spec=_user(platform, user))
    yield from account(platform, component, VMAUTH, [one_secret(VMAUTH_CONFIG)])
    if gateway.external is not None:
        ports = [{"name": "https", "port": HTTP_PORTS["vmauth"], "protocol": "TCP", "targetPort": "http"}]
        yield exposed_service(platform, component, VMAUTH_EXTERNAL, gateway.external, pod_labels(VMAUTH), ports)
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        selector, tls = {"matchLabels": pod_labels(VMAUTH)}, gateway.tls_secret.value is not None
        yield pod_scrape(platform, component, VMAUTH, selector, ["internal", "reloader-http"], interval, tls)


def _vmauth(platform: Platform, gateway: Gateway) -> Body:
    spec: Body = {
        **operated(platform, gateway.workload, pod_labels(VMAUTH)),
        **pull_secrets(platform),
        **managed(platform),
        **reloader(gateway.workload),
        "serviceAccountName": VMAUTH,
        "userSelector": {"matchLabels": MANAGED_BY},
        # Metrics, reload and profiling stay off the port that may be exposed.
        "internalListenPort": str(VMAUTH_INTERNAL_PORT),
    }
    secret = gateway.tls_secret.value
    if secret is not None:
        directory = f"/etc/vm/secrets/{secret}"
        spec["secrets"] = [secret]
        spec["extraArgs"] = {"tls": "true", "tlsCertFile": f"{directory}/tls.crt", "tlsKeyFile": f"{directory}/tls.key"}
        # With TLS the operator leaves its probes out unless one of them is mentioned.
        spec["readinessProbe"] = {"periodSeconds": 5}
    return spec


def _user(platform: Platform, user: Access) -> Body:
    target: Body = {
        "crd": {"kind": user.kind, "name": user.target, "namespace": platform.namespace},
        "paths": list(user.paths),
    }
    if user.headless:
        # The Service has no address of its own, so VMAuth spreads requests over the pods itself.
        target["discover_backend_ips"] = True
    if user.label is not None:
        # Takes the place of the same argument in a request.
        target["query_args"] = [{"name": "extra_label", "values": ["=".join(user.label)]}]
    return {**managed(platform), "username": user.user, "generatePassword": True, "targetRefs": [target]}
