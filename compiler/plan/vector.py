"""The bridges: Vector, and the agents that stand between it and the stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import milli, whole
from ..config.resources import Buffered, Replicated
from ..sources.ldms.collection import Collected, collected_nodes
from ..sources.ldms.plan import Ldms
from .chunks import chunks
from .decision import Bridge, Container, Decided, Image, Volume, Workload
from .images import image
from .kafka_users import consumer_group
from .places import (
    VLAGENT_VECTOR,
    VMAGENT_VECTOR,
    bootstrap,
    logs_write_url,
    metrics_write_url,
    vector_metrics_url,
)
from .remote_write import Agent, Target, log_targets, metric_targets
from .sizing import from_block
from .victoria_metrics import reloader

BATCH = 5000
"""Samples in one request at most; one row of vmstat is 164 of them."""


class HostTable(NamedTuple):
    """Which host a component_id is: the nodes with the numbers ``first`` to ``last``."""

    name: str
    first: int
    last: int
    nodes: tuple[Collected, ...]


class LdmsBridge(NamedTuple):
    """The bridge from topic `ldms` to the metrics store.

    ``prefetch_kib`` bounds what a pod fetches ahead of each partition, in KiB; ``batch`` and ``buffer`` count samples.
    ``keys`` are the columns of each schema that tell its rows apart. ``brokers`` and ``agent``
    are whom it reads from and hands samples to.
    """

    workload: Workload
    brokers: str
    topic: str
    group: str
    agent: str
    prefetch_kib: Decided[int]
    threads: Decided[int]
    batch: Decided[int]
    buffer: Decided[int]
    as_is_hosts: Decided[str]
    keys: tuple[tuple[str, tuple[str, ...]], ...]
    tables: tuple[HostTable, ...]


class Vector(NamedTuple):
    """The bridges that are on, and their agents."""

    bridges: tuple[Workload, ...]
    ldms: LdmsBridge | None
    vmagent: Agent | None
    vlagent: Agent | None


def plan_vector(configuration: Configuration, bridges: Sequence[Bridge], ldms: Ldms | None) -> Vector:
    """A bridge runs when one of its channels is on; metrics share one agent."""
    storage = configuration.storage.vector_storage
    on = [bridge for bridge in bridges if bridge.on]
    names = list(dict.fromkeys(bridge.name for bridge in on))
    workloads = []
    bridge = None
    if "vector_ldms" in names and ldms is not None:
        workloads.append(_bridge(configuration, "vector-ldms", storage.ldms, "ldms"))
        bridge = _ldms_bridge(configuration, workloads[0], ldms)
    if "vector_ome" in names:
        workloads.append(_bridge(configuration, "vector-ome", storage.ome, "ome"))
    owner = names[0].replace("_", "-") if names else ""
    metrics, logs = (any(one.channel == channel for one in on) for channel in ("metrics", "logs"))
    return Vector(
        tuple(workloads),
        bridge,
        _metrics_agent(configuration, owner, storage.vmagent_vector) if metrics else None,
        _logs_agent(configuration, storage.vlagent_vector) if logs else None,
    )


def _ldms_bridge(configuration: Configuration, workload: Workload, ldms: Ldms) -> LdmsBridge:
    limits, key = workload.main.resources, ("vector_storage.ldms.resources",)
    keys = {
        plugin.static.schema: tuple(dict.fromkeys(key for row in plugin.static.rows for key in row.keys))
        for plugin in ldms.plugins
        if plugin.static is not None
    }
    partitions = configuration.telemetry.telemetry_sinks.kafka.topic_partitions.ldms
    nodes = collected_nodes(ldms.groups)
    parts = chunks(nodes, lambda node: len(f"{node.number},{node.hostname}\n")) if nodes else ()
    return LdmsBridge(
        workload,
        bootstrap(configuration.options),
        "ldms",
        consumer_group("vector_ldms", "metrics"),
        vector_metrics_url(configuration.options),
        Decided(
            max(64, whole(limits.memory_limit) // 8 // 1024 // partitions),
            "KiB for each partition; an eighth of the memory limit for all of them: a backlog is read piece by piece",
            (*key, "telemetry_sinks.kafka.topic_partitions.ldms"),
        ),
        Decided(-(-milli(limits.cpu_limit) // 1000), "as many as the CPU limit lets run at a time", key),
        Decided(BATCH, "of a few hundred bytes each before compression; vmagent takes 32 MiB in one request"),
        Decided(2 * BATCH, "in memory: what is lost with it was not acknowledged to Kafka, and is read again"),
        Decided(
            "from the mapping CSV" if nodes else "component-<component_id>",
            "rows stored as_is carry component_id and no host",
            ("pxe_mapping_file.csv",),
        ),
        tuple((schema, columns) for schema, columns in sorted(keys.items()) if columns),
        tuple(HostTable(f"nodes_{index}", part[0].number, part[-1].number, part) for index, part in enumerate(parts)),
    )


def _bridge(configuration: Configuration, name: str, written: Replicated, key: str) -> Workload:
    container = Container("vector", image(configuration.options, "vector"), from_block(written.resources))
    reason = "one consumer group; a message counts as read once the agent has it"
    return Workload(name, name, written.replicas, (container,), None, reason, (f"vector_storage.{key}",))


def _metrics_agent(configuration: Configuration, owner: str, written: Buffered) -> Agent:
    options, key = configuration.options, "vector_storage.vmagent_vector"
    targets = metric_targets(configuration, metrics_write_url(options), written.pvc_size)
    agent = _agent(owner, VMAGENT_VECTOR, image(options, "vmagent"), written, key, "persistent-queue-data", targets)
    if not any(target.access for target in targets):
        return agent
    # Log-ins reach vmagent through a Secret that somebody must read; without them it needs nobody beside it.
    containers = (*agent.workload.containers, reloader(configuration))
    return agent._replace(workload=agent.workload._replace(containers=containers))


def _logs_agent(configuration: Configuration, written: Buffered) -> Agent:
    options, key = configuration.options, "vector_storage.vlagent_vector"
    targets = log_targets(configuration, logs_write_url(options), written.pvc_size)
    return _agent("vector-ome", VLAGENT_VECTOR, image(options, "vlagent"), written, key, "tmp-data", targets)


def _agent(
    component: str, name: str, picture: Image, written: Buffered, key: str, claim: str, targets: tuple[Target, ...]
) -> Agent:
    alone = len(targets) == 1
    held = "what is in memory when it ends in good order" if alone else "what a store has not taken yet"
    volume = Volume(claim, written.pvc_size, None, f"{held} survives a restart", (f"{key}.pvc_size",))
    container = Container(name, picture, from_block(written.resources))
    workload = Workload(component, name, written.replicas, (container,), volume, "takes what the bridge pushes", (key,))
    if alone:
        return Agent(
            workload,
            targets,
            Decided(False, "with the local store alone Kafka is the buffer: a refused write stays unread there"),
        )
    return Agent(workload, targets, Decided(True, "one endpoint that is down must not hold up the others"))
