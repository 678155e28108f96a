"""Everything wrong with the files of csm-metrics-powerscale and of the proxy beside it.

csm-metrics (`cmd/metrics-powerscale/main.go`, `internal/entrypoint/run.go`, `internal/pscaleresource`) takes what it
does not know in silence, ends on numbers that it cannot use, and puts its own default where a word is not one of its.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import yaml

_FLAG, _SECONDS, _NUMBER = "true|false", "[0-9]{1,3}", "[1-9][0-9]{0,8}"
_LEVEL, _FORMAT = "(?i:panic|fatal|error|warn|warning|info|debug|trace)", "(?i:text|json)"
_METRICS: Mapping[str, str] = {
    "COLLECTOR_ADDR": r"[a-z0-9.-]+:[0-9]+",
    "PROVISIONER_NAMES": r"[^ ]+",
    "POWERSCALE_MAX_CONCURRENT_QUERIES": _NUMBER,
    **{f"POWERSCALE_{group}_METRICS_ENABLED": _FLAG for group in ("CAPACITY", "PERFORMANCE", "TOPOLOGY")},
    "POWERSCALE_CLUSTER_CAPACITY_POLL_FREQUENCY": _SECONDS,
    "POWERSCALE_CLUSTER_PERFORMANCE_POLL_FREQUENCY": _SECONDS,
    "POWERSCALE_QUOTA_CAPACITY_POLL_FREQUENCY": _SECONDS,
    "POWERSCALE_TOPOLOGY_METRICS_POLL_FREQUENCY": _SECONDS,
    "POWERSCALE_ISICLIENT_INSECURE": _FLAG,
    "POWERSCALE_ISICLIENT_AUTH_TYPE": "[01]",
    "POWERSCALE_ISICLIENT_VERBOSE": "[012]",
    "LOG_LEVEL": _LEVEL,
    "LOG_FORMAT": _FORMAT,
}
_OWN: Mapping[str, str] = {"X_CSI_METRICS_ENABLED": "true", "X_CSI_METRICS_PORT": "[1-9][0-9]{3,4}"}
_PROXY: Mapping[str, str] = {"CSI_LOG_LEVEL": _LEVEL, "CSI_LOG_FORMAT": _FORMAT}


def problems(text: str) -> list[str]:
    """Of `karavi-metrics-powerscale.yaml`."""
    settings = yaml.safe_load(text)
    own = _OWN if isinstance(settings, dict) and "X_CSI_METRICS_ENABLED" in settings else {}
    found = list(_wrong(settings, {**_METRICS, **own}))
    polls = (key for key in settings if key.endswith("_POLL_FREQUENCY")) if not found else ()
    return found + [f"{key} is not from 5 to 600" for key in polls if not 5 <= int(settings[key]) <= 600]


def proxy_problems(text: str) -> list[str]:
    """Of `driver-config-params.yaml`."""
    return list(_wrong(yaml.safe_load(text), _PROXY))


def _wrong(settings: object, wanted: Mapping[str, str]) -> Iterator[str]:
    if not isinstance(settings, dict):
        yield "is no mapping"
        return
    yield from (f"lacks {key}" for key in wanted if key not in settings)
    for key, value in settings.items():
        if key not in wanted:
            yield f"nobody reads {key}"
        elif not isinstance(value, str) or not re.fullmatch(wanted[key], value):
            yield f"{key} cannot be {value!r}"
