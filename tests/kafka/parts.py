"""Find objects, and the parts of them that several checks look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Body = Mapping[str, Any]

CLUSTER_LABEL = "strimzi.io/cluster"


def of_kind(objects: Sequence[Body], kind: str) -> list[Body]:
    return [obj for obj in objects if obj.get("kind") == kind]


def name(obj: Body) -> str:
    return str(obj["metadata"]["name"])


def where(obj: Body) -> str:
    """How a problem names *obj*."""
    return f"{obj['kind']} {name(obj)}"


def cluster_of(obj: Body) -> str:
    """The Kafka that the operator takes *obj* for; empty when it would take it for none."""
    return str((obj["metadata"].get("labels") or {}).get(CLUSTER_LABEL, ""))


def belonging(objects: Sequence[Body], kind: str, kafka: Body) -> list[Body]:
    """The objects of *kind* that the operator reads for *kafka*: same namespace, and the label."""
    namespace = kafka["metadata"].get("namespace")
    return [
        obj
        for obj in of_kind(objects, kind)
        if cluster_of(obj) == name(kafka) and obj["metadata"].get("namespace") == namespace
    ]


def topic_name(topic: Body) -> str:
    """What the topic is called in Kafka."""
    return str((topic.get("spec") or {}).get("topicName") or name(topic))


def nodes(objects: Sequence[Body], kafka: Body, role: str) -> int:
    """How many nodes of *kafka* have *role*."""
    pools = belonging(objects, "KafkaNodePool", kafka)
    return sum(int(pool["spec"]["replicas"]) for pool in pools if role in (pool["spec"].get("roles") or ()))


def each_once(values: Sequence[Any], what: str) -> Iterator[str]:
    """A problem for each of *values* that occurs twice."""
    for value in sorted({value for value in values if values.count(value) > 1}, key=str):
        yield f"{what} {value} occurs {values.count(value)} times"
