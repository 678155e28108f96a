"""csm-metrics-powerscale, and the proxy of CSM Authorization beside it where arrays are asked through one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kube.access import account, cluster_role, token, token_mount
from ..kube.objects import Body, Manifest
from ..kube.scrape import pod_scrape
from ..kube.workloads import config_map, container, deployment, files, timing
from ..plan.images import CSM_METRICS
from ..plan.places import OTEL_TLS
from ..plan.plan import Plan
from ..plan.powerscale import ROOT, SYSTEMS, TOKENS, Authorization, CsmMetrics, OwnMetrics
from ..plan.users import USERS
from .pods import pod_labels
from .texts import render

COMPONENT = "powerscale"
# The program looks for these two there; the others are named to it.
_CONFIG, _ARRAYS = "/etc/config", "/isilon-creds"
_TRUST, _CERTIFICATES, _OWN_TLS = "/etc/csm/trust", "/etc/csm/arrays", "/etc/csm/metrics"
_PROXY = "/etc/karavi-authorization"
_PROXY_SETTINGS = "driver-config-params.yaml"


def emit_csm(plan: Plan, csm: CsmMetrics) -> Iterable[Manifest]:
    """The pod, what it reads, and what it may read of the cluster."""
    platform, labels = plan.platform, pod_labels(CSM_METRICS)
    yield from account(platform, COMPONENT, CSM_METRICS, list(_lease_rules(csm)))
    cluster_rules = [
        {"apiGroups": [""], "resources": ["persistentvolumes"], "verbs": ["list"]},
        {"apiGroups": ["storage.k8s.io"], "resources": ["storageclasses"], "verbs": ["list"]},
    ]
    name = f"{platform.namespace}-{CSM_METRICS}"
    yield from cluster_role(platform, COMPONENT, name, CSM_METRICS, cluster_rules)
    text = render("powerscale/settings.yaml", settings=csm.settings)
    maps = [config_map(platform, COMPONENT, CSM_METRICS, {"karavi-metrics-powerscale.yaml": text})]
    proxy = csm.authorization.value
    if proxy is not None:
        maps.append(_proxy_settings(plan, csm))
    yield from maps
    yield deployment(platform, csm.workload, USERS[CSM_METRICS], labels, _pod(csm, maps), maps)
    own = csm.metrics.value
    if own is not None and plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        selector = {"matchLabels": labels}
        yield pod_scrape(platform, COMPONENT, CSM_METRICS, selector, ["metrics"], interval, tls=own.secret is not None)


def _lease_rules(csm: CsmMetrics) -> Iterator[Body]:
    """To make a lease nobody needs its name, and to hold it no other one."""
    group = {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"]}
    yield {**group, "verbs": ["create"]}
    yield {**group, "resourceNames": [csm.lease.value], "verbs": ["get", "update"]}


def _proxy_settings(plan: Plan, csm: CsmMetrics) -> Manifest:
    """How the proxy logs: as csm-metrics does."""
    own = dict(csm.settings)
    settings = [(f"CSI_{name}", own[name]) for name in ("LOG_LEVEL", "LOG_FORMAT")]
    text = render("powerscale/settings.yaml", settings=settings)
    return config_map(plan.platform, COMPONENT, f"{CSM_METRICS}-proxy", {_PROXY_SETTINGS: text})


def _pod(csm: CsmMetrics, maps: list[Manifest]) -> Body:
    volumes = [
        files("config", maps[:1]),
        files("arrays", secrets=[("isilon-creds", ["config"])]),
        files("trust", secrets=[(OTEL_TLS, ["ca.crt"])]),
        token(),
    ]
    mounts = {"config": _CONFIG, "arrays": _ARRAYS, "trust": _TRUST}
    if csm.certificates.value is not None:
        name, key = csm.certificates.value
        volumes.append(files("certificates", secrets=[(name, [key])]))
        mounts["certificates"] = _CERTIFICATES
    own = csm.metrics.value
    if own is not None and own.secret is not None:
        volumes.append(files("metrics", secrets=[(own.secret, ["tls.crt", "tls.key"])]))
        mounts["metrics"] = _OWN_TLS
    containers = [_polling(csm, mounts)]
    proxy = csm.authorization.value
    if proxy is not None:
        volumes.append(_proxy_files(maps[1]))
        containers.append(_proxying(csm, proxy))
    return {"serviceAccountName": CSM_METRICS, "containers": containers, "volumes": volumes}


def _polling(csm: CsmMetrics, mounts: dict[str, str]) -> Body:
    own = csm.metrics.value
    env = {"POWERSCALE_METRICS_ENDPOINT": csm.lease.value, "TLS_ENABLED": "true"}
    env["COLLECTOR_CERT_PATH"] = f"{_TRUST}/ca.crt"
    if csm.certificates.value is not None:
        env["SSL_CERT_DIR"] = _CERTIFICATES
    if own is not None and own.secret is not None:
        env |= {
            "X_CSI_METRICS_TLS_CERT_FILE": f"{_OWN_TLS}/tls.crt",
            "X_CSI_METRICS_TLS_KEY_FILE": f"{_OWN_TLS}/tls.key",
        }
    field = {"fieldRef": {"fieldPath": "metadata.namespace"}}
    return container(
        csm.workload.main,
        env=[
            *({"name": name, "value": value} for name, value in env.items()),
            {"name": "POWERSCALE_METRICS_NAMESPACE", "valueFrom": field},
        ],
        volumeMounts=[
            *({"name": name, "mountPath": path, "readOnly": True} for name, path in mounts.items()),
            token_mount(),
        ],
        **(_served(csm, own) if own is not None else {}),
    )


def _served(csm: CsmMetrics, own: OwnMetrics) -> Body:
    scheme = {"scheme": "HTTPS"} if own.secret is not None else {}
    return {
        "ports": [{"name": "metrics", "containerPort": own.port, "protocol": "TCP"}],
        "livenessProbe": {
            "httpGet": {"path": "/healthz", "port": "metrics", **scheme},
            **timing(csm.liveness),
        },
        "readinessProbe": {
            "httpGet": {"path": "/readyz", "port": "metrics", **scheme},
            **timing(csm.readiness),
        },
    }


def _proxying(csm: CsmMetrics, proxy: Authorization) -> Body:
    secret, access, refresh = TOKENS
    given = {
        "PROXY_HOST": proxy.host,
        "SKIP_CERTIFICATE_VALIDATION": "true" if proxy.trusts_any else "false",
        "PLUGIN_IDENTIFIER": "powerscale",
    }
    tokens = {"ACCESS_TOKEN": access, "REFRESH_TOKEN": refresh}
    return container(
        csm.workload.containers[1],
        env=[
            *({"name": name, "value": value} for name, value in given.items()),
            *(
                {"name": name, "valueFrom": {"secretKeyRef": {"name": secret, "key": key}}}
                for name, key in tokens.items()
            ),
        ],
        volumeMounts=[
            {"name": "proxy", "mountPath": _PROXY, "readOnly": True},
            {"name": "arrays", "mountPath": "/isilon-configs", "readOnly": True},
        ],
    )


def _proxy_files(settings: Manifest) -> Body:
    """One volume with folders in it: nothing can be mounted into another volume that is read-only."""
    systems = {"name": SYSTEMS[0], "optional": True, "items": [{"key": SYSTEMS[1], "path": "config/config"}]}
    root = {"name": ROOT[0], "items": [{"key": ROOT[1], "path": f"root-certificates/{ROOT[1]}"}]}
    own = {"name": settings.body["metadata"]["name"]}
    return {
        "name": "proxy",
        "projected": {
            "defaultMode": 0o440,
            "sources": [{"configMap": own}, {"secret": root}, {"secret": systems}],
        },
    }
