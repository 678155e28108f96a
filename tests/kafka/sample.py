"""A small correct stack: a broker, three users, a bridge and a store, as the checks of this folder like it."""

from __future__ import annotations

import copy
from typing import Any

import yaml

_NAMESPACE = "telemetry"

_BROKER = """
kind: Kafka
apiVersion: kafka.strimzi.io/v1
metadata: {name: kafka, namespace: telemetry}
spec:
  kafka:
    version: 4.3.1
    listeners:
      - {name: tls, port: 9093, type: internal, tls: true, authentication: {type: tls}}
      - {name: external, port: 9094, type: loadbalancer, tls: true, authentication: {type: tls},
         configuration: {externalTrafficPolicy: Local, bootstrap: {annotations: {a: b}}}}
    authorization: {type: simple}
    config: {default.replication.factor: 3, offsets.topic.replication.factor: 3, min.insync.replicas: 2,
             auto.create.topics.enable: false, broker.session.timeout.ms: 9000}
    metricsConfig: {type: strimziMetricsReporter, values: {allowList: [kafka_log_log_size]}}
    quotas: {type: strimzi, minAvailableRatioPerVolume: 0.1}
  entityOperator: {topicOperator: {}, userOperator: {}}
"""
_POOL = """
kind: KafkaNodePool
metadata: {name: POOL, namespace: telemetry, labels: {strimzi.io/cluster: kafka}}
spec:
  replicas: 3
  roles: [POOL]
  storage: {type: jbod, volumes: [{id: 0, type: persistent-claim, size: 10Gi, kraftMetadata: shared}]}
"""
_TOPIC = """
kind: KafkaTopic
metadata: {name: NAME, namespace: telemetry, labels: {strimzi.io/cluster: kafka}}
spec: {topicName: TOPIC, partitions: 2, replicas: 3, config: {min.insync.replicas: 2}}
"""
_USER = """
kind: KafkaUser
apiVersion: kafka.strimzi.io/v1
metadata: {name: NAME, namespace: telemetry, labels: {strimzi.io/cluster: kafka}}
spec:
  authentication: {type: tls}
  authorization: {type: simple, acls: ACLS}
"""
_VECTOR = r"""
data_dir: /var/lib/vector
sources:
  ldms: {type: kafka, bootstrap_servers: "kafka-kafka-bootstrap.telemetry.svc:9093", group_id: bridge, topics: [ldms],
         tls: &tls {enabled: true, ca_file: /kafka/ca.crt, crt_file: /kafka/user.crt, key_file: /kafka/user.key}}
  ome: {type: kafka, bootstrap_servers: kafka-kafka-bootstrap:9093, group_id: bridge-ome,
        topics: ['^OME\.(telemetry|health)$'], tls: *tls}
  own: {type: internal_metrics}
"""
_STORE = """# the store
load name=store_avro_kafka
config name=store_avro_kafka encoding=json topic=ldms kafka_conf=/etc/ldms/kafka.conf
strgp_add name=kafka plugin=store_avro_kafka container= regex=.*
"""
_KAFKA_CONF = """bootstrap.servers=kafka-kafka-bootstrap.telemetry.svc.cluster.local:9093
security.protocol=SSL
ssl.ca.location=/certs/authority.pem
ssl.certificate.location=/certs/mine/user.crt
ssl.key.location=/certs/mine/user.key
"""


def sample() -> list[dict[str, Any]]:
    """The objects, made anew with each call."""
    read, write = ["Describe", "Read"], ["Describe", "Write"]
    topic, group = {"type": "topic", "patternType": "literal"}, {"type": "group", "patternType": "literal"}
    prefix = {"type": "topic", "patternType": "prefix", "name": "OME."}
    bridge = [
        {"resource": {**topic, "name": "ldms"}, "operations": read},
        {"resource": prefix, "operations": read},
        {"resource": {**group, "name": "bridge"}, "operations": ["Read"]},
        {"resource": {**group, "name": "bridge-ome"}, "operations": ["Read"]},
    ]
    objects = [
        yaml.safe_load(_BROKER),
        *(yaml.safe_load(_POOL.replace("POOL", pool)) for pool in ("controller", "broker")),
        *(yaml.safe_load(_TOPIC.replace("NAME", name).replace("TOPIC", topic)) for name, topic in _TOPICS),
        _user("bridge", bridge),
        _user("store", [{"resource": {**topic, "name": "ldms"}, "operations": write}]),
        _user("ome", [{"resource": prefix, "operations": ["Create", *write]}]),
        _config_map("bridge", {"vector.yaml": _VECTOR}),
        _config_map("store", {"store.conf": _STORE, "kafka.conf": _KAFKA_CONF}),
        _workload("Deployment", "bridge", {"/etc/vector": _files("bridge"), "/kafka": _certificates("bridge")}),
        _workload("StatefulSet", "store", {"/etc/ldms": _files("store"), **_STORE_CERTIFICATES}),
    ]
    return copy.deepcopy(objects)  # no part of one object is a part of another


_TOPICS = (("ldms", "ldms"), ("ome.telemetry", "OME.telemetry"))
_AUTHORITY = {"name": "kafka-cluster-ca-cert", "items": [{"key": "ca.crt", "path": "ca.crt"}]}


def _files(name: str) -> dict[str, Any]:
    return {"configMap": {"name": name}}


def _certificates(user: str) -> dict[str, Any]:
    items = [{"key": key, "path": key} for key in ("user.crt", "user.key")]
    return {"projected": {"sources": [{"secret": _AUTHORITY}, {"secret": {"name": user, "items": items}}]}}


# As volumes of whole Secrets, one of them with a key by another name.
_STORE_CERTIFICATES: dict[str, dict[str, Any]] = {
    "/certs": {
        "secret": {"secretName": "kafka-cluster-ca-cert", "items": [{"key": "ca.crt", "path": "authority.pem"}]}
    },
    "/certs/mine": {"secret": {"secretName": "store"}},
}


def _user(name: str, acls: list[dict[str, Any]]) -> dict[str, Any]:
    user: dict[str, Any] = yaml.safe_load(_USER.replace("NAME", name).replace("ACLS", "[]"))
    user["spec"]["authorization"]["acls"] = acls
    return user


def _config_map(name: str, data: dict[str, str]) -> dict[str, Any]:
    return {"kind": "ConfigMap", "metadata": {"name": name, "namespace": _NAMESPACE}, "data": data}


def _workload(kind: str, name: str, volumes: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A workload that mounts each of *volumes* at its path."""
    named = {f"volume-{number}": path for number, path in enumerate(volumes)}
    mounts = [{"name": volume, "mountPath": path} for volume, path in named.items()]
    pod = {
        "containers": [{"name": name, "volumeMounts": mounts}],
        "volumes": [{"name": volume, **volumes[path]} for volume, path in named.items()],
    }
    metadata = {"name": name, "namespace": _NAMESPACE}
    return {"kind": kind, "metadata": metadata, "spec": {"template": {"spec": pod}}}
