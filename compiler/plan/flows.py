"""The flows of a plan: from sources over collectors, topics, bridges and agents to sinks and endpoints.

They are read off the plan, and nothing is decided here. Only what is on is drawn; what the stack tells of itself is
left out, and so are queries.
"""

from __future__ import annotations

from collections.abc import Iterator

from .decision import Workload
from .edges import host_and_port
from .flowchart import Flowchart, Group, Link, Node, gathered
from .flows_in import collector_flows, counted, source_nodes
from .kafka import Kafka
from .places import BROKER_PORT, EXTERNAL_PORT, HTTP_PORTS, IDRAC_TOPIC, LDMS_TOPIC, VLAGENT_VECTOR, VMAGENT_VECTOR
from .plan import Plan
from .remote_write import Agent, Target
from .topics import Topic

MUTUAL = "Kafka, mutual TLS"


def flows(plan: Plan) -> Flowchart:
    """Everything that is on, and what flows between it."""
    return gathered(_drawn(plan), _broker(plan.kafka))


def _broker(kafka: Kafka | None) -> str:
    if kafka is None:
        return ""
    broker = kafka.broker
    return f"Kafka, {broker.replicas} brokers x {broker.claim.size}, kept {kafka.retention_hours.value}h"


def _drawn(plan: Plan) -> Iterator[Node | Link]:
    yield from source_nodes(plan)
    yield from collector_flows(plan)
    if plan.kafka is not None:
        yield from _topics(plan, plan.kafka)
        yield from _bridges(plan, plan.kafka)
    for agent in plan.agents:
        yield Node(
            f"workload {agent.workload.name}", "agents", (agent.workload.name, f"{agent.workload.replicas} pods")
        )
        for target in agent.targets:
            yield from _target(agent, target)
    yield from _stores(plan)


def _workload(group: Group, workload: Workload) -> Node:
    return Node(f"workload {workload.name}", group, (workload.name, counted(workload.replicas, "pod")))


def _topics(plan: Plan, kafka: Kafka) -> Iterator[Node | Link]:
    for key, topics in _grouped(kafka).items():
        yield Node(key, "kafka", tuple(f"{one.topic}, {counted(one.partitions, 'partition')}" for one in topics))
        if key.startswith("topics of ome"):
            yield Link("source ome", key, key.rpartition(" ")[2], MUTUAL, EXTERNAL_PORT)
    if _named_by_ome(kafka):
        said = next(
            (str(value.value) for one in plan.sources for name, value in one.settings if name == "may_write"), ""
        )
        yield Node("topics of ome", "kafka", ("named by OME itself", said))
        for channel in _on(plan):
            yield Link("source ome", "topics of ome", channel, MUTUAL, EXTERNAL_PORT)
    yield Link("workload idrac-telemetry", f"topics of {IDRAC_TOPIC}", "metrics", MUTUAL, BROKER_PORT)
    yield Link("workload ldms-store", f"topics of {LDMS_TOPIC}", "metrics", MUTUAL, BROKER_PORT)


def _grouped(kafka: Kafka) -> dict[str, list[Topic]]:
    """Topics by the key that asked for them, which names their source, and the channel where it has two."""
    found: dict[str, list[Topic]] = {}
    for topic in kafka.topics:
        _, source, key = topic.keys[0].split(".")
        channel = f" {key.removesuffix('_enabled')}" if key.endswith("_enabled") else ""
        found.setdefault(f"topics of {source}{channel}", []).append(topic)
    return found


def _named_by_ome(kafka: Kafka) -> bool:
    """Whether OME makes its topics, as it does where its identifier is an expression."""
    return kafka.auto_create.value


def _on(plan: Plan) -> list[str]:
    return [channel.name for one in plan.sources if one.name == "ome" for channel in one.channels if channel.on]


def _bridges(plan: Plan, kafka: Kafka) -> Iterator[Node | Link]:
    ldms, ome = plan.vector.ldms, plan.vector.ome
    for workload in plan.vector.bridges:
        yield _workload("bridges", workload)
    if ldms is not None:
        yield Link(
            f"topics of {ldms.topic}", f"workload {ldms.workload.name}", "metrics", _read(ldms.group), BROKER_PORT
        )
        yield _hand_over(ldms.workload.name, "metrics")
    if ome is None:
        return
    for channel, topics, group in (
        ("metrics", ome.metric_topics, ome.metric_group),
        ("logs", ome.log_topics, ome.log_group),
    ):
        if topics is not None:
            origin = "topics of ome" if _named_by_ome(kafka) else f"topics of ome {channel}"
            yield Link(origin, f"workload {ome.workload.name}", channel, _read(group), BROKER_PORT)
            yield _hand_over(ome.workload.name, channel)


def _read(group: str) -> str:
    return f"{MUTUAL}, group {group}"


def _hand_over(bridge: str, channel: str) -> Link:
    agent, how = (VMAGENT_VECTOR, "remote write") if channel == "metrics" else (VLAGENT_VECTOR, "JSON lines")
    return Link(f"workload {bridge}", f"workload {agent}", channel, how, HTTP_PORTS[agent])


def _target(agent: Agent, target: Target) -> Iterator[Node | Link]:
    # A format is said of log lines alone.
    logs = bool(target.format)
    goal = f"sink {'victoria_logs' if logs else 'victoria_metrics'}" if target.local else f"endpoint {target.url}"
    if not target.local:
        yield Node(goal, "endpoints", (target.url,))
    how = {"": "remote write", "native": "native protocol"}.get(target.format, "JSON lines")
    if target.tls:
        how += ", TLS not verified" if target.insecure else ", TLS"
    yield Link(
        f"workload {agent.workload.name}", goal, "logs" if logs else "metrics", how, host_and_port(target.url)[1]
    )


def _stores(plan: Plan) -> Iterator[Node]:
    for name, store, storage in (
        ("victoria_metrics", plan.victoria_metrics, plan.victoria_metrics and plan.victoria_metrics.vmstorage),
        ("victoria_logs", plan.victoria_logs, plan.victoria_logs and plan.victoria_logs.vlstorage),
    ):
        if store is not None and storage is not None:
            holds = f"{storage.name}, {storage.replicas} x {storage.claim.size}"
            yield Node(f"sink {name}", "sinks", (name, holds, f"kept {store.retention.value}"))
