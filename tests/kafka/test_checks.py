"""Each check of this folder takes a correct stack, and finds each kind of mistake in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.kafka.cel import RULES, cel_problems
from tests.kafka.clients import WITHOUT_CLIENT, client_problems
from tests.kafka.configured import literal_prefix
from tests.kafka.operator_rules import operator_problems
from tests.kafka.sample import sample

GONE = object()
KAFKA, BROKER, TOPIC, OME_TOPIC = "Kafka kafka", "KafkaNodePool broker", "KafkaTopic ldms", "KafkaTopic ome.telemetry"
LISTENER, EXTERNAL = "spec/kafka/listeners/0", "spec/kafka/listeners/1"
ACL = "spec/authorization/acls/0"
VOLUMES = "spec/template/spec/volumes"


def changed(target: str, path: str, value: Any) -> list[dict[str, Any]]:
    """The sample with *value* at *path* of the object *target*; GONE takes away what is there.

    A value that is a function makes the new value of the old one. `~` stands for a `/` within a key.
    """
    objects = sample()
    found = [obj for obj in objects if f"{obj['kind']} {obj['metadata']['name']}" == target]
    at: Any = found[0]
    *way, last = [int(key) if key.isdigit() else key.replace("~", "/") for key in path.split("/")]
    for key in way:
        at = at[key]
    if value is GONE:
        del at[last]
    else:
        at[last] = value(at[last]) if callable(value) else value
    return objects


def replaced(old: str, new: str) -> Callable[[str], str]:
    def replace(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return replace


def test_a_correct_stack_is_accepted() -> None:
    assert client_problems(sample()) == []
    assert operator_problems(sample()) == []
    assert [problem for obj in sample() for problem in cel_problems(obj)] == []


def test_nothing_is_a_correct_stack() -> None:
    assert client_problems([]) == []
    assert operator_problems([]) == []


@pytest.mark.parametrize(
    ("target", "path", "value", "problem"),
    [
        (KAFKA, f"{EXTERNAL}/name", "tls", "listener tls occurs 2 times"),
        (KAFKA, f"{EXTERNAL}/port", 9093, "listener port 9093 occurs 2 times"),
        (KAFKA, f"{EXTERNAL}/port", 9404, "port 9404 is taken by metrics"),
        (KAFKA, f"{EXTERNAL}/port", 9999, "port 9999 is taken by JMX"),
        (KAFKA, f"{EXTERNAL}/port", 9091, "port 9091 is below 9092"),
        (KAFKA, f"{EXTERNAL}/tls", False, "needs tls: true"),
        (KAFKA, f"{EXTERNAL}/type", "cluster-ip", "externalTrafficPolicy is for loadbalancer and nodeport"),
        (KAFKA, f"{EXTERNAL}/configuration/preferredNodePortAddressType", "InternalIP", "is for nodeport"),
        (KAFKA, f"{EXTERNAL}/configuration/bootstrap/nodePort", 30094, "bootstrap.nodePort is for nodeport"),
        (KAFKA, f"{EXTERNAL}/configuration/brokers", [{"broker": 0, "host": "a"}], "brokers[0].host is for route"),
        (KAFKA, f"{EXTERNAL}/type", "ingress", "bootstrap.host is missing"),
        (KAFKA, f"{EXTERNAL}/type", "ingress", "nor a host for each broker"),
        (KAFKA, "spec/kafka/config/default.replication.factor", 4, "is 4, with 3 brokers"),
        (KAFKA, "spec/kafka/config/transaction.state.log.min.isr", "4", "is 4, with 3 brokers"),
        (KAFKA, "spec/kafka/config/offsets.topic.replication.factor", "three", "is not an integer"),
        (KAFKA, "spec/kafka/config/min.insync.replicas", 4, "config min.insync.replicas is 4"),
        (KAFKA, "spec/kafka/config/log.dirs", "/x", "config log.dirs is the operator's own"),
        (KAFKA, "spec/kafka/config/ssl.keystore.location", "/x", "is the operator's own"),
        (KAFKA, "spec/kafka/quotas/minAvailableBytesPerVolume", 1, "exclude each other"),
        (KAFKA, "spec/kafka/authorization", GONE, "has no simple authorization"),
        (KAFKA, "spec/entityOperator/topicOperator", GONE, "runs no topicOperator"),
        (KAFKA, "spec/entityOperator/userOperator", GONE, "runs no userOperator"),
        (BROKER, "spec/roles", [], "KafkaNodePool broker: no roles"),
        (BROKER, "spec/replicas", 0, "no node has the role broker"),
        ("KafkaNodePool controller", "spec/roles", ["broker"], "no node has the role controller"),
        (BROKER, "spec/replicas", 2, "KafkaTopic ldms: 3 replicas, with 2 brokers"),
        (BROKER, "metadata/labels/strimzi.io~cluster", "other", "label strimzi.io/cluster is 'other'"),
        (BROKER, "metadata/namespace", "other", "no Kafka of its namespace"),
        (BROKER, "spec/storage/volumes/0/id", GONE, "each with an id"),
        (BROKER, "spec/storage/volumes/0/size", GONE, "a persistent claim has no size"),
        (BROKER, "spec/storage/volumes", lambda old: old * 2, "volume id 0 occurs 2 times"),
        (BROKER, "spec/storage/volumes", lambda old: old * 2, "more than one volume has the metadata"),
        (TOPIC, "metadata/labels", GONE, "label strimzi.io/cluster is ''"),
        (TOPIC, "spec/replicas", 4, "4 replicas, with 3 brokers"),
        (TOPIC, "spec/config/min.insync.replicas", "4", "is more than its 3 replicas"),
        (OME_TOPIC, "spec/topicName", "ldms", "topic ldms occurs 2 times"),
        ("KafkaUser store", "metadata/name", "s" * 65, "at most 64 characters"),
    ],
)
def test_what_the_operators_refuse_is_found(target: str, path: str, value: Any, problem: str) -> None:
    assert any(problem in found for found in operator_problems(changed(target, path, value)))


@pytest.mark.parametrize(
    "key", ["broker.session.timeout.ms", "ssl.cipher.suites", "controller.quorum.fetch.timeout.ms", "log.retention.ms"]
)
def test_settings_that_the_operator_leaves_alone_are_accepted(key: str) -> None:
    assert operator_problems(changed(KAFKA, f"spec/kafka/config/{key}", 1)) == []


def test_every_rule_of_the_crds_is_found_broken() -> None:
    rack, metrics, cruise = "spec/kafka/rack", "spec/kafka/metricsConfig", "spec/cruiseControl"
    auth = "spec/authentication"
    cases: list[tuple[str, str, Any, str]] = [
        (KAFKA, rack, {"type": "topology-label", "topologyKey": ""}, "topologyKey property is required"),
        (KAFKA, rack, {"type": "environment-variable", "envVarName": ""}, "envVarName property is required"),
        (KAFKA, metrics, {"type": "jmxPrometheusExporter"}, "valueFrom property is required"),
        (KAFKA, cruise, {"metricsConfig": {"type": "jmxPrometheusExporter"}}, "valueFrom property is required"),
        (KAFKA, cruise, {"metricsConfig": {"type": "strimziMetricsReporter"}}, "value type not supported"),
        ("KafkaUser ome", auth, {"type": "scram-sha-512", "validityDays": 9, "renewalDays": 1}, "only with type tls"),
        ("KafkaUser ome", auth, {"type": "tls", "renewalDays": 1}, "must be set together"),
        ("KafkaUser ome", auth, {"type": "tls", "validityDays": 1, "renewalDays": 1}, "must be less than"),
    ]
    for target, path, value, problem in cases:
        found = [one for obj in changed(target, path, value) for one in cel_problems(obj)]
        assert len(found) == 1, (path, found)
        assert problem in found[0]
    ours = {rule.message for rule in RULES if rule.kind != "KafkaBridge"}
    assert all(any(problem in message for _, _, _, problem in cases) for message in ours)


def test_a_rule_that_reads_an_absent_field_is_broken() -> None:
    objects = changed(KAFKA, "spec/kafka/rack", {"type": "topology-label"})
    assert any("cannot be evaluated" in problem for obj in objects for problem in cel_problems(obj))


VECTOR = ("ConfigMap bridge", "data/vector.yaml")
STORE, RDKAFKA = ("ConfigMap store", "data/store.conf"), ("ConfigMap store", "data/kafka.conf")


@pytest.mark.parametrize(
    ("where", "value", "problem"),
    [
        (VECTOR, replaced("enabled: true", "enabled: false"), "does not use TLS"),
        (RDKAFKA, replaced("=SSL", "=PLAINTEXT"), "does not use TLS"),
        (VECTOR, replaced("svc:9093", "svc:9094"), "is no listener with mutual TLS"),
        (VECTOR, replaced("kafka-kafka-bootstrap:9093", "kafka-bootstrap:9093"), "is no listener with mutual TLS"),
        (RDKAFKA, replaced(".telemetry.", ".other."), "is no listener with mutual TLS"),
        (STORE, replaced("container= ", "container=kafka:9093 "), "'kafka:9093' is no listener"),
        ((KAFKA, f"{LISTENER}/authentication"), GONE, "is no listener with mutual TLS"),
        ((KAFKA, f"{LISTENER}/tls"), False, "is no listener with mutual TLS"),
        (VECTOR, replaced("/kafka/ca.crt", "/kafka/other.crt"), "is not the certificate of the authority"),
        (RDKAFKA, replaced("/certs/authority.pem", "/certs/mine/ca.crt"), "is not the certificate of the authority"),
        (VECTOR, replaced("/kafka/user.key", "/kafka/user.crt"), "are not user.crt and user.key"),
        (RDKAFKA, replaced("ssl.key.location", "ssl.key"), "are not user.crt and user.key"),
        (STORE, replaced("/etc/ldms/kafka.conf", "/etc/kafka.conf"), "kafka.conf is not at"),
        (STORE, replaced("topic=ldms", "topic=%S"), "are not written out"),
        (("Deployment bridge", f"{VOLUMES}/1/projected/sources/1/secret/name"), "nobody", "no KafkaUser"),
        (("StatefulSet store", f"{VOLUMES}/2/secret/secretName"), "bridge", "KafkaUser bridge: is shared by"),
        (("StatefulSet store", f"{VOLUMES}/2/secret/secretName"), "bridge", "may not Write topic ldms"),
        (("StatefulSet store", f"{VOLUMES}/2/secret/secretName"), "bridge", "KafkaUser store: no client uses it"),
        (("StatefulSet store", f"{VOLUMES}/0"), {"name": "volume-0", "emptyDir": {}}, "no workload mounts it"),
        (("StatefulSet store", "metadata/namespace"), "other", "no workload mounts it"),
        (("KafkaUser store", "spec/authentication/type"), "scram-sha-512", "no KafkaUser with TLS"),
        (("KafkaUser store", "metadata/labels/strimzi.io~cluster"), "other", "no KafkaUser with TLS"),
        ((KAFKA, "spec/entityOperator/userOperator/secretPrefix"), "k-", "no KafkaUser with TLS"),
        (("KafkaUser store", "metadata/name"), "stored", "KafkaUser stored: no client uses it"),
        ((TOPIC, "spec/topicName"), "LDMS", "topic ldms does not exist"),
        ((OME_TOPIC, "spec/topicName"), "omega", r"topic ^OME\.(telemetry|health)$ does not exist"),
    ],
)
def test_a_client_that_cannot_connect_is_found(where: tuple[str, str], value: Any, problem: str) -> None:
    assert any(problem in found for found in client_problems(changed(*where, value)))


@pytest.mark.parametrize(
    ("user", "path", "value", "problem"),
    [
        ("bridge", f"{ACL}/operations", ["Describe"], "may not Read topic ldms"),
        ("bridge", f"{ACL}/operations", ["Describe", "Read", "Write"], "Write on topic ldms is not needed"),
        ("bridge", f"{ACL}/resource/name", "idrac", "may not Read topic ldms"),
        ("bridge", f"{ACL}/resource/name", "idrac", "Read on topic idrac is not needed"),
        ("bridge", f"{ACL}/resource/name", "*", "Read on topic * is not needed"),
        ("bridge", f"{ACL}/resource/patternType", "prefix", "Read on topic ldms... is not needed"),
        ("bridge", f"{ACL}/type", "deny", "denies, or is for one host"),
        ("bridge", f"{ACL}/host", "10.0.0.1", "denies, or is for one host"),
        ("bridge", "spec/authorization/acls/1/resource/patternType", "literal", r"may not Read topic ^OME\."),
        ("bridge", "spec/authorization/acls/1/resource/name", "OME.telemetry", r"may not Read topic ^OME\."),
        ("bridge", "spec/authorization/acls/1/resource/name", "O", "Read on topic O... is not needed"),
        ("bridge", "spec/authorization/acls/2/resource/name", "other", "may not Read group bridge"),
        ("bridge", "spec/authorization/acls/2/resource/patternType", "prefix", "Read on group bridge... is not needed"),
        ("bridge", "spec/authorization/acls/2/operations", ["Read", "Describe"], "Describe on group bridge is not"),
        ("bridge", "spec/authorization", GONE, "may not Read group bridge-ome"),
        ("store", f"{ACL}/operations", ["Describe"], "may not Write topic ldms"),
        ("store", f"{ACL}/operations", ["Describe", "Write", "Read"], "Read on topic ldms is not needed"),
        ("store", f"{ACL}/operations", ["All"], "All on topic ldms is not needed"),
        ("store", f"{ACL}/resource", {"type": "cluster"}, "on cluster  is not needed"),
        ("ome", f"{ACL}/operations", ["Describe", "Create"], "may not Write"),
        ("ome", f"{ACL}/operations", ["Write", "Read"], "Read on topic OME.... is more than a producer needs"),
        ("ome", f"{ACL}/resource/patternType", "literal", "Create on topic OME. is more than a producer needs"),
        ("ome", f"{ACL}/resource/name", "", "is more than a producer needs"),
        ("ome", f"{ACL}/resource/type", "group", "is more than a producer needs"),
        ("ome", "metadata/name", "omega", "no client uses it"),
    ],
)
def test_acls_that_are_too_few_or_too_many_are_found(user: str, path: str, value: Any, problem: str) -> None:
    assert any(problem in found for found in client_problems(changed(f"KafkaUser {user}", path, value)))


def test_a_consumer_that_is_not_in_the_output_has_the_shape_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WITHOUT_CLIENT, "outside", "consumer")
    objects = [obj for obj in sample() if obj["kind"] not in ("ConfigMap", "Deployment", "StatefulSet")]
    objects = [obj for obj in objects if (obj["kind"], obj["metadata"]["name"]) != ("KafkaUser", "store")]
    for obj in objects:
        if (obj["kind"], obj["metadata"]["name"]) == ("KafkaUser", "bridge"):
            obj["metadata"]["name"] = "outside"
    assert client_problems(objects) == []
    monkeypatch.setitem(WITHOUT_CLIENT, "outside", "producer")
    assert any("is more than a producer needs" in problem for problem in client_problems(objects))


def test_topics_of_an_expression_may_be_made_later_by_the_broker() -> None:
    objects = changed(KAFKA, "spec/kafka/config/auto.create.topics.enable", True)
    objects = [obj for obj in objects if obj["metadata"]["name"] != "ome.telemetry"]
    assert client_problems(objects) == []


@pytest.mark.parametrize(
    ("expression", "prefix"),
    [
        (r"^OME\.(telemetry|health)$", "OME."),
        (r"^ome[0-9]+\.telemetry$", "ome"),
        ("^ome.telemetry$", "ome"),
        ("^omes?", "ome"),
        ("^omes*", "ome"),
        (r"^a\.?b", "a"),
        ("^a+b", "a"),
        ("^a|b", ""),
        (r"^(a|b)c", ""),
        (r"^x((a|b)|c)$", "x"),
        ("^", ""),
    ],
)
def test_the_prefix_of_an_expression_is_what_every_match_begins_with(expression: str, prefix: str) -> None:
    assert literal_prefix(expression) == prefix
