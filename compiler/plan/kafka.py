"""The broker: pools, topics, retention, certificates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..sources.ome.identifier import Identifier
from ..sources.ome.plan import LOG_TOPICS, METRIC_TOPICS, identifier_of
from .decision import Container, Decided, Source, Volume, Workload
from .images import image
from .sizing import STORAGE_GRACE, from_block, resources

CONTROLLERS, BROKERS = 3, 3
SMALLEST_SEGMENT = 1_048_576
"""Kafka 4 refuses to start with smaller segments (bytes)."""
KAFKA_VERSION = "4.3.1"


class Topic(NamedTuple):
    """A topic: ``name`` is the object's, ``topic`` the one that clients use."""

    name: str
    topic: str
    partitions: int
    replicas: int
    min_insync: int
    reason: str
    keys: tuple[str, ...]


class Kafka(NamedTuple):
    """Every decision about the broker."""

    version: Decided[str]
    retention_hours: Decided[int]
    retention_bytes: Decided[int]
    segment_bytes: Decided[int]
    auto_create: Decided[bool]
    free_volume_ratio: Decided[float]
    certificate_days: Decided[int]
    certificate_renewal_days: Decided[int]
    external_listener: Decided[bool]
    topics: tuple[Topic, ...]
    controller: Workload
    broker: Workload
    entity_operator: Workload


def plan_kafka(configuration: Configuration, sources: Sequence[Source]) -> Kafka | None:
    """The broker as `telemetry_sinks.kafka` and `kafka_storage` say; None without the latter."""
    sink, storage = configuration.telemetry.telemetry_sinks.kafka, configuration.storage.kafka_storage
    if storage is None:
        return None
    options, section = configuration.options, "telemetry_sinks.kafka"
    on = {source.name for source in sources if source.on and "kafka" in source.targets}
    identifier = identifier_of(configuration)
    pool = Container("kafka", image(options, "kafka"), from_block(storage.kafka.resources))
    operator = from_block(storage.entity_operator.user_operator.resources)
    return Kafka(
        version=Decided(KAFKA_VERSION, "the newest that Strimzi 1.2 runs"),
        retention_hours=Decided(sink.log_retention_hours, "as configured", (f"{section}.log_retention_hours",)),
        retention_bytes=Decided(
            sink.log_retention_bytes,
            "unlimited: time alone removes messages, and the quota stops producers before a disk is full"
            if sink.log_retention_bytes < 0
            else "as configured, for each partition",
            (f"{section}.log_retention_bytes",),
        ),
        segment_bytes=_segment(sink.log_segment_bytes),
        auto_create=_auto_create("ome" in on, identifier),
        free_volume_ratio=Decided(0.1, "producers are stopped before a volume has less than this left"),
        certificate_days=Decided(1825, "clients that hold certificates outside of the cluster are not visited often"),
        certificate_renewal_days=Decided(180, "before they end, so that those clients have time to follow"),
        external_listener=Decided(
            "ome" in on,
            "OME stands outside of the cluster" if "ome" in on else "nobody outside of the cluster writes",
            ("telemetry_sources.ome",),
        ),
        topics=_topics(configuration, on, identifier),
        controller=_pool("controller", CONTROLLERS, pool, sink.persistence_size),
        broker=_pool("broker", BROKERS, pool, sink.persistence_size),
        entity_operator=Workload(
            "kafka",
            "entity-operator",
            1,
            (
                Container(
                    "topic-operator", image(options, "topic-operator"), resources(options, "topic-operator", operator)
                ),
                Container("user-operator", image(options, "user-operator"), operator),
            ),
            None,
            "the topic operator is sized as the user operator",
            ("kafka_storage.entity_operator.user_operator",),
        ),
    )


def object_name(text: str) -> str:
    """A name that Kubernetes takes, from a text that the user chose.

    Lower case, with `-` for everything outside `[a-z0-9.-]`; what that changed gains `-` and
    8 hex digits of the text's SHA-256, so that two texts never share a name. A name that
    would be too long or not begin and end with a letter or digit is changed too.
    """
    plain = re.sub(r"[^a-z0-9.-]", "-", text.lower())
    # Every part between dots begins and ends with a letter or digit.
    plain = ".".join(part.strip("-") for part in plain.split(".") if part.strip("-"))
    # 253 is the limit of a name; 9 are taken by the digest.
    plain = plain[:244].rstrip("-.")
    if plain == text:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"{plain}-{digest}" if plain else digest


def _pool(name: str, replicas: int, container: Container, size: str) -> Workload:
    volume = Volume("data-0", size, "kafka", "the log of one pod", ("telemetry_sinks.kafka.persistence_size",))
    return Workload(
        "kafka",
        name,
        replicas,
        (container,),
        volume,
        "three, so that one may be lost; no two on one node while there are nodes enough",
        ("kafka_storage.kafka",),
        True,
        STORAGE_GRACE,
    )


def _segment(configured: int) -> Decided[int]:
    keys = ("telemetry_sinks.kafka.log_segment_bytes",)
    if configured < SMALLEST_SEGMENT:
        return Decided(SMALLEST_SEGMENT, f"{configured} is below what Kafka 4 starts with", keys)
    return Decided(configured, "as configured", keys)


def _auto_create(ome: bool, identifier: Identifier) -> Decided[bool]:
    keys = ("telemetry_bridges.vector_ome.ome_identifier",)
    if ome and not identifier.literal:
        return Decided(True, f"OME names its topics itself; only its user may create, below {identifier.prefix}", keys)
    return Decided(False, "every topic is made here, so that no misspelt one appears", keys)


def _topics(configuration: Configuration, on: set[str], identifier: Identifier) -> tuple[Topic, ...]:
    partitions = configuration.telemetry.telemetry_sinks.kafka.topic_partitions
    section = "telemetry_sinks.kafka.topic_partitions"
    found = []
    for name, count in (("idrac", partitions.idrac), ("ldms", partitions.ldms)):
        if name in on:
            keys = (f"telemetry_sources.{name}.collection_targets", f"{section}.{name}")
            found.append(_topic(name, count, f"{name} targets kafka", keys))
    if "ome" in on and identifier.literal:
        ome = configuration.telemetry.telemetry_sources.ome
        for channel, enabled, suffixes in (
            ("metrics", ome.metrics_enabled, METRIC_TOPICS),
            ("logs", ome.logs_enabled, LOG_TOPICS),
        ):
            asked = (
                f"telemetry_sources.ome.{channel}_enabled",
                "telemetry_bridges.vector_ome.ome_identifier",
                f"{section}.ome",
            )
            found += [
                _topic(f"{identifier.prefix}{suffix}", partitions.ome, f"ome's {channel} are on", asked)
                for suffix in suffixes
                if enabled
            ]
    return tuple(found)


def _topic(topic: str, partitions: int, reason: str, keys: tuple[str, ...]) -> Topic:
    return Topic(object_name(topic), topic, partitions, BROKERS, 2, reason, keys)
