"""Keys that users expect and that there are not, and what stands for each; read when a key is unknown."""

from __future__ import annotations

from collections.abc import Mapping

from .former import OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from .subject import Subject

_LOG_INS = {
    **dict.fromkeys(("username", "user", "password", "basic_auth", "auth", "auth_mode", "secret"), "basic"),
    **dict.fromkeys(("authorization", "credentials", "secret_name"), "basic"),
    **dict.fromkeys(("bearer_token", "bearer", "token"), "bearer"),
}
_SWITCHES = ("enabled", "enable", "metrics_enabled", "logs_enabled")


def expected(subject: Subject, path: tuple[str | int, ...]) -> str:
    """What to do in place of the unknown key at ``path``; empty where nobody expects it."""
    name, inside = str(path[-1]), path[:-1]
    if subject.file == TELEMETRY:
        if inside == ("telemetry_sources",) and name.lower() == "sfm":
            return f"SFM pushes by itself: write `push_sources: [sfm]` in {OPTIONS}, and remove this section"
        if len(inside) == 2 and inside[0] == "telemetry_sinks" and name in _SWITCHES:
            return "remove it: a sink has no switch, and is on while a source that is on targets it"
        if path == ("telemetry_sources", "dcgm", "collection_targets"):
            return "remove it: what dcgm measures leaves the nodes through ldms, and goes where that goes"
        if len(inside) > 1 and str(inside[-2]).endswith("_endpoints") and name in (*_LOG_INS, "ca_secret"):
            return _log_in(subject, inside, name)
    if subject.file == STORAGE and path == ("victoria_cluster_storage", "vmagent", "pvc_size"):
        return f"write it as vmagent_queue_size in {OPTIONS}"
    if subject.file == SOFTWARE and name == "arch" and subject.own_keys:
        return "remove it: the array form has no arch, and the end of functional_group_name says it"
    return ""


def _log_in(subject: Subject, endpoint: tuple[str | int, ...], name: str) -> str:
    given = subject.value(endpoint)
    url = given.get("url") if isinstance(given, Mapping) else None
    # What stands before an @ or behind a ? may be a secret.
    shown = url if isinstance(url, str) and not any(one in url for one in '@?"\\') else "URL as it stands here"
    access = "{ca_secret: NAME}" if name == "ca_secret" else f"{{secret: NAME, auth: {_LOG_INS[name]}}}"
    help_ = f'write `endpoints: {{"{shown}": {access}}}` in {OPTIONS}'
    return help_ if name == "ca_secret" else f"{help_}, where NAME is a Secret with the log-in, and remove it here"
