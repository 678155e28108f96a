"""Hold every Kafka client of the output to the user that it is, and every user to what its client needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.kafka.acls import acl_problems, shape_problems
from tests.kafka.configured import Client, Needs, clients, literal_prefix
from tests.kafka.mounts import File, file_at
from tests.kafka.parts import Body, belonging, cluster_of, name, of_kind, topic_name, where

WITHOUT_CLIENT = {
    "ome": "producer",  # OME itself, outside of the cluster
}
"""Users whose clients no ConfigMap sets up, and what they are."""


class _Link(NamedTuple):
    client: Client
    user: Body


def client_problems(objects: Sequence[Body]) -> list[str]:
    """What would keep a client from its topics, and what a user may do that none of its clients needs."""
    found: list[str] = []
    links: list[_Link] = []
    for client in clients(objects):
        if isinstance(client, str):
            found.append(client)
            continue
        found += [f"{client.name}: {problem}" for problem in (*_connection(client, objects), *_topics(client, objects))]
        user = _user(client, objects)
        links += [_Link(client, user)] if user else []
    found += _shared(links)
    for user in of_kind(objects, "KafkaUser"):
        needs = [link.client.needs for link in links if link.user is user]
        problems: Iterator[str]
        if needs:
            problems = acl_problems(user, _union(needs))
        elif name(user) in WITHOUT_CLIENT:
            problems = shape_problems(user, WITHOUT_CLIENT[name(user)])
        else:
            problems = iter(["no client uses it"])
        found += [f"{where(user)}: {problem}" for problem in problems]
    return found


def _connection(client: Client, objects: Sequence[Body]) -> Iterator[str]:
    if not client.tls:
        yield "does not use TLS"
    if client.settings and file_at(client.workload, client.settings[0]) != client.settings[1]:
        yield f"{client.settings[1].key} is not at {client.settings[0]!r}"
    kafkas = of_kind(objects, "Kafka")
    for server in client.servers:
        if not any(server in _addresses(kafka, client.workload) for kafka in kafkas):
            yield f"{server!r} is no listener with mutual TLS"
    authorities = {File("Secret", f"{name(kafka)}-cluster-ca-cert", "ca.crt") for kafka in kafkas}
    # The Secret of a KafkaUser has a ca.crt too: that of the clients' authority, which signs no broker.
    if file_at(client.workload, client.ca) not in authorities:
        yield f"{client.ca!r} is not the certificate of the authority of the brokers"
    certificate, key = (file_at(client.workload, path) for path in (client.certificate, client.key))
    secret = certificate.source if certificate else None
    if certificate != ("Secret", secret, "user.crt") or key != ("Secret", secret, "user.key"):
        yield f"{client.certificate!r} and {client.key!r} are not user.crt and user.key of one Secret"
    elif _user(client, objects) is None:
        yield f"no KafkaUser with TLS authentication makes the Secret {secret}"


def _addresses(kafka: Body, workload: Body) -> set[str]:
    """Where pods of *workload* reach the internal listeners of *kafka* by names that its certificates have."""
    service, namespace = f"{name(kafka)}-kafka-bootstrap", kafka["metadata"].get("namespace")
    hosts = {f"{service}.{namespace}", f"{service}.{namespace}.svc", f"{service}.{namespace}.svc.cluster.local"}
    if workload["metadata"].get("namespace") == namespace:
        hosts.add(service)
    return {
        f"{host}:{listener['port']}"
        for listener in kafka["spec"]["kafka"]["listeners"]
        if listener["type"] == "internal"
        and listener["tls"]
        and (listener.get("authentication") or {}).get("type") == "tls"
        for host in hosts
    }


def _user(client: Client, objects: Sequence[Body]) -> Body | None:
    """Whose certificate *client* has."""
    file = file_at(client.workload, client.certificate)
    for kafka in of_kind(objects, "Kafka"):
        operator: dict[str, Any] = (kafka["spec"].get("entityOperator") or {}).get("userOperator") or {}
        for user in belonging(objects, "KafkaUser", kafka):
            secret = f"{operator.get('secretPrefix', '')}{name(user)}"
            tls = (user["spec"].get("authentication") or {}).get("type") == "tls"
            if tls and file is not None and file[:2] == ("Secret", secret):
                return user
    return None


def _topics(client: Client, objects: Sequence[Body]) -> Iterator[str]:
    """Topics that are named exist; what an expression names may be made later, where the broker does that."""
    topics = {topic_name(topic) for topic in of_kind(objects, "KafkaTopic") if cluster_of(topic)}
    made = any(
        (kafka["spec"]["kafka"].get("config") or {}).get("auto.create.topics.enable", True) is not False
        for kafka in of_kind(objects, "Kafka")
    )
    for topic in sorted(client.needs.reads | client.needs.writes):
        begins = topic.startswith("^") and any(known.startswith(literal_prefix(topic)) for known in topics)
        if not (topic in topics or begins or (made and topic.startswith("^"))):
            yield f"topic {topic} does not exist"


def _shared(links: Sequence[_Link]) -> Iterator[str]:
    for user in {id(link.user): link.user for link in links}.values():
        workloads = sorted({_program(link.client.workload) for link in links if link.user is user})
        if len(workloads) > 1:
            yield f"{where(user)}: is shared by {' and '.join(workloads)}"


def _program(workload: Body) -> str:
    """What runs in it: workloads that are told apart by a number only are one client."""
    labels = workload["spec"]["template"].get("metadata", {}).get("labels", {})
    return str(labels.get("app.kubernetes.io/name") or where(workload))


def _union(needs: Sequence[Needs]) -> Needs:
    return Needs(*(frozenset().union(*parts) for parts in zip(*needs, strict=True)))
