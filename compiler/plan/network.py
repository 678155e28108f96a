"""Who talks to whom: the edges that NetworkPolicies allow, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..sources.ldms.plan import Ldms
from .decision import Sink, Workload
from .edges import Edge, Peer, Port, api_server, between, endpoint_edges, outside
from .gateway import Gateway
from .kafka import Kafka
from .kafka_edges import POOLS, STRIMZI_OPERATOR, kafka_edges
from .ldms_edges import ldms_edges
from .places import (
    BROKER_METRICS_PORT,
    HTTP_PORTS,
    RELOADER_PORT,
    VECTOR_METRICS_PORT,
    VMAGENT_VECTOR,
    VMAUTH_INTERNAL_PORT,
)
from .platform import strimzi_is_here
from .remote_write import Agent
from .store_edges import gateway_edges, logs_edges, metrics_edges
from .vector import Vector
from .victoria_logs import VictoriaLogs
from .victoria_metrics import VictoriaMetrics

WEBHOOK_PORT = 9443
"""Where the API server asks the VictoriaMetrics operator (its pod's port)."""
VICTORIA_OPERATOR = "victoriametrics-operator"


class Network(NamedTuple):
    """The edges, and the component that each workload's policy belongs to."""

    edges: tuple[Edge, ...]
    components: tuple[tuple[str, str], ...]


class Parts(NamedTuple):
    """What of the plan has pods that talk."""

    sinks: Sequence[Sink]
    metrics: VictoriaMetrics | None
    logs: VictoriaLogs | None
    gateway: Gateway | None
    kafka: Kafka | None
    ldms: Ldms | None
    vector: Vector


def plan_network(configuration: Configuration, parts: Parts) -> Network | None:
    """The edges of what is rendered; None when policies are not wanted."""
    if not configuration.options.network_policies:
        return None
    operators = _operators_here(configuration, parts)
    edges = [*_edges(configuration, parts), *_operator_edges(configuration, operators)]
    components = [(one.name, one.component) for one in _workloads(parts)]
    components += [(operator, "platform") for operator in operators]
    return Network(tuple(edges), tuple(components))


def _workloads(parts: Parts) -> Iterator[Workload]:
    """Everything that is rendered and gets a policy."""
    metrics, logs, kafka, ldms = parts.metrics, parts.logs, parts.kafka, parts.ldms
    if metrics is not None:
        yield from (metrics.vmstorage, metrics.vminsert, metrics.vmselect, metrics.vmagent.workload)
    if logs is not None:
        yield from (logs.vlstorage, logs.vlinsert, logs.vlselect)
        if logs.vlagent is not None:
            yield logs.vlagent.workload
    if parts.gateway is not None:
        yield parts.gateway.workload
    if kafka is not None:
        yield from (kafka.controller, kafka.broker, kafka.entity_operator)
    if ldms is not None:
        yield from (pod for pod, _ in ldms.pods)
        yield from ldms.stores
    if parts.vector.ldms is not None:
        yield parts.vector.ldms.workload
        yield from (agent.workload for agent in _metrics_agent(parts))


def _edges(configuration: Configuration, parts: Parts) -> Iterator[Edge]:
    if parts.metrics is not None:
        yield from metrics_edges(configuration, parts.metrics)
    if parts.logs is not None:
        yield from logs_edges(configuration, parts.logs)
    if parts.gateway is not None:
        yield from gateway_edges(configuration, parts.gateway)
    bridge = parts.vector.ldms
    if parts.kafka is not None:
        clients = [store.name for store in parts.ldms.stores] if parts.ldms is not None else []
        clients += [bridge.workload.name] if bridge is not None else []
        yield from kafka_edges(configuration, parts.kafka, clients)
    if parts.ldms is not None:
        yield from ldms_edges(configuration, parts.ldms)
    if bridge is not None:
        for agent in _metrics_agent(parts):
            yield between(bridge.workload.name, VMAGENT_VECTOR, HTTP_PORTS[VMAGENT_VECTOR], "hands samples over")
            yield between(VMAGENT_VECTOR, "vminsert", HTTP_PORTS["vminsert"], "writes what it was handed")
            yield from endpoint_edges(configuration, agent)
            if agent.workload.reloads:
                yield api_server(configuration, VMAGENT_VECTOR, "watches its log-ins")
    if parts.metrics is not None:
        yield from _scrape_edges(_workloads(parts), bridge.workload.name if bridge else "")


def _metrics_agent(parts: Parts) -> tuple[Agent, ...]:
    return (parts.vector.vmagent,) if parts.vector.vmagent is not None else ()


def _scrape_edges(workloads: Iterable[Workload], bridge: str) -> Iterator[Edge]:
    """To every workload that serves metrics; the daemons of LDMS and the entity operator are not asked."""
    for workload in workloads:
        name = workload.name
        if name == bridge:
            ports = [Port(VECTOR_METRICS_PORT)]
        elif name in POOLS:
            ports = [Port(BROKER_METRICS_PORT)]
        elif name in HTTP_PORTS:
            ports = [Port(VMAUTH_INTERNAL_PORT if name == "vmauth" else HTTP_PORTS[name])]
        else:
            continue
        if workload.reloads:
            ports.append(Port(RELOADER_PORT))
        yield Edge(Peer("vmagent"), Peer(name), tuple(ports), "scrapes it")


def _operators_here(configuration: Configuration, parts: Parts) -> list[str]:
    """The operators that the default denial would cut off."""
    options = configuration.options
    found = []
    if parts.gateway is not None and options.operators.victoriametrics_namespace in (None, options.namespace):
        found.append(VICTORIA_OPERATOR)
    if strimzi_is_here(configuration, parts.sinks):
        found.append(STRIMZI_OPERATOR)
    return found


def _operator_edges(configuration: Configuration, operators: Sequence[str]) -> Iterator[Edge]:
    for operator in operators:
        yield api_server(configuration, operator, "makes what the custom resources ask for")
    if VICTORIA_OPERATOR in operators:
        ranges = configuration.options.api_server_cidrs
        yield Edge(outside(ranges), Peer(VICTORIA_OPERATOR), (Port(WEBHOOK_PORT),), "the API server asks its webhook")
