"""Service accounts and what they may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..plan.platform import Platform
from .objects import Body, Manifest, object_of

API = "rbac.authorization.k8s.io/v1"
READ = ["get", "list", "watch"]
TOKEN_SECONDS = 3607
"""As Kubernetes itself asks for; the kubelet renews it before."""
ROOT_CA = "kube-root-ca.crt"
"""The ConfigMap with the API server's CA that Kubernetes puts into every namespace."""


def account(platform: Platform, component: str, name: str, rules: Sequence[Body]) -> Iterable[Manifest]:
    """A ServiceAccount whose token no pod gets by itself, with a Role of ``rules`` where there are any."""
    yield object_of(platform, component, "v1", "ServiceAccount", name, automountServiceAccountToken=False)
    if not rules:
        return
    yield object_of(platform, component, API, "Role", name, rules=list(rules))
    subject = {"kind": "ServiceAccount", "name": name, "namespace": platform.namespace}
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": name}
    yield object_of(platform, component, API, "RoleBinding", name, roleRef=role, subjects=[subject])


def cluster_role(
    platform: Platform, component: str, name: str, holder: str, rules: Sequence[Body]
) -> Iterable[Manifest]:
    """What the ServiceAccount ``holder`` may do in the whole cluster, where no other role may have this ``name``."""
    yield object_of(platform, component, API, "ClusterRole", name, rules=list(rules))
    subject = {"kind": "ServiceAccount", "name": holder, "namespace": platform.namespace}
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name}
    yield object_of(platform, component, API, "ClusterRoleBinding", name, roleRef=role, subjects=[subject])


def token() -> Body:
    """A volume with what a client of the API server looks for: as Kubernetes gives it to a pod, for one container."""
    return {
        "name": "token",
        "projected": {
            "defaultMode": 0o440,
            "sources": [
                {"serviceAccountToken": {"expirationSeconds": TOKEN_SECONDS, "path": "token"}},
                {"configMap": {"name": ROOT_CA, "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
                {"downwardAPI": {"items": [{"fieldRef": {"fieldPath": "metadata.namespace"}, "path": "namespace"}]}},
            ],
        },
    }


def token_mount() -> Body:
    """Where client libraries look for it."""
    return {"name": "token", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "readOnly": True}


def one_secret(name: str) -> Body:
    """Read one Secret and no other."""
    return {"apiGroups": [""], "resources": ["secrets"], "resourceNames": [name], "verbs": READ}
