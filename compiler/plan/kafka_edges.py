"""The edges of the broker: among its pods, its operators, and its clients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.configuration import Configuration
from .edges import Edge, Peer, Port, api_server, between, outside
from .kafka import Kafka
from .places import AGENT_PORT, BROKER_PORT, CONTROL_PORT, EXTERNAL_PORT, REPLICATION_PORT

STRIMZI_OPERATOR = "strimzi-operator"
POOLS = ("controller", "broker")


def kafka_edges(configuration: Configuration, kafka: Kafka, clients: Sequence[str]) -> Iterator[Edge]:
    """``clients`` are the workloads that speak to the broker."""
    yield between("controller", "controller", CONTROL_PORT, "agree on the cluster's metadata")
    yield between("broker", "controller", CONTROL_PORT, "follow the cluster's metadata")
    yield between("broker", "broker", REPLICATION_PORT, "copy messages")
    # A name with all pods behind it: refused at once by a controller, where a dropped packet would be waited for.
    yield between("broker", "controller", REPLICATION_PORT, "the quota's client asks every pod for brokers")
    yield between("entity-operator", "broker", REPLICATION_PORT, "makes topics and users")
    yield api_server(configuration, "entity-operator", "watches KafkaTopics and KafkaUsers")
    for pool in POOLS:
        yield api_server(configuration, pool, "reads its certificates from their Secrets")
    for client in clients:
        yield between(client, "broker", BROKER_PORT, "writes or reads messages")
    yield from _operator(configuration)
    yield from _outside(configuration, kafka)


def _operator(configuration: Configuration) -> Iterator[Edge]:
    """The operator rolls a pod only after it has asked the others whether that does harm."""
    options = configuration.options
    elsewhere = options.operators.strimzi_namespace
    here = elsewhere in (None, options.namespace)
    operator = Peer(STRIMZI_OPERATOR, namespace="" if here else elsewhere or "")
    for pool, port in (("controller", CONTROL_PORT), ("broker", REPLICATION_PORT)):
        yield Edge(operator, Peer(pool), (Port(port), Port(AGENT_PORT)), "asks whether a pod may be restarted")


def _outside(configuration: Configuration, kafka: Kafka) -> Iterator[Edge]:
    if not kafka.external_listener.value:
        return
    ranges = configuration.options.expose.source_ranges
    senders = outside(ranges) if ranges or kafka.external is not None else Peer(cluster=True)
    yield Edge(senders, Peer("broker"), (Port(EXTERNAL_PORT),), "OME writes its messages")
