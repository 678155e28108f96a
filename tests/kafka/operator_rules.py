"""What Strimzi's operators refuse or silently drop beyond the schemas.

Sources, all of Strimzi 1.2.0: KafkaCluster.validateIntConfigProperty and .validateConfigurationOfQuotasPlugin,
KafkaClusterSpec.FORBIDDEN_PREFIXES, NodePoolUtils.validateKRaftProcessRoles, StorageUtils, KafkaUserModel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.kafka.listener_rules import listener_problems
from tests.kafka.parts import Body, belonging, cluster_of, each_once, name, nodes, of_kind, topic_name, where

_AT_MOST_BROKERS = (
    "default.replication.factor",
    "offsets.topic.replication.factor",
    "transaction.state.log.replication.factor",
    "transaction.state.log.min.isr",
)
# The operator takes this one; with fewer brokers every write with acks=all fails.
_MIN_IN_SYNC = "min.insync.replicas"

_FORBIDDEN = tuple(
    "listeners advertised. broker. listener. host.name port inter.broker.listener.name sasl. ssl. security. password."
    " log.dir zookeeper.connect zookeeper.set.acl zookeeper.ssl zookeeper.clientCnxnSocket authorizer. super.user"
    " cruise.control.metrics.topic cruise.control.metrics.reporter.bootstrap.servers node.id process.roles controller."
    " metadata.log.dir zookeeper.metadata.migration.enable client.quota.callback.static.kafka.admin."
    " client.quota.callback.static.produce client.quota.callback.static.fetch"
    " client.quota.callback.static.storage.per.volume.limit.min.available."
    " client.quota.callback.static.excluded.principal.name.list prometheus.metrics.reporter. cordoned.log.dirs".split()
)
_ALLOWED = tuple(
    "zookeeper.connection.timeout.ms sasl.server.max.receive.size ssl.cipher.suites ssl.protocol ssl.enabled.protocols"
    " ssl.secure.random.implementation cruise.control.metrics.topic.num.partitions"
    " cruise.control.metrics.topic.replication.factor cruise.control.metrics.topic.retention.ms"
    " cruise.control.metrics.topic.auto.create.retries cruise.control.metrics.topic.auto.create.timeout.ms"
    " cruise.control.metrics.topic.min.insync.replicas broker.session.timeout.ms broker.heartbeat.interval.ms"
    " controller.socket.timeout.ms controller.quorum.election.backoff.max.ms controller.quorum.election.timeout.ms"
    " controller.quorum.fetch.timeout.ms".split()
)
_LONGEST_TLS_NAME = 64  # X.509 ends a common name here (ub-common-name of RFC 5280)
_OWNED = {"KafkaNodePool": "", "KafkaTopic": "topicOperator", "KafkaUser": "userOperator"}


def operator_problems(objects: Sequence[Body]) -> list[str]:
    """Why the operators would refuse or ignore a part of *objects*, all of which are seen together."""
    found = []
    for kafka in of_kind(objects, "Kafka"):
        problems = (*listener_problems(kafka), *_config(kafka, objects), *_quotas(kafka), *_roles(kafka, objects))
        found += [f"{where(kafka)}: {problem}" for problem in problems]
        found += [*_topics(kafka, objects), *_users(kafka, objects)]
    for pool in of_kind(objects, "KafkaNodePool"):
        found += [f"{where(pool)}: {problem}" for problem in _pool(pool)]
    return [*found, *_unowned(objects)]


def _config(kafka: Body, objects: Sequence[Body]) -> Iterator[str]:
    config, brokers = kafka["spec"]["kafka"].get("config") or {}, nodes(objects, kafka, "broker")
    for key in (*_AT_MOST_BROKERS, _MIN_IN_SYNC):
        if key in config and not str(config[key]).isdecimal():
            yield f"config {key} is not an integer"
        elif int(config.get(key, 0)) > brokers:
            yield f"config {key} is {config[key]}, with {brokers} brokers"
    for key in config:
        if key.startswith(_FORBIDDEN) and not key.startswith(_ALLOWED):
            yield f"config {key} is the operator's own, and dropped"


def _quotas(kafka: Body) -> Iterator[str]:
    quotas = kafka["spec"]["kafka"].get("quotas") or {}
    limits = [key for key in ("minAvailableBytesPerVolume", "minAvailableRatioPerVolume") if key in quotas]
    if len(limits) > 1:
        yield f"quotas: {' and '.join(limits)} exclude each other"


def _roles(kafka: Body, objects: Sequence[Body]) -> Iterator[str]:
    for role in ("broker", "controller"):
        if not nodes(objects, kafka, role):
            yield f"no node has the role {role}"


def _pool(pool: Body) -> Iterator[str]:
    if not pool["spec"].get("roles"):
        yield "no roles"
    storage = pool["spec"]["storage"]
    volumes = storage.get("volumes") or ()
    if storage["type"] == "jbod":
        if not volumes or any(volume.get("id") is None for volume in volumes):
            yield "a jbod storage needs volumes, each with an id"
        yield from each_once([volume.get("id") for volume in volumes], "volume id")
        if sum(volume.get("kraftMetadata") == "shared" for volume in volumes) > 1:
            yield "more than one volume has the metadata"
    for volume in volumes or (storage,):
        if volume["type"] == "persistent-claim" and not volume.get("size"):
            yield "a persistent claim has no size"


def _topics(kafka: Body, objects: Sequence[Body]) -> Iterator[str]:
    topics, brokers = belonging(objects, "KafkaTopic", kafka), nodes(objects, kafka, "broker")
    yield from each_once([topic_name(topic) for topic in topics], "topic")
    default = (kafka["spec"]["kafka"].get("config") or {}).get("default.replication.factor", 1)
    for topic in topics:
        spec = topic["spec"]
        replicas = int(spec.get("replicas", default))
        if replicas > brokers:
            yield f"{where(topic)}: {replicas} replicas, with {brokers} brokers"
        if int((spec.get("config") or {}).get(_MIN_IN_SYNC, 1)) > replicas:
            yield f"{where(topic)}: {_MIN_IN_SYNC} is more than its {replicas} replicas"


def _users(kafka: Body, objects: Sequence[Body]) -> Iterator[str]:
    simple = (kafka["spec"]["kafka"].get("authorization") or {}).get("type") == "simple"
    for user in belonging(objects, "KafkaUser", kafka):
        spec = user["spec"]
        if spec.get("authorization") and not simple:
            yield f"{where(user)}: has ACLs, and {where(kafka)} has no simple authorization"
        tls = (spec.get("authentication") or {}).get("type") == "tls"
        if tls and len(name(user)) > _LONGEST_TLS_NAME:
            yield f"{where(user)}: a name of a certificate has at most {_LONGEST_TLS_NAME} characters"


def _unowned(objects: Sequence[Body]) -> Iterator[str]:
    """Objects that no operator would look at."""
    for kind, operator in _OWNED.items():
        for obj in of_kind(objects, kind):
            owners = [kafka for kafka in of_kind(objects, "Kafka") if obj in belonging(objects, kind, kafka)]
            if not owners:
                yield f"{where(obj)}: label strimzi.io/cluster is {cluster_of(obj)!r}, no Kafka of its namespace"
            elif operator and operator not in (owners[0]["spec"].get("entityOperator") or {}):
                yield f"{where(obj)}: {where(owners[0])} runs no {operator}"
