"""What the objects of an output ask for in all, counted from the objects alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from kubernetes.utils.quantity import parse_quantity

Object = Mapping[str, Any]
_CLUSTERS = {"VMCluster": ("vmstorage", "vminsert", "vmselect"), "VLCluster": ("vlstorage", "vlinsert", "vlselect")}
_AGENTS = ("VMAgent", "VLAgent", "VMAuth", "VMAlert")


class Asked(NamedTuple):
    """CPU in cores, memory and volumes in bytes, for ``pods`` pods together."""

    pods: int = 0
    cpu_request: Decimal = Decimal(0)
    memory_request: Decimal = Decimal(0)
    cpu_limit: Decimal = Decimal(0)
    memory_limit: Decimal = Decimal(0)
    volumes: Decimal = Decimal(0)


def asked(objects: Iterable[Object]) -> Asked:
    """The sum over every pod and every container in it."""
    parts = [part for one in objects for part in _of(one)]
    pods, *amounts = map(sum, zip(*parts, strict=True)) if parts else Asked()
    return Asked(int(pods), *map(Decimal, amounts))


def _of(one: Object) -> Iterator[Asked]:
    kind, spec = one["kind"], one.get("spec", {})
    if kind in _CLUSTERS:
        for part in _CLUSTERS[kind]:
            yield from _victoria(spec.get(part))
    elif kind in _AGENTS:
        yield from _victoria(spec)
    elif kind == "KafkaNodePool":
        volumes = sum((_amount(volume["size"]) for volume in spec["storage"]["volumes"]), Decimal(0))
        yield _times(spec["replicas"], [spec["resources"]], volumes)
    elif kind == "Kafka":
        operators = [spec["entityOperator"][name]["resources"] for name in ("topicOperator", "userOperator")]
        yield _times(1, operators, Decimal(0))
        if "kafkaExporter" in spec:
            yield _times(1, [spec["kafkaExporter"]["resources"]], Decimal(0))
    elif kind in ("Deployment", "StatefulSet"):
        containers = spec["template"]["spec"]["containers"]
        claims = [claim["spec"] for claim in spec.get("volumeClaimTemplates", [])]
        yield _times(spec["replicas"], [container["resources"] for container in containers], _claimed(claims))


def _victoria(spec: Object | None) -> Iterator[Asked]:
    if spec is None:
        return
    blocks = [spec["resources"], *([spec["configReloaderResources"]] if "configReloaderResources" in spec else [])]
    storage = spec.get("statefulStorage") or spec.get("storage") or {}
    claims = [storage["volumeClaimTemplate"]["spec"]] if "volumeClaimTemplate" in storage else []
    yield _times(spec["replicaCount"], blocks, _claimed(claims))


def _times(pods: int, blocks: Iterable[Object], volumes: Decimal) -> Asked:
    blocks = list(blocks)

    def summed(part: str, name: str) -> Decimal:
        return pods * sum((_amount(block[part][name]) for block in blocks), Decimal(0))

    requests, limits = ((summed(part, "cpu"), summed(part, "memory")) for part in ("requests", "limits"))
    return Asked(pods, *requests, *limits, pods * volumes)


def _claimed(claims: Iterable[Object]) -> Decimal:
    return sum((_amount(claim["resources"]["requests"]["storage"]) for claim in claims), Decimal(0))


def _amount(quantity: object) -> Decimal:
    return Decimal(parse_quantity(quantity))  # type: ignore[no-untyped-call] # theirs has no types
