"""The bridge from topic `ldms` to the metrics store: what it holds in memory, and how it knows the hosts."""

from __future__ import annotations

from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import milli, whole
from ..sources.ldms.collection import Collected, collected_nodes
from ..sources.ldms.plan import Ldms
from .chunks import chunks
from .decision import Decided, Probe, Workload
from .kafka_users import consumer_group
from .places import LDMS_TOPIC, VECTOR_API_PORT, bootstrap, vector_metrics_url

SMALLEST_FETCH = 32
"""KiB: dozens of rows, of which the longest (vmstat) has about 5 KiB."""
LARGEST_FETCH = 16_384
"""KiB: librdkafka refuses a fetch beyond 10^9 bytes, and its own queue holds 64 MiB."""
MOST_REQUESTS = 32
"""More do not make one agent faster."""
SAMPLE = 1024
"""Bytes of a sample in Vector's memory, with its labels, assumed."""
BATCH = 5000
"""Samples in one request at most; one row of vmstat is about 150 of them."""


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
        prefetch_kib=Decided(
            min(LARGEST_FETCH, max(SMALLEST_FETCH, whole(limits.memory_limit) // 8 // 1024 // partitions // 2)),
            "KiB of a partition, once in the queue and once in a fetch: together an eighth of the memory limit, should "
            "one pod have all partitions",
            (*key, "telemetry_sinks.kafka.topic_partitions.ldms"),
        ),
        requests=Decided(
            min(MOST_REQUESTS, max(1, whole(limits.memory_limit) // 8 // (BATCH * SAMPLE))),
            "requests at a time, so that what is on its way is an eighth of the memory limit at most",
            key,
        ),
        threads=Decided(-(-milli(limits.cpu_limit) // 1000), "as many as the CPU limit lets run at a time", key),
        batch=Decided(BATCH, "of a few hundred bytes each before compression; vmagent takes 32 MiB in one request"),
        buffer=Decided(2 * BATCH, "in memory: what is lost with it was not acknowledged to Kafka, and is read again"),
        own_interval=Decided(15, "seconds between two readings of its own numbers: twice as often as they are scraped"),
        kept=Decided(
            86_400, "seconds that a counter stays without news: those of rare losses must not start again at 0"
        ),
        as_is_hosts=Decided(
            "from the mapping CSV" if nodes else "component-<component_id>",
            "rows stored as_is carry component_id and no host",
            ("pxe_mapping_file.csv",),
        ),
        health=Decided(
            f"GET /health on port {VECTOR_API_PORT}", "says that the process runs, not that Kafka or the agent do"
        ),
        shutdown=Decided(workload.grace_seconds - 10, "seconds to hand over what it has, before the pod's time is up"),
        liveness=Probe(10, 5, 6),
        readiness=Probe(10, 5, 3),
        keys=tuple((schema, columns) for schema, columns in sorted(keys.items()) if columns),
        tables=tuple(
            HostTable(f"nodes_{index}", part[0].number, part[-1].number, part) for index, part in enumerate(parts)
        ),
    )
