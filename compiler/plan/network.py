"""Who talks to whom: the edges that NetworkPolicies allow, and no others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..sources.idrac.plan import Idrac
from ..sources.ldms.plan import Ldms
from ..sources.powerscale.plan import PowerScale
from .appliance import Appliance
from .decision import Sink, Workload
from .edges import Edge, Peer, Port, api_server, host_edge, outside
from .gateway import Gateway
from .idrac_edges import idrac_edges
from .kafka import Kafka
from .kafka_edges import STRIMZI_OPERATOR, kafka_edges
from .ldms_edges import ldms_edges
from .monitoring import Monitoring, monitoring_edges
from .places import METRICS_PORTS, RELOADER_PORT, VMAGENT
from .platform import strimzi_is_here
from .powerscale_edges import powerscale_edges
from .store_edges import gateway_edges, logs_edges, metrics_edges
from .vector import Vector
from .vector_edges import vector_edges
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
    appliances: Sequence[Appliance]
    monitoring: Monitoring | None
    powerscale: PowerScale | None
    idrac: Idrac | None


def plan_network(configuration: Configuration, parts: Parts, workloads: Sequence[Workload]) -> Network | None:
    """The edges of what is rendered (``workloads``); None when policies are not wanted."""
    if not configuration.options.network_policies:
        return None
    operators = _operators_here(configuration, parts)
    edges = [
        *_store_edges(configuration, parts),
        *_broker_edges(configuration, parts),
        *_source_edges(configuration, parts),
        *vector_edges(configuration, parts.vector),
        *_watching_edges(configuration, parts, workloads),
        *_operator_edges(configuration, operators),
    ]
    components = [(one.name, one.component) for one in workloads]
    components += [(operator, "platform") for operator in operators]
    return Network(tuple(edges), tuple(components))


def _store_edges(configuration: Configuration, parts: Parts) -> Iterator[Edge]:
    if parts.metrics is not None:
        yield from metrics_edges(configuration, parts.metrics)
    if parts.logs is not None:
        yield from logs_edges(configuration, parts.logs)
    if parts.gateway is not None:
        yield from gateway_edges(configuration, parts.gateway)


def _broker_edges(configuration: Configuration, parts: Parts) -> Iterator[Edge]:
    if parts.kafka is None:
        return
    clients = [store.name for store in parts.ldms.stores] if parts.ldms is not None else []
    clients += [bridge.name for bridge in parts.vector.bridges]
    clients += [parts.idrac.workload.name] if parts.idrac is not None and parts.idrac.broker is not None else []
    yield from kafka_edges(configuration, parts.kafka, clients)


def _source_edges(configuration: Configuration, parts: Parts) -> Iterator[Edge]:
    if parts.ldms is not None:
        yield from ldms_edges(configuration, parts.ldms)
    if parts.idrac is not None:
        yield from idrac_edges(parts.idrac)
    if parts.powerscale is not None:
        yield from powerscale_edges(configuration, parts.powerscale)
    for one in parts.appliances:
        yield host_edge(configuration, VMAGENT, one.host, one.port, f"scrapes {one.prefix}")


def _watching_edges(configuration: Configuration, parts: Parts, workloads: Sequence[Workload]) -> Iterator[Edge]:
    if parts.metrics is not None:
        yield from _scrape_edges(workloads)
    if parts.monitoring is not None:
        yield from monitoring_edges(configuration, parts.monitoring)


def _scrape_edges(workloads: Iterable[Workload]) -> Iterator[Edge]:
    """To every workload that serves metrics; the daemons of LDMS and the entity operator are not asked."""
    for workload in workloads:
        ports = [Port(number) for number in METRICS_PORTS.get(workload.name, ())]
        if ports and workload.reloads:
            ports.append(Port(RELOADER_PORT))
        if ports:
            yield Edge(Peer("vmagent"), Peer(workload.name), tuple(ports), "scrapes it")


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
