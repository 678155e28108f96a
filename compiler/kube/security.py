"""Security contexts: what Pod Security calls `restricted`, and a read-only root besides."""

from __future__ import annotations

from ..plan.users import User
from .objects import Body


def pod_security(user: User) -> Body:
    """The context of a pod. Volumes that have the right group already are not walked through again."""
    return {
        "runAsNonRoot": True,
        "runAsUser": user.user,
        "runAsGroup": user.group,
        "fsGroup": user.volumes,
        "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"},
    }


def container_security() -> Body:
    """The context of every container."""
    return {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
        "runAsNonRoot": True,
    }
