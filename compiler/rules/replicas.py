"""Rules about how many pods a component of the data path has."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import OPTIONS, STORAGE, TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from .active import LOG_STORE, METRIC_STORE, sink_asks, sink_on
from .parts import PARTS, VECTOR_LDMS, VECTOR_OME, VMSTORAGE, Part
from .places import related
from .rule import Rule, View

REPLICATED_FROM = 3
"""vmstorage pods from which on each sample is kept twice (semantics.md, section 3)."""
MOST_PARTITIONS = 100
"""Partitions that a topic may have (seed.md, section 8)."""
_PARTITIONS = ("telemetry_sinks", "kafka", "topic_partitions")


def _replicas(view: View, part: Part) -> int:
    section, name = part.path
    return int(getattr(getattr(view.storage, section), name).replicas)


def _several(part: Part) -> Rule:
    def several_replicas(view: View) -> Iterator[Diagnostic]:
        if part.rendered(view) and _replicas(view, part) == 1:
            span = view.at_value(STORAGE, *part.path, "replicas")
            summary = f"{'.'.join(part.path)} has one replica: while its pod is moved or restarted, nothing passes it"
            yield Diagnostic("single-replica", "warning", summary, STORAGE, span, "write replicas: 2 or more")

    return Rule((*part.asks, part.replicas), several_replicas)


def _several_gateways(view: View) -> Iterator[Diagnostic]:
    override = view.options.resources.get("vmauth")
    rendered = sink_on(view, METRIC_STORE) or sink_on(view, LOG_STORE)
    if rendered and override is not None and override.replicas == 1:
        span = view.at_value(OPTIONS, "resources", "vmauth", "replicas")
        summary = "vmauth has one replica: while its pod is moved or restarted, no query and no push gets in"
        yield Diagnostic("single-replica", "warning", summary, OPTIONS, span, "write replicas: 2 or more")


def _storage_replicated(view: View) -> Iterator[Diagnostic]:
    replicas = _replicas(view, VMSTORAGE)
    if VMSTORAGE.rendered(view) and replicas < REPLICATED_FROM:
        span = view.at_value(STORAGE, *VMSTORAGE.path, "replicas")
        summary = (
            f"vmstorage has {replicas} replica{'s' if replicas > 1 else ''}, and keeps each sample once: "
            "a volume that is lost takes its samples with it"
        )
        help_ = f"write replicas: {REPLICATED_FROM} or more, which keep each sample twice"
        yield Diagnostic("vmstorage-not-replicated", "warning", summary, STORAGE, span, help_)


def _busy(part: Part) -> Rule:
    topic = part.path[1]

    def consumers_busy(view: View) -> Iterator[Diagnostic]:
        replicas = _replicas(view, part)
        partitions = getattr(view.telemetry.telemetry_sinks.kafka.topic_partitions, topic)
        if not part.rendered(view) or replicas <= partitions:
            return
        key = ".".join((*_PARTITIONS, topic))
        topics = "the topic ldms" if topic == "ldms" else "each topic of ome"
        count = "1 partition" if partitions == 1 else f"{partitions} partitions"
        idle = "1 replica is" if replicas == partitions + 1 else f"{replicas - partitions} replicas are"
        summary = f"vector-{topic} has {replicas} replicas, and {topics} {count}: {idle} idle"
        help_ = f"write replicas: {partitions}"
        if replicas <= MOST_PARTITIONS:
            help_ += f", or {key}: {replicas}"
        told = related(view, "the partitions are here", TELEMETRY, *_PARTITIONS, topic)
        span = view.at_value(STORAGE, *part.path, "replicas")
        yield Diagnostic("idle-consumers", "warning", summary, STORAGE, span, help_, told)

    return Rule((*part.asks, part.replicas, f"{TELEMETRY}:{'.'.join((*_PARTITIONS, topic))}"), consumers_busy)


_GATEWAY = tuple(dict.fromkeys((*sink_asks(METRIC_STORE), *sink_asks(LOG_STORE), f"{OPTIONS}:resources")))
RULES = (
    *(_several(part) for part in PARTS if part is not VMSTORAGE),
    Rule(_GATEWAY, _several_gateways),
    Rule((*VMSTORAGE.asks, VMSTORAGE.replicas), _storage_replicated),
    _busy(VECTOR_LDMS),
    _busy(VECTOR_OME),
)
