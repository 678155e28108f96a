"""Rules about what the broker keeps, and the volume that it keeps it on."""

from collections.abc import Iterator
from typing import NamedTuple

from ..config.former import NODES, TELEMETRY
from ..config.quantity import binary, whole
from ..config.sinks import SMALLEST_SEGMENT, KafkaSink
from ..diagnostics.diagnostic import Diagnostic
from ..sources.idrac.model import BYTES_A_DAY
from ..sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS, Identifier, read_identifier
from .active import BROKER, LOGS, METRICS, channel_on, senders, sink_asks, sink_on, source_section
from .rule import Rule, View

_SECTION = ("telemetry_sinks", "kafka")
_KEYS = ".".join(_SECTION)
_USED, _OF = 9, 10
"""The part of a volume that producers may fill before the quota stops them (semantics.md, section 3)."""
OPEN_HOURS = 168
"""Hours after which Kafka closes a segment that is not full (its `log.roll.hours`, which nothing here changes)."""


def _segment_fits(view: View) -> Iterator[Diagnostic]:
    sink, volume = _sink(view), whole(_sink(view).persistence_size)
    if sink.log_segment_bytes > volume:
        span = view.at_value(TELEMETRY, *_SECTION, "log_segment_bytes")
        summary = (
            f"{_KEYS}.log_segment_bytes is {binary(sink.log_segment_bytes)}, "
            f"more than the volume ({_KEYS}.persistence_size: {sink.persistence_size})"
        )
        help_ = f'raise persistence_size to at least "{binary(sink.log_segment_bytes)}"'
        if volume >= SMALLEST_SEGMENT:
            help_ = f"lower log_segment_bytes to at most {volume}, or {help_}"
        yield Diagnostic("kafka-segment-above-volume", "error", summary, TELEMETRY, span, help_)


def _segment_starts(view: View) -> Iterator[Diagnostic]:
    sink = _sink(view)
    if sink_on(view, BROKER) and sink.log_segment_bytes < SMALLEST_SEGMENT:
        span = view.at_value(TELEMETRY, *_SECTION, "log_segment_bytes")
        summary = f"Kafka 4 does not start with log_segment_bytes {sink.log_segment_bytes}: {SMALLEST_SEGMENT} is used"
        help_ = f"write log_segment_bytes: {SMALLEST_SEGMENT} or more"
        yield Diagnostic("kafka-segment-raised", "warning", summary, TELEMETRY, span, help_)


def _retention_fits(view: View) -> Iterator[Diagnostic]:
    sink, topics = _sink(view), _topics(view)
    if sink.log_retention_bytes < 0 or not topics.partitions:
        return
    segment = max(sink.log_segment_bytes, SMALLEST_SEGMENT)
    # Three replicas on three brokers: each broker has one of everything.
    needed, room = topics.partitions * (sink.log_retention_bytes + segment), _room(sink)
    if needed > room:
        span = view.at_value(TELEMETRY, *_SECTION, "log_retention_bytes")
        each = f"{binary(sink.log_retention_bytes)} and an open segment of {binary(segment)}"
        summary = (
            f"{topics} of {each} need {binary(needed)} on each broker, "
            f"and 90 % of {sink.persistence_size} may be used: producers would be stopped"
        )
        larger = f'raise persistence_size to "{-(-needed * _OF // (_USED * 2**30))}Gi"'
        bound = _bound(sink, room // topics.partitions)
        help_ = f"{bound}, or {larger}" if bound else larger
        yield Diagnostic("kafka-retention", "warning", summary, TELEMETRY, span, help_)


def _retention_bounded(view: View) -> Iterator[Diagnostic]:
    sink, topics = _sink(view), _topics(view)
    if sink.log_retention_bytes >= 0 or not topics.partitions:
        return
    each = _room(sink) // topics.partitions
    if view.read.nodes:
        # How long each volume lasts is told by the plan, unless it is too short for anyone to look there first.
        yield from _filled_by_idrac(view, each)
        return
    rate = _a_second(longest_rate(each, sink.log_retention_hours, max(sink.log_segment_bytes, SMALLEST_SEGMENT)))
    span = view.at_value(TELEMETRY, *_SECTION, "log_retention_bytes")
    hours = "1 hour fits" if sink.log_retention_hours == 1 else f"{sink.log_retention_hours} hours fit"
    summary = (
        f"nothing bounds the bytes of a partition: {hours} on 90 % of {sink.persistence_size} "
        f"while each of {topics} takes {rate} at most"
    )
    bound = _bound(sink, each)
    help_ = f"{bound}; then the oldest messages go before producers are stopped" if bound else "raise persistence_size"
    yield Diagnostic("kafka-retention-unbounded", "note", summary, TELEMETRY, span, help_)


def _filled_by_idrac(view: View, each: int) -> Iterator[Diagnostic]:
    """One topic alone that fills the volume within a day, at the one published figure; its writer fills a partition."""
    sink = _sink(view)
    servers = sum(1 for node in view.read.nodes or () if node.bmc_ip) if "idrac" in senders(view, BROKER) else 0
    room, a_day, segment = _room(sink), servers * BYTES_A_DAY, max(sink.log_segment_bytes, SMALLEST_SEGMENT)
    # A volume below a segment is told of already.
    if sink.log_segment_bytes > whole(sink.persistence_size):
        return
    if a_day < room or a_day // 86_400 <= longest_rate(room, sink.log_retention_hours, segment):
        return
    hours = -(-room * 24 // a_day)
    who = f"the {'iDRAC of 1 server' if servers == 1 else f'iDRACs of {servers} servers'} alone"
    summary = (
        f"{who} send{'s' if servers == 1 else ''} about {a_day / 2**30:.1f}Gi a day to topic idrac, and 90 % of "
        f"{sink.persistence_size} is full within {'an hour' if hours == 1 else f'{hours} hours'}: then producers are "
        "stopped"
    )
    held = a_day * sink.log_retention_hours // 24 + min(segment, a_day * OPEN_HOURS // 24)
    larger = f'"{-(-held * _OF // (_USED * 2**30))}Gi"'
    help_ = f"write {_KEYS}.persistence_size: {larger} or more, which keeps log_retention_hours of them"
    bound = _bound(sink, each)
    help_ = f"{help_}; or {bound}, and the oldest messages go first" if bound else help_
    span = view.at_value(TELEMETRY, *_SECTION, "log_retention_bytes")
    yield Diagnostic("kafka-retention-unbounded", "note", summary, TELEMETRY, span, help_)


def longest_rate(room: int, hours: int, segment: int) -> int:
    """Bytes a second at which ``hours`` of a partition fit in ``room`` bytes.

    A segment goes when its newest message is old enough, so a partition holds what came in ``hours`` and one segment
    besides: at most ``segment`` bytes, and at most what comes until Kafka closes it by itself.
    """
    return max(room // ((hours + OPEN_HOURS) * 3600), (room - segment) // (hours * 3600))


def _bound(sink: KafkaSink, each: int) -> str:
    """What to write so that a partition keeps within ``each`` bytes; nothing where that cannot be."""
    within = each - max(sink.log_segment_bytes, SMALLEST_SEGMENT)
    if within > 0:
        return f"write log_retention_bytes: {within}"
    half = each // 2
    if half < SMALLEST_SEGMENT:
        return ""
    return f"write log_segment_bytes: {half} and log_retention_bytes: {half}"


def _a_second(count: int) -> str:
    for unit, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if count >= size:
            return f"{count / size:.1f} {unit} a second"
    return "less than a byte a second" if count < 1 else f"{count} byte{'s' if count > 1 else ''} a second"


def _room(sink: KafkaSink) -> int:
    """Bytes of a broker's volume that messages may fill."""
    return whole(sink.persistence_size) * _USED // _OF


def _one_partition(view: View) -> Iterator[Diagnostic]:
    partitions, idrac = _sink(view).topic_partitions.idrac, view.telemetry.telemetry_sources.idrac
    if partitions > 1 and idrac.metrics_enabled and BROKER in idrac.collection_targets:
        span = view.at_value(TELEMETRY, *_SECTION, "topic_partitions", "idrac")
        summary = f"topic idrac has {partitions} partitions, and the pump of idrac writes to partition 0 alone"
        help_ = "write idrac: 1; allow idrac-partitions where something else writes to the topic too"
        yield Diagnostic("idrac-partitions", "warning", summary, TELEMETRY, span, help_)


class _Topics(NamedTuple):
    """``partitions`` of all topics together; ``more`` where OME may make others, under its expression."""

    partitions: int
    more: bool

    def __str__(self) -> str:
        at_least = "at least " if self.more else ""
        return f"{at_least}{self.partitions} partition{'s' if self.partitions > 1 else ''}"


def _topics(view: View) -> _Topics:
    """The partitions of every source that writes; under an expression those of one OME, since it stands for one."""
    given, writing = _sink(view).topic_partitions, senders(view, BROKER)
    count = sum(getattr(given, name) for name in ("idrac", "ldms") if name in writing)
    if "ome" not in writing:
        return _Topics(count, more=False)
    channels = ((METRICS, METRIC_TOPICS), (LOGS, LOG_TOPICS))
    topics = sum(len(ends) for channel, ends in channels if channel_on(view, "ome", channel))
    identifier = read_identifier(view.telemetry.telemetry_bridges.vector_ome.ome_identifier)
    return _Topics(count + topics * given.ome, more=not (isinstance(identifier, Identifier) and identifier.literal))


def _sink(view: View) -> KafkaSink:
    return view.telemetry.telemetry_sinks.kafka


def _keys(*names: str) -> tuple[str, ...]:
    return tuple(f"{TELEMETRY}:{_KEYS}.{name}" for name in names)


_SEGMENT, _SIZES = _keys("log_segment_bytes"), _keys("persistence_size", "log_segment_bytes")
_TOPICS = (
    *sink_asks(BROKER),
    f"{TELEMETRY}:telemetry_bridges.vector_ome.ome_identifier",
    *_keys("topic_partitions", "log_retention_bytes"),
    *_SIZES,
)
RULES = (
    Rule(_SIZES, _segment_fits),
    Rule((*sink_asks(BROKER), *_SEGMENT), _segment_starts),
    Rule(_TOPICS, _retention_fits),
    Rule((*_TOPICS, *_keys("log_retention_hours"), NODES), _retention_bounded),
    Rule((source_section("idrac"), *_keys("topic_partitions.idrac")), _one_partition),
)
