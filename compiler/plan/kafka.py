"""The broker: pools, listeners, retention, certificates."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.options import Options
from ..config.sinks import SMALLEST_SEGMENT, KafkaSink
from ..sources.ome.identifier import Identifier
from ..sources.ome.plan import identifier_of
from .decision import Bridge, Container, Decided, Source, Volume, Workload
from .exposure import Exposure, exposure
from .images import image
from .kafka_users import User, plan_users
from .places import EXTERNAL_PORT
from .sizing import STORAGE_GRACE, from_block, resources
from .topics import IN_SYNC, REPLICAS, Topic, plan_topics

CONTROLLERS, BROKERS = 3, 3
KAFKA_VERSION, METADATA_VERSION = "4.3.1", "4.3-IV0"
NODE_IDS = {"broker": "[0-99]", "controller": "[100-199]"}
"""Without a range the first pool that the operator sees takes the first numbers, and names of pods depend on luck."""
METRICS = (
    "io_strimzi_kafka_quotas_throttlefactor_.*",
    "kafka_cluster_partition.*",
    "kafka_controller_kafkacontroller.*",
    "kafka_controller_controllerstats_uncleanleaderelectionspersec",
    "kafka_log_log_size",
    "kafka_log_logmanager_offlinelogdirectorycount",
    "kafka_server_brokertopicmetrics.*",
    "kafka_server_replicamanager.*",
    "kafka_server_raft.*",
    "kafka_server_socket_server.*",
)
"""Names before their suffixes, in the reporter's lower case; it matches them whole.

Two gauges of the quota plugin have the same labels, so a wider pattern there breaks the scrape.
"""


class Kafka(NamedTuple):
    """Every decision about the broker."""

    version: Decided[str]
    metadata_version: Decided[str]
    copies: Decided[str]
    retention_hours: Decided[int]
    retention_bytes: Decided[int]
    segment_bytes: Decided[int]
    auto_create: Decided[bool]
    free_volume_ratio: Decided[float]
    certificate_days: Decided[int]
    certificate_renewal_days: Decided[int]
    external_listener: Decided[bool]
    external: Exposure | None
    metrics: Decided[str]
    allow_list: tuple[str, ...]
    config: tuple[tuple[str, Decided[object]], ...]
    users: tuple[User, ...]
    topics: tuple[Topic, ...]
    controller: Workload
    broker: Workload
    entity_operator: Workload


def plan_kafka(
    configuration: Configuration, sources: Sequence[Source], bridges: Sequence[Bridge], *, scraped: bool
) -> Kafka | None:
    """The broker as `telemetry_sinks.kafka` and `kafka_storage` say; None without the latter."""
    sink, storage = configuration.telemetry.telemetry_sinks.kafka, configuration.storage.kafka_storage
    if storage is None:
        return None
    options, section = configuration.options, "telemetry_sinks.kafka"
    on = {source.name for source in sources if source.on and "kafka" in source.targets}
    identifier = identifier_of(configuration)
    pool = Container("kafka", image(options, "kafka"), from_block(storage.kafka.resources))
    operator = from_block(storage.entity_operator.user_operator.resources)
    external = exposure(configuration) if "ome" in on else None
    auto_create, segment = _auto_create("ome" in on, identifier), _segment(sink.log_segment_bytes)
    return Kafka(
        version=Decided(KAFKA_VERSION, "the newest that Strimzi 1.2 runs"),
        metadata_version=Decided(METADATA_VERSION, "that of the Kafka version; written out, so that an upgrade is one"),
        copies=Decided(
            f"{REPLICAS}, of which {IN_SYNC} are written before a producer hears so",
            "one broker may be lost, and writing goes on without it",
        ),
        retention_hours=Decided(sink.log_retention_hours, "as configured", (f"{section}.log_retention_hours",)),
        retention_bytes=Decided(
            sink.log_retention_bytes,
            "unlimited: time alone removes messages, and the quota stops producers before a disk is full"
            if sink.log_retention_bytes < 0
            else "as configured, for each partition",
            (f"{section}.log_retention_bytes",),
        ),
        segment_bytes=segment,
        auto_create=auto_create,
        free_volume_ratio=Decided(0.1, "producers are stopped before a volume has less than this left"),
        certificate_days=Decided(1825, "clients that hold certificates outside of the cluster are not visited often"),
        certificate_renewal_days=Decided(180, "before they end, so that those clients have time to follow"),
        external_listener=Decided(
            "ome" in on,
            f"OME stands outside of the cluster; mutual TLS on port {EXTERNAL_PORT}"
            if "ome" in on
            else "nobody outside of the cluster writes",
            ("telemetry_sources.ome",),
        ),
        external=external,
        metrics=Decided("of topics, partitions, replicas, logs, requests", "what shows that one is full or behind")
        if scraped
        else Decided("none", "nobody reads them; Strimzi would open their port to everyone"),
        allow_list=METRICS if scraped else (),
        config=_config(sink, auto_create, segment),
        users=plan_users(sources, bridges, identifier, may_create=auto_create.value),
        topics=plan_topics(configuration, on, identifier),
        controller=_pool("controller", CONTROLLERS, pool, sink.persistence_size),
        broker=_pool("broker", BROKERS, pool, sink.persistence_size)._replace(init=_init(options, pool, external)),
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


def _config(
    sink: KafkaSink, auto_create: Decided[bool], segment: Decided[int]
) -> tuple[tuple[str, Decided[object]], ...]:
    """The brokers' own settings; topics that are made here have theirs beside them."""
    copies = f"of {REPLICAS} copies {IN_SYNC} are enough to go on"
    kept = "also for topics that OME makes itself"
    partitions = Decided(
        sink.topic_partitions.ome if auto_create.value else 1, kept, ("telemetry_sinks.kafka.topic_partitions.ome",)
    )
    found: dict[str, Decided[object]] = {
        "auto.create.topics.enable": Decided(*auto_create),
        "default.replication.factor": Decided(REPLICAS, kept),
        "log.retention.bytes": Decided(sink.log_retention_bytes, kept, ("telemetry_sinks.kafka.log_retention_bytes",)),
        "log.retention.hours": Decided(sink.log_retention_hours, kept, ("telemetry_sinks.kafka.log_retention_hours",)),
        "log.segment.bytes": Decided(*segment),
        "min.insync.replicas": Decided(IN_SYNC, copies),
        "num.partitions": Decided(*partitions),
        "offsets.topic.replication.factor": Decided(REPLICAS, "what consumers have read survives a broker"),
        "transaction.state.log.min.isr": Decided(IN_SYNC, copies),
        "transaction.state.log.replication.factor": Decided(REPLICAS, "one broker may be lost"),
        "unclean.leader.election.enable": Decided(False, "a copy that lags behind never becomes the only one"),
    }
    return tuple(found.items())


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


def _init(options: Options, pool: Container, external: Exposure | None) -> tuple[Container, ...]:
    """What asks for the address of its node, which clients outside are told."""
    if external is None or external.type != "NodePort":
        return ()
    return (Container("kafka-init", image(options, "kafka-init"), pool.resources),)


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
