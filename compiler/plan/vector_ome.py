"""The bridge from OME's topics to both stores: what it subscribes to, and what it holds in memory."""

from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import whole
from ..sources.ome.identifier import LOG_TOPICS, METRIC_TOPICS, Identifier, subscription
from . import vector_pod
from .decision import Decided, Probe, Workload
from .kafka_users import consumer_group
from .places import bootstrap, vector_logs_url, vector_metrics_url

LINES = 2**20
"""Bytes of lines in one request at most."""
REFRESH = 10_000
"""Milliseconds: librdkafka's own five minutes would be long for someone who waits for OME's first message."""
BELIEVED = 604_800
"""Seconds: a week, as in the bridge of ldms."""
_IDENTIFIER = "telemetry_bridges.vector_ome.ome_identifier"
_PARTITIONS = "telemetry_sinks.kafka.topic_partitions.ome"


class OmeBridge(NamedTuple):
    """The bridge from OME's topics. A channel that is off has no topics.

    ``prefetch_kib`` is what a pod fetches ahead of each partition, in KiB; ``batch`` and ``buffer`` count samples,
    ``line_batch`` and ``line_buffer`` bytes; ``refresh`` is milliseconds, everything else about time seconds.
    ``agent`` and ``log_agent`` are whom it hands samples and lines to; ``known_logs`` are the ends of the topics whose
    messages are taken apart.
    """

    workload: Workload
    brokers: str
    agent: str
    log_agent: str
    expression: bool
    metric_group: str
    log_group: str
    metric_topics: Decided[tuple[str, ...]] | None
    log_topics: Decided[tuple[str, ...]] | None
    known_metrics: tuple[str, ...]
    known_logs: tuple[str, ...]
    prefetch_kib: Decided[int]
    requests: Decided[int]
    batch: Decided[int]
    buffer: Decided[int]
    line_requests: Decided[int]
    line_batch: Decided[int]
    line_buffer: Decided[int]
    refresh: Decided[int]
    metric_age: Decided[int]
    line_age: Decided[int]
    long_lines: Decided[str]
    threads: Decided[int]
    own_interval: Decided[int]
    kept: Decided[int]
    health: Decided[str]
    shutdown: Decided[int]
    liveness: Probe
    readiness: Probe


def plan_ome_bridge(
    configuration: Configuration, workload: Workload, identifier: Identifier, channels: set[str]
) -> OmeBridge:
    """``channels`` are those of the bridge that are on."""
    limits, key = workload.main.resources, ("vector_storage.ome.resources",)
    sinks, options = configuration.telemetry.telemetry_sinks, configuration.options
    metrics, logs = "metrics" in channels, "logs" in channels
    # What an expression matches is known to nobody; each group gets all of at least one OME.
    kinds = len(METRIC_TOPICS) * metrics + len(LOG_TOPICS) * logs
    if not identifier.literal:
        kinds = (len(METRIC_TOPICS) + len(LOG_TOPICS)) * len(channels)
    return OmeBridge(
        workload=workload,
        brokers=bootstrap(options),
        agent=vector_metrics_url(options),
        log_agent=f"{vector_logs_url(options)}?_stream_fields=source,topic&_msg_field=_msg&_time_field=_time",
        expression=not identifier.literal,
        metric_group=consumer_group("vector_ome", "metrics"),
        log_group=consumer_group("vector_ome", "logs"),
        metric_topics=_topics(identifier, METRIC_TOPICS) if metrics else None,
        log_topics=_topics(identifier, LOG_TOPICS) if logs else None,
        known_metrics=METRIC_TOPICS,
        known_logs=LOG_TOPICS,
        prefetch_kib=vector_pod.prefetch(limits, sinks.kafka.topic_partitions.ome * kinds, (*key, _PARTITIONS)),
        requests=vector_pod.requests(limits, vector_pod.BATCH * vector_pod.SAMPLE, key),
        batch=vector_pod.batch(),
        buffer=vector_pod.buffer(),
        line_requests=vector_pod.requests(limits, LINES, key),
        line_batch=Decided(LINES, "bytes before compression; vlagent takes a request of any size, line by line"),
        line_buffer=Decided(
            max(LINES, whole(limits.memory_limit) // 16),
            "bytes in memory, a sixteenth of its limit: what is lost with it was not acknowledged, and is read again",
            key,
        ),
        refresh=Decided(REFRESH, "milliseconds until a topic that OME has made since is found"),
        metric_age=_age(sinks.victoria_metrics.retention_period, "victoria_metrics"),
        line_age=_age(sinks.victoria_logs.retention_period, "victoria_logs"),
        long_lines=Decided(
            "in parts of 32,000 characters", "VictoriaLogs skips lines of 256 KiB, and answers as if it had not"
        ),
        threads=vector_pod.threads(limits, key),
        own_interval=vector_pod.own_interval(),
        kept=vector_pod.kept(),
        health=vector_pod.health(),
        shutdown=vector_pod.shutdown(workload),
        liveness=vector_pod.LIVENESS,
        readiness=vector_pod.READINESS,
    )


def _topics(identifier: Identifier, ends: tuple[str, ...]) -> Decided[tuple[str, ...]]:
    if identifier.literal:
        return Decided(
            tuple(f"{identifier.prefix}{end}" for end in ends),
            "by name: the broker makes no topic by itself, so there is no other below the identifier",
            (_IDENTIFIER,),
        )
    return Decided(
        (subscription(identifier),),
        "anchored at its beginning, and in both groups: an expression may hold the end of a topic's name already. "
        "Each group drops the topics of the other; those that nobody knows are logs",
        (_IDENTIFIER,),
    )


def _age(hours: int, sink: str) -> Decided[int]:
    return Decided(
        min(BELIEVED, hours * 3600),
        "seconds before the record's time within which a message's own time is believed: the store drops silently what "
        "is older than it keeps",
        (f"telemetry_sinks.{sink}.retention_period",),
    )
