"""Where an agent writes: the part that VMAgent and VLAgent take in nearly the same words."""

from __future__ import annotations

from collections.abc import Callable

from ..kube.objects import Body
from ..plan.remote_write import Target


def remote_write(target: Target, ca: Callable[[str], Body]) -> Body:
    """One URL, with its bound, its TLS and its log-in; ``ca`` names the Secret of a CA in the agent's words."""
    entry: Body = {"url": target.url, "maxDiskUsage": _disk_usage(target.queue_bytes)}
    access = target.access
    if target.tls:
        entry["tlsConfig"] = {"insecureSkipVerify": target.insecure}
        if access is not None and access.ca_secret is not None:
            entry["tlsConfig"] |= ca(access.ca_secret)
    if access is not None and access.secret is not None:
        entry |= _log_in(access.secret, basic=access.auth == "basic")
    return entry


def metrics_ca(secret: str) -> Body:
    """The CA of a URL, as VMAgent takes it."""
    return {"ca": {"secret": {"name": secret, "key": "ca.crt"}}}


def logs_ca(secret: str) -> Body:
    """The CA of a URL, as VLAgent takes it."""
    return {"caSecretKeyRef": {"name": secret, "key": "ca.crt"}}


def _log_in(secret: str, *, basic: bool) -> Body:
    """Name and password, or a token, from a Secret."""
    if basic:
        return {
            "basicAuth": {
                "username": {"name": secret, "key": "username"},
                "password": {"name": secret, "key": "password"},
            }
        }
    return {"bearerTokenSecret": {"name": secret, "key": "token"}}


def _disk_usage(count: int) -> str:
    """Bytes as the operator takes them: it refuses Kubernetes' Mi."""
    return f"{count // 2**20}MiB" if count % 2**20 == 0 else str(count)
