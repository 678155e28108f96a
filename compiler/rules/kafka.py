"""Rules about what the broker keeps, and the volume that it keeps it on."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..config.quantity import binary, whole
from ..config.sinks import SMALLEST_SEGMENT
from ..diagnostics.diagnostic import Diagnostic
from ..sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS, Identifier, read_identifier
from .rule import Rule, View

_SECTION = ("telemetry_sinks", "kafka")
_USED = (9, 10)
"""The part of a volume that producers may fill before the quota stops them."""


def _segment(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.kafka
    span = view.at_value(TELEMETRY, *_SECTION, "log_segment_bytes")
    if not _topics(view):
        return
    if sink.log_segment_bytes > whole(sink.persistence_size):
        summary = f"a segment of {binary(sink.log_segment_bytes)} is larger than the volume of {sink.persistence_size}"
        help_ = "lower log_segment_bytes, or raise persistence_size"
        yield Diagnostic("kafka-segment-above-volume", "error", summary, TELEMETRY, span, help_)
    elif sink.log_segment_bytes < SMALLEST_SEGMENT:
        summary = f"Kafka 4 does not start with segments of {sink.log_segment_bytes} bytes: they get {SMALLEST_SEGMENT}"
        help_ = f"write {SMALLEST_SEGMENT} or more"
        yield Diagnostic("kafka-segment-raised", "warning", summary, TELEMETRY, span, help_)


def _retention(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.kafka
    partitions = sum(_topics(view).values())
    if sink.log_retention_bytes < 0 or not partitions:
        return
    # Three replicas on three brokers: each broker has one of everything.
    needed = partitions * (sink.log_retention_bytes + max(sink.log_segment_bytes, SMALLEST_SEGMENT))
    share, of = _USED
    room = whole(sink.persistence_size) * share // of
    if needed > room:
        span = view.at_value(TELEMETRY, *_SECTION, "log_retention_bytes")
        each = f"{binary(sink.log_retention_bytes)} and an open segment of {binary(sink.log_segment_bytes)}"
        summary = (
            f"{partitions} partitions of {each} need {binary(needed)} on each broker, "
            f"and 90 % of {sink.persistence_size} may be used: producers would be stopped"
        )
        fits = room // partitions - sink.log_segment_bytes
        help_ = f"lower log_retention_bytes to {fits} or less" if fits > 0 else "lower log_segment_bytes first"
        yield Diagnostic("kafka-retention", "warning", summary, TELEMETRY, span, f"{help_}, or raise persistence_size")


def _one_partition(view: View) -> Iterator[Diagnostic]:
    partitions = _topics(view).get("idrac", 1)
    if partitions > 1:
        span = view.at_value(TELEMETRY, *_SECTION, "topic_partitions", "idrac")
        summary = f"topic idrac has {partitions} partitions, and the pump of idrac writes to partition 0 alone"
        help_ = "write 1, unless something else writes to the topic too"
        yield Diagnostic("idrac-partitions", "warning", summary, TELEMETRY, span, help_)


def _topics(view: View) -> dict[str, int]:
    """Partitions of each source that writes; those of OME where their number is known."""
    sources, bridges = view.telemetry.telemetry_sources, view.telemetry.telemetry_bridges
    given = view.telemetry.telemetry_sinks.kafka.topic_partitions
    found = {}
    if sources.idrac.metrics_enabled and "kafka" in sources.idrac.collection_targets:
        found["idrac"] = given.idrac
    if sources.ldms.metrics_enabled and "kafka" in sources.ldms.collection_targets:
        found["ldms"] = given.ldms
    identifier = read_identifier(bridges.vector_ome.ome_identifier)
    if isinstance(identifier, Identifier) and identifier.literal and "kafka" in sources.ome.collection_targets:
        topics = sources.ome.metrics_enabled * len(METRIC_TOPICS) + sources.ome.logs_enabled * len(LOG_TOPICS)
        found["ome"] = topics * given.ome
    return {name: count for name, count in found.items() if count}


_SECTIONS = tuple(f"{TELEMETRY}:{name}" for name in ("telemetry_sources", "telemetry_bridges", "telemetry_sinks"))
SEGMENT = Rule(_SECTIONS, _segment)
ONE_PARTITION = Rule(_SECTIONS, _one_partition)
RETENTION = Rule(_SECTIONS, _retention)
