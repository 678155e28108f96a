"""The broker: Kafka, its node pools, its topics and its users."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import requirements
from ..kube.scrape import pod_scrape
from ..kube.strimzi import CLUSTER, KAFKA_PODS, made_for, metadata_of, pod_template
from ..plan.kafka import NODE_IDS, Kafka
from ..plan.kafka_users import Acl, User
from ..plan.places import KAFKA
from ..plan.plan import Plan
from ..plan.platform import Platform
from ..plan.topics import Topic
from ..plan.users import USERS
from .kafka_listeners import listeners
from .pods import pod_labels

API = "kafka.strimzi.io/v1"
_HOUR = 3_600_000
"""Milliseconds."""
_MADE = ("bootstrapService", "brokersService", "externalBootstrapService", "serviceAccount", "clusterCaCert")
"""What Strimzi makes for the cluster, and for a pool, besides pods and claims."""
_MADE_FOR_POOL = ("podSet", "perPodService")


def emit_kafka(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the broker."""
    kafka, platform = plan.kafka, plan.platform
    if kafka is None:
        return
    yield object_of(platform, "kafka", API, "Kafka", KAFKA, spec=_cluster(plan, kafka))
    for pool in (kafka.controller, kafka.broker):
        spec: Body = {
            "replicas": pool.replicas,
            "roles": [pool.name],
            "storage": {"type": "jbod", "volumes": [_volume(platform, pool.claim.size)]},
            "resources": requirements(pool.main.resources),
            "template": {
                **made_for(platform, _MADE_FOR_POOL),
                **pod_template(platform, pool, USERS["kafka"], pod_labels(pool.name), claims=True),
            },
        }
        ids = {"strimzi.io/next-node-ids": NODE_IDS[pool.name]}
        yield object_of(platform, "kafka", API, "KafkaNodePool", pool.name, labels=CLUSTER, annotations=ids, spec=spec)
    yield from (_topic(platform, kafka, topic) for topic in kafka.topics)
    yield from (_user(platform, user) for user in kafka.users)
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        yield pod_scrape(platform, "kafka", KAFKA, {"matchLabels": KAFKA_PODS}, ["tcp-prometheus"], interval)
    if plan.network is not None:
        yield from policies(platform, plan.network, "kafka", pod_labels)


def _cluster(plan: Plan, kafka: Kafka) -> Body:
    certificates = {"validityDays": kafka.certificate_days.value, "renewalDays": kafka.certificate_renewal_days.value}
    broker: Body = {
        "version": kafka.version.value,
        "metadataVersion": kafka.metadata_version.value,
        "image": kafka.broker.main.image.reference,
        "listeners": listeners(plan, kafka),
        "authorization": {"type": "simple"},
        "quotas": {"type": "strimzi", "minAvailableRatioPerVolume": kafka.free_volume_ratio.value},
        "config": {key: decided.value for key, decided in kafka.config},
        "template": {
            **made_for(plan.platform, _MADE),
            "podDisruptionBudget": {"maxUnavailable": kafka.broker.max_unavailable, **metadata_of(plan.platform)},
        },
    }
    if kafka.allow_list:
        broker["metricsConfig"] = {"type": "strimziMetricsReporter", "values": {"allowList": list(kafka.allow_list)}}
    if kafka.broker.init:
        broker["brokerRackInitImage"] = kafka.broker.init[0].image.reference
    return {
        "kafka": broker,
        "entityOperator": _entity_operator(plan.platform, kafka),
        "clusterCa": certificates,
        "clientsCa": certificates,
    }


def _entity_operator(platform: Platform, kafka: Kafka) -> Body:
    workload = kafka.entity_operator
    topics, users = workload.containers
    template = pod_template(platform, workload, USERS["kafka"], pod_labels(workload.name))
    # The pod of both operators has no container called kafka.
    container = template.pop("kafkaContainer")
    return {
        "topicOperator": {"image": topics.image.reference, "resources": requirements(topics.resources)},
        "userOperator": {"image": users.image.reference, "resources": requirements(users.resources)},
        "template": {
            **made_for(platform, ("deployment", "serviceAccount")),
            **template,
            "topicOperatorContainer": container,
            "userOperatorContainer": container,
        },
    }


def _volume(platform: Platform, size: str) -> Body:
    volume: Body = {"type": "persistent-claim", "id": 0, "size": size, "deleteClaim": False, "kraftMetadata": "shared"}
    if platform.storage_class:
        volume["class"] = platform.storage_class
    return volume


def _topic(platform: Platform, kafka: Kafka, topic: Topic) -> Manifest:
    spec: Body = {
        "topicName": topic.topic,
        "partitions": topic.partitions,
        "replicas": topic.replicas,
        "config": {
            "cleanup.policy": "delete",
            "min.insync.replicas": topic.min_insync,
            "retention.ms": kafka.retention_hours.value * _HOUR,
            "retention.bytes": kafka.retention_bytes.value,
            "segment.bytes": kafka.segment_bytes.value,
        },
    }
    return object_of(platform, "kafka", API, "KafkaTopic", topic.name, labels=CLUSTER, spec=spec)


def _user(platform: Platform, user: User) -> Manifest:
    spec: Body = {
        "authentication": {"type": "tls"},
        "authorization": {"type": "simple", "acls": [_acl(one) for one in user.acls]},
    }
    made = metadata_of(platform)
    if made:
        spec["template"] = {"secret": made}
    return object_of(platform, "kafka", API, "KafkaUser", user.name, labels=CLUSTER, spec=spec)


def _acl(acl: Acl) -> Body:
    resource = {"type": acl.resource, "name": acl.name, "patternType": "prefix" if acl.prefix else "literal"}
    return {"resource": resource, "operations": list(acl.operations)}
