"""What `log_to_metric` with `all_metrics` takes; anything else it drops.

Source: src/transforms/log_to_metric.rs of Vector 0.57.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from tests.vector.vrl_engine import Event

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
COUNTERS = {
    "vector_ldms_dropped_messages_total": {"reason"},
    "vector_ldms_dropped_values_total": {"reason", "schema"},
    "vector_ldms_replaced_timestamps_total": {"reason"},
    "vector_ldms_as_is_rows_total": {"host_from"},
}
"""Every counter of the bridge's own, with its labels: the alerts and dashboards know these."""


def faults(events: Sequence[Event]) -> list[str]:
    """Why `log_to_metric` would drop or bend one of these events, or two of them would be one series."""
    found = [f"{fault}: {event}" for event in events for fault in _faults(event)]
    series = [(event.get("name"), tuple(sorted(event.get("tags", {}).items()))) for event in events]
    return found + [f"twice: {one}" for one in sorted(set(series)) if series.count(one) > 1]


def _faults(event: Event) -> list[str]:
    match event:
        case {"kind": "absolute", "gauge": {"value": value, **rest}, "timestamp": timestamp} if not rest:
            extra = set(event) - {"name", "kind", "gauge", "timestamp", "tags"}
            time_ok = isinstance(timestamp, dict)
        case {"kind": "incremental", "counter": {"value": value, **rest}} if not rest:
            # No time: that of a record may be days old, and the exporter would show it.
            extra = set(event) - {"name", "kind", "counter", "tags"}
            time_ok = COUNTERS.get(event.get("name", "")) == set(event.get("tags", {}))
        case _:
            return ["neither gauge nor counter"]
    checks = {
        "other keys": not extra,
        "no timestamp, or not this counter's labels": time_ok,
        "the value is no float": isinstance(value, float) and math.isfinite(value),
        "illegal name": isinstance(event.get("name"), str) and _NAME.fullmatch(event["name"]) is not None,
        "illegal label": isinstance(event.get("tags"), dict) and all(map(_is_label, event["tags"].items())),
    }
    return [fault for fault, holds in checks.items() if not holds]


def _is_label(label: tuple[str, Any]) -> bool:
    name, value = label
    return _NAME.fullmatch(name) is not None and not name.startswith("__") and isinstance(value, str) and value != ""


def gauges(events: Sequence[Event]) -> dict[str, float]:
    """The gauges by name, and label `index` where there is one, without `ldms_job_info`."""
    found = {}
    for event in events:
        if "gauge" in event and event["name"] != "ldms_job_info":
            index = event["tags"].get("index")
            found[event["name"] + (f"[{index}]" if index else "")] = event["gauge"]["value"]
    return found


def tags(events: Sequence[Event], name: str) -> list[dict[str, str]]:
    """The labels of each event of this name."""
    return [event["tags"] for event in events if event["name"] == name]


def counted(events: Sequence[Event]) -> dict[tuple[str, ...], float]:
    """The counters: by short name and label values, what each is raised by."""
    found = {}
    for event in events:
        if "counter" in event:
            short = event["name"].removeprefix("vector_ldms_").removesuffix("_total")
            found[short, *event["tags"].values()] = event["counter"]["value"]
    return found
