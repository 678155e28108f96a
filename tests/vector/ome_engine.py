"""Runs the VRL programs of vector-ome in a real VRL engine, as Vector would run the remaps of each channel in a row."""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from vrl_python import VRLRuntime

from telecompile.emitters.texts import render
from telecompile.sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS

TEMPLATES = Path(__file__).parents[2] / "manifests_templates" / "vector-ome"
METRICS, LINES = ("parsed", "entities", "metrics"), ("lines",)
RECEIVED = 1_728_914_460_000
"""The record time of a message in a test, in milliseconds since 1970: 20241014T140100Z."""
WEEK = 604_800
COUNTERS = {
    "vector_ome_dropped_messages_total",
    "vector_ome_dropped_values_total",
    "vector_ome_replaced_timestamps_total",
    "vector_ome_unknown_shapes_total",
    "vector_ome_raw_lines_total",
    "vector_ome_split_lines_total",
}
"""Every counter of the bridge's own, each with label `reason`: the alerts and dashboards know these."""

Event = dict[str, Any]
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
LABELS = {
    *("job", "topic", "source_subsystem", "identifier", "component", "index"),
    *("statistic", "window", "span"),
}
"""Every label of a sample."""

# `get` makes the compiler forget the types: of what a source sends it knows none.
_RECORD = """
.message = get!([decode_base64!(.message)], [0])
.topic = get!([.topic], [0])
if exists(.timestamp) {
  .timestamp = get!([from_unix_timestamp!(.timestamp, unit: "milliseconds")], [0])
}
"""
_SHOW_TIMES = """
. = map_values(array!(.)) -> |event| {
  if is_timestamp(event.timestamp) {
    event = set!(event, ["timestamp"], to_unix_timestamp(timestamp!(event.timestamp)))
  }
  event
}
"""


def rendered(program: str, believed: int = WEEK) -> str:
    """The text of one program, by the renderer of the emitter."""
    values: dict[str, Any] = {"believed": believed, "known": list(LOG_TOPICS)}
    values |= {"suffixes": list(METRIC_TOPICS), "kept": True}
    return render(f"vector-ome/{program}.vrl", **values)


def complaint(source: str) -> str | None:
    """What the compiler says against a program; `None` if it compiles."""
    diagnostic = VRLRuntime.check_syntax(source)
    return None if diagnostic is None else str(diagnostic.formatted_message)


@cache
def runtime() -> VRLRuntime:
    return VRLRuntime("UTC")


class Programs:
    """The programs of one channel, ready to take messages."""

    def __init__(self, texts: list[str]) -> None:
        # One program of all: types flow from one to the next as they do from remap to remap.
        self.whole = "\n".join((_RECORD, *texts, _SHOW_TIMES))

    def events(self, message: str | bytes, topic: str | None, received: int | None = RECEIVED) -> list[Event]:
        """What leaves for one record; no record time or topic where those are None."""
        data = message.encode() if isinstance(message, str) else message
        record: Event = {"message": base64.b64encode(data).decode(), "topic": topic}
        if received is not None:
            record["timestamp"] = received
        events: Any = runtime().execute(self.whole, record).processed_event
        assert isinstance(events, list)
        return events


def programs(names: tuple[str, ...], believed: int = WEEK) -> Programs:
    """Those of a channel, as the templates have them."""
    return Programs([rendered(name, believed) for name in names])


def configured(config: str, names: tuple[str, ...]) -> Programs:
    """Those of a channel, as a rendered configuration has them."""
    transforms = yaml.safe_load(config)["transforms"]
    return Programs([transforms[f"ome_{name}"]["source"] for name in names])


def faults(events: list[Event]) -> list[str]:
    """Why `log_to_metric` would drop or bend one of these events, or why one is no line."""
    return [f"{fault}: {event}" for event in events for fault in _faults(event)]


def _faults(event: Event) -> list[str]:
    tags = event.get("tags", {})
    match event:
        case {"_msg": message, "_time": time, **fields}:
            # A line: VictoriaLogs takes texts, and skips lines of 256 KiB.
            size = len(json.dumps(event, ensure_ascii=False).encode())
            good = all(isinstance(value, str) for value in [message, time, *fields.values()])
            needed = {"topic", "source", "severity"}
            return [] if good and message and size < 256 * 1024 and needed <= set(fields) else ["no line"]
        case {"kind": "absolute", "gauge": {"value": float()}, "timestamp": int()}:
            extra = set(event) - {"name", "kind", "gauge", "timestamp", "tags"} or set(tags) - LABELS
        case {"kind": "incremental", "counter": {"value": float()}}:
            # No time: that of a record may be days old, and the exporter would show it.
            extra = set(event) - {"name", "kind", "counter", "tags"} or set(tags) - {"reason"}
            extra = extra or {event["name"]} - COUNTERS
        case _:
            return ["neither gauge nor counter nor line"]
    checks = {
        f"more than there should be: {extra}": not extra,
        "illegal name": _NAME.fullmatch(event["name"]) is not None and len(event["name"]) <= 200,
        "illegal label": all(isinstance(text, str) and 0 < len(text) <= 1000 for text in tags.values()),
    }
    return [fault for fault, holds in checks.items() if not holds]


def gauges(events: list[Event]) -> list[Event]:
    return [event for event in events if "gauge" in event]


def lines(events: list[Event]) -> list[Event]:
    return [event for event in events if "_msg" in event]


def counted(events: list[Event]) -> dict[tuple[str, str], float]:
    """The counters: by short name and reason, what each is raised by."""
    return {
        (event["name"].removeprefix("vector_ome_").removesuffix("_total"), event["tags"]["reason"]): event["counter"][
            "value"
        ]
        for event in events
        if "counter" in event
    }
