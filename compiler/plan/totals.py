"""What everything adds up to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..config.quantity import milli, whole
from .decision import Workload


class VolumeTotal(NamedTuple):
    """The claims of one sink, or of the buffers (``sink`` None): ``bytes`` for all pods together."""

    sink: str | None
    terms: tuple[tuple[int, str], ...]
    bytes: int


class ComponentTotal(NamedTuple):
    """CPU in millicores and memory in bytes, requested and at most, for all pods of a component."""

    component: str
    pods: int
    cpu_request: int
    memory_request: int
    cpu_limit: int
    memory_limit: int


class Totals(NamedTuple):
    """Volumes by sink, resources by component, and all of them."""

    volumes: tuple[VolumeTotal, ...]
    volume_bytes: int
    components: tuple[ComponentTotal, ...]
    all: ComponentTotal


def plan_totals(workloads: Sequence[Workload]) -> Totals:
    """Sums over every pod and every container in it."""
    sinks = dict.fromkeys(one.volume.sink for one in workloads if one.volume)
    ordered = sorted(sinks, key=lambda sink: sink is None)
    volumes = tuple(_volumes(sink, workloads) for sink in ordered)
    components = tuple(
        _component(name, [one for one in workloads if one.component == name])
        for name in dict.fromkeys(one.component for one in workloads)
    )
    return Totals(volumes, sum(one.bytes for one in volumes), components, _all(components))


def _volumes(sink: str | None, workloads: Iterable[Workload]) -> VolumeTotal:
    terms = tuple((one.replicas, one.volume.size) for one in workloads if one.volume and one.volume.sink == sink)
    return VolumeTotal(sink, terms, sum(count * whole(size) for count, size in terms))


def _component(name: str, workloads: Sequence[Workload]) -> ComponentTotal:
    each = [(one.replicas, container.resources) for one in workloads for container in one.containers]
    return ComponentTotal(
        name,
        sum(one.replicas for one in workloads),
        sum(count * milli(one.cpu_request) for count, one in each),
        sum(count * whole(one.memory_request) for count, one in each),
        sum(count * milli(one.cpu_limit) for count, one in each),
        sum(count * whole(one.memory_limit) for count, one in each),
    )


def _all(components: Sequence[ComponentTotal]) -> ComponentTotal:
    return ComponentTotal(
        "all",
        sum(one.pods for one in components),
        sum(one.cpu_request for one in components),
        sum(one.memory_request for one in components),
        sum(one.cpu_limit for one in components),
        sum(one.memory_limit for one in components),
    )
