"""Service accounts and what they may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..plan.platform import Platform
from .objects import Body, Manifest, object_of

API = "rbac.authorization.k8s.io/v1"
READ = ["get", "list", "watch"]


def account(platform: Platform, component: str, name: str, rules: Sequence[Body]) -> Iterable[Manifest]:
    """A ServiceAccount whose token no pod gets by itself, with a Role of ``rules`` where there are any."""
    yield object_of(platform, component, "v1", "ServiceAccount", name, automountServiceAccountToken=False)
    if not rules:
        return
    yield object_of(platform, component, API, "Role", name, rules=list(rules))
    subject = {"kind": "ServiceAccount", "name": name, "namespace": platform.namespace}
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": name}
    yield object_of(platform, component, API, "RoleBinding", name, roleRef=role, subjects=[subject])


def one_secret(name: str) -> Body:
    """Read one Secret and no other."""
    return {"apiGroups": [""], "resources": ["secrets"], "resourceNames": [name], "verbs": READ}
