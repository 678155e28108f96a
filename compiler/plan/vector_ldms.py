"""The bridge from topic `ldms` to the metrics store: what it holds in memory, and how it knows the hosts."""

from typing import NamedTuple

from ..config.configuration import Configuration
from ..sources.ldms.collection import Collected, collected_nodes
from ..sources.ldms.plan import Ldms
from . import vector_pod
from .chunks import chunks
from .decision import Decided, Probe, Workload
from .kafka_users import consumer_group
from .places import LDMS_TOPIC, bootstrap, vector_metrics_url


class HostTable(NamedTuple):
    """Which host a component_id is: the nodes with the numbers ``first`` to ``last``."""

    name: str
    first: int
    last: int
    nodes: tuple[Collected, ...]


class LdmsBridge(NamedTuple):
    """The bridge from topic `ldms` to the metrics store.

    ``prefetch_kib`` is what a pod fetches ahead of each partition, in KiB; ``batch`` and ``buffer`` count samples;
    ``own_interval`` and ``kept`` are seconds. ``keys`` are the columns of each schema that tell its rows apart.
    ``brokers`` and ``agent`` are whom it reads from and hands samples to.
    """

    workload: Workload
    brokers: str
    topic: str
    group: str
    agent: str
    prefetch_kib: Decided[int]
    requests: Decided[int]
    threads: Decided[int]
    batch: Decided[int]
    buffer: Decided[int]
    own_interval: Decided[int]
    kept: Decided[int]
    as_is_hosts: Decided[str]
    health: Decided[str]
    shutdown: Decided[int]
    liveness: Probe
    readiness: Probe
    keys: tuple[tuple[str, tuple[str, ...]], ...]
    tables: tuple[HostTable, ...]


def plan_ldms_bridge(configuration: Configuration, workload: Workload, ldms: Ldms) -> LdmsBridge:
    """As large as `vector_storage.ldms` says, and as the topic asks for."""
    limits, key = workload.main.resources, ("vector_storage.ldms.resources",)
    keys = {
        plugin.static.schema: tuple(dict.fromkeys(column for row in plugin.static.rows for column in row.keys))
        for plugin in ldms.plugins
        if plugin.static is not None
    }
    partitions = configuration.telemetry.telemetry_sinks.kafka.topic_partitions.ldms
    nodes = collected_nodes(ldms.groups)
    parts = chunks(nodes, lambda node: len(f"{node.number},{node.hostname}\n")) if nodes else ()
    return LdmsBridge(
        workload=workload,
        brokers=bootstrap(configuration.options),
        topic=LDMS_TOPIC,
        group=consumer_group("vector_ldms", "metrics"),
        agent=vector_metrics_url(configuration.options),
        prefetch_kib=vector_pod.prefetch(limits, partitions, (*key, "telemetry_sinks.kafka.topic_partitions.ldms")),
        requests=vector_pod.requests(limits, vector_pod.BATCH * vector_pod.SAMPLE, key),
        threads=vector_pod.threads(limits, key),
        batch=vector_pod.batch(),
        buffer=vector_pod.buffer(),
        own_interval=vector_pod.own_interval(),
        kept=vector_pod.kept(),
        as_is_hosts=Decided(
            "from the mapping CSV" if nodes else "component-<component_id>",
            "rows stored as_is carry component_id and no host",
            ("pxe_mapping_file.csv",),
        ),
        health=vector_pod.health(),
        shutdown=vector_pod.shutdown(workload),
        liveness=vector_pod.LIVENESS,
        readiness=vector_pod.READINESS,
        keys=tuple((schema, columns) for schema, columns in sorted(keys.items()) if columns),
        tables=tuple(
            HostTable(f"nodes_{index}", part[0].number, part[-1].number, part) for index, part in enumerate(parts)
        ),
    )
