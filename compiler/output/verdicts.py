"""What a change of the plan does to data that is already there, and what no cluster carries out.

It compares what two locks record of a plan. Whatever one of them does not have, or has in another shape, is no
verdict: a lock may come from another version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..config.former import OPTIONS, STORAGE, TELEMETRY
from ..config.quantity import milliseconds, whole
from ..diagnostics.diagnostic import Diagnostic

Recorded = Mapping[str, object]


class _Key(NamedTuple):
    """Where the user changed something: a file of the input, and the key in it."""

    file: str
    key: str


VOLUMES = {
    "vmstorage": _Key(TELEMETRY, "telemetry_sinks.victoria_metrics.persistence_size"),
    "vmagent": _Key(OPTIONS, "vmagent_queue_size"),
    "vlstorage": _Key(TELEMETRY, "telemetry_sinks.victoria_logs.storage_size"),
    "vlagent": _Key(STORAGE, "victoria_logs_cluster_storage.vlagent.pvc_size"),
    "controller": _Key(TELEMETRY, "telemetry_sinks.kafka.persistence_size"),
    "broker": _Key(TELEMETRY, "telemetry_sinks.kafka.persistence_size"),
    "vmagent-vector": _Key(STORAGE, "vector_storage.vmagent_vector.pvc_size"),
    "vlagent-vector": _Key(STORAGE, "vector_storage.vlagent_vector.pvc_size"),
    "idrac-telemetry": _Key(TELEMETRY, "idrac_telemetry_configurations.mysqldb_storage"),
    "otel-collector": _Key(TELEMETRY, "powerscale_configurations.otel_collector_storage_size"),
}
"""The key that sizes the volume of each workload; a test holds it together with the planner."""
OWN_SETS = ("idrac-telemetry", "otel-collector")
"""Workloads with claims that no operator makes."""
STORAGE_PODS = {
    "vmstorage": _Key(STORAGE, "victoria_cluster_storage.vmstorage.replicas"),
    "vlstorage": _Key(STORAGE, "victoria_logs_cluster_storage.vlstorage.replicas"),
}
_STORES = {"victoria_metrics": "vmstorage", "victoria_logs": "vlstorage", "kafka": "broker"}
_KEPT = (("victoria_metrics", "metrics"), ("victoria_logs", "logs"))


def verdicts(former: Recorded, new: Recorded) -> tuple[Diagnostic, ...]:
    """Warn of every change from ``former`` to ``new`` that loses data or that no cluster carries out."""
    # In another namespace everything is new, so that nothing there is made smaller.
    return tuple(_namespace(former, new)) or (
        *_sinks(former, new),
        *_volumes(former, new),
        *_grown(former, new),
        *_log_limit(former, new),
        *_pods(former, new),
        *_replication(former, new),
        *_retention(former, new),
        *_kafka_retention(former, new),
        *_topics(former, new),
        *_partitions(former, new),
    )


def _namespace(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    was, now = former.get("namespace"), new.get("namespace")
    if isinstance(was, str) and isinstance(now, str) and was != now:
        summary = f"the namespace is {now} instead of {was}: no data moves there, everything starts empty"
        advice = f"set namespace back to {was}; otherwise the former stack stays in {was} until you delete it"
        yield _loses(_Key(OPTIONS, "namespace"), summary, advice)


def _sinks(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    now = _names(new, "sinks")
    for name in _names(former, "sinks") or () if now is not None else ():
        if name in (now or ()):
            continue
        store = _STORES.get(name, "")
        pods, size = _numbers(former, "replicas").get(store), _texts(former, "volumes").get(store)
        holds = f" with its {_count(pods, 'volume')} of {size}" if pods and size else ""
        summary = f"sink {name}{holds} is switched off: nothing new is stored there, and queries lose what it holds"
        advice = (
            "let a source target it to keep it; what is still needed must be read before, since a new Kafka does not "
            "take over the claims by itself"
            if name == "kafka"
            else "let a source target it to keep it; its claims stay, and the store finds them when it is on again"
        )
        yield _loses(_Key(TELEMETRY, name), summary, advice)


def _volumes(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    groups: dict[tuple[_Key, str, str], list[str]] = {}
    for name, was, now in _shrunk(former, new):
        groups.setdefault((VOLUMES.get(name, _Key(TELEMETRY, "")), was, now), []).append(name)
    for (place, was, now), names in groups.items():
        summary = (
            f"{_listed('the volume', names)} cannot shrink from {was} to {now}: Kubernetes refuses to shrink a claim"
        )
        advice = f"{_back(place, was)}; whatever is applied, the claims stay at {was}"
        yield Diagnostic("cannot-apply", "warning", summary, place.file, help=advice)


def _grown(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    """Operators make such a StatefulSet anew; for those that are rendered here nobody does."""
    for name, larger, smaller in _shrunk(new, former):
        if name in OWN_SETS:
            place = VOLUMES[name]
            summary = (
                f"the volume of {name} grows from {smaller} to {larger}: Kubernetes changes no claim of a StatefulSet, "
                "and refuses the apply"
            )
            advice = (
                f"before you apply: kubectl delete statefulset/{name} --cascade=orphan, and raise its claims "
                "(docs/output.md has the commands)"
            )
            yield Diagnostic("cannot-apply", "warning", summary, place.file, help=advice)


def _log_limit(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    for name, was, now in _shrunk(former, new):
        if name == "vlstorage":
            place = VOLUMES[name]
            summary = (
                f"a vlstorage pod fills its share of {now} instead of {was}: the oldest logs beyond it are deleted"
            )
            yield _loses(place, summary, f"{_back(place, was)}; the limit follows that key, and not the claim")


def _pods(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    for name, was, now in _fewer(_numbers(former, "replicas"), _numbers(new, "replicas")):
        if name in STORAGE_PODS:
            place, gone = STORAGE_PODS[name], was - now
            removed = "the removed pod holds" if gone == 1 else f"the {gone} removed pods hold"
            summary = f"{name} has {_count(now, 'pod')} instead of {was}: what only {removed} is no longer queried"
            advice = f"{_back(place, was)}; the claims of removed pods stay, so that {was} pods find it again"
            yield _loses(place, summary, advice)


def _replication(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    pods = _numbers(former, "replicas").get("vmstorage")
    for name, was, now in _fewer(_numbers(former, "replication"), _numbers(new, "replication")):
        if name == "victoria_metrics":
            place = STORAGE_PODS["vmstorage"]
            lost = "a storage pod that is lost takes samples with it" if now == 1 else "fewer may be lost at a time"
            summary = f"each sample is kept on {_count(now, 'storage pod')} instead of {was}: {lost}"
            advice = _back(place, pods) if pods else f"ask for more storage pods with {place.key}"
            yield _loses(place, summary, advice)


def _retention(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    before, after = _texts(former, "retention"), _texts(new, "retention")
    for sink, what in _KEPT:
        was, now = before.get(sink, ""), after.get(sink, "")
        if (milliseconds(now) or 0) < (milliseconds(was) or 0) and milliseconds(now) is not None:
            yield _shorter(_Key(TELEMETRY, f"telemetry_sinks.{sink}.retention_period"), what, was, now)


def _kafka_retention(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    before, after = (_numbers(_section(one, "retention"), "kafka") for one in (former, new))
    for name, was, now in _fewer(before, after):
        if name == "hours":
            place = _Key(TELEMETRY, "telemetry_sinks.kafka.log_retention_hours")
            yield _shorter(place, "messages in Kafka", f"{was}h", f"{now}h")
    was_bytes, now_bytes = before.get("bytes"), after.get("bytes")
    # Whatever is below zero is no limit.
    if was_bytes is not None and now_bytes is not None and now_bytes >= 0 and not 0 <= was_bytes <= now_bytes:
        place = _Key(TELEMETRY, "telemetry_sinks.kafka.log_retention_bytes")
        limit = "any number" if was_bytes < 0 else str(was_bytes)
        summary = f"each partition keeps {now_bytes} bytes instead of {limit}: the oldest messages beyond are deleted"
        yield _loses(place, summary, f"{_back(place, was_bytes)}, or read them before you apply this")


def _topics(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    if "kafka" not in (_names(new, "sinks") or ()) or not isinstance(new.get("topics"), Mapping):
        return  # the sink as a whole is off
    gone = [name for name in _numbers(former, "topics") if name not in _section(new, "topics")]
    if gone:
        many = len(gone) > 1
        summary = (
            f"{_listed('topic', gone)} {'are' if many else 'is'} no longer needed: who reads there gets nothing new"
        )
        advice = (
            f"the messages stay until you delete the KafkaTopic{'s' if many else ''}; read what is still needed before"
        )
        yield _loses(_Key(TELEMETRY, "topics"), summary, advice)


def _partitions(former: Recorded, new: Recorded) -> Iterator[Diagnostic]:
    groups: dict[tuple[str, int, int], list[str]] = {}
    for name, was, now in _fewer(_numbers(former, "topics"), _numbers(new, "topics")):
        key = f"telemetry_sinks.kafka.topic_partitions.{name if name in ('idrac', 'ldms') else 'ome'}"
        groups.setdefault((key, was, now), []).append(name)
    for (key, was, now), names in groups.items():
        place = _Key(TELEMETRY, key)
        have = "have" if len(names) > 1 else "has"
        summary = f"{_listed('topic', names)} {have} {_count(was, 'partition')}, and Kafka refuses to make it {now}"
        advice = f"{_back(place, was)}; only a topic that is deleted, with its messages, comes back with fewer"
        yield Diagnostic("cannot-apply", "warning", summary, place.file, help=advice)


def _shorter(place: _Key, what: str, was: str, now: str) -> Diagnostic:
    summary = f"{what} are kept {now} instead of {was}: what is older is deleted"
    return _loses(place, summary, f"{_back(place, was.removesuffix('h'))}, or copy what is older before you apply this")


def _loses(place: _Key, summary: str, advice: str) -> Diagnostic:
    return Diagnostic("loses-data", "warning", summary, place.file, help=advice)


def _back(place: _Key, was: object) -> str:
    return f"set {place.key or 'its size'} back to {was}"


def _shrunk(former: Recorded, new: Recorded) -> Iterator[tuple[str, str, str]]:
    """Workloads with a smaller volume than before, both sizes as written."""
    before, after = _texts(former, "volumes"), _texts(new, "volumes")
    for name, was in before.items():
        now = after.get(name, "")
        if 0 < _bytes(now) < _bytes(was):
            yield name, was, now


def _fewer(former: Mapping[str, int], new: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    for name, was in former.items():
        if name in new and new[name] < was:
            yield name, was, new[name]


def _bytes(size: str) -> int:
    """The size in bytes, 0 for what is none."""
    try:
        return whole(size)
    except ValueError:
        return 0


def _section(plan: Recorded, name: str) -> Mapping[str, object]:
    found = plan.get(name)
    return found if isinstance(found, Mapping) else {}


def _numbers(plan: Recorded, name: str) -> dict[str, int]:
    return {key: value for key, value in _section(plan, name).items() if type(value) is int}


def _texts(plan: Recorded, name: str) -> dict[str, str]:
    return {key: value for key, value in _section(plan, name).items() if isinstance(value, str)}


def _names(plan: Recorded, name: str) -> list[str] | None:
    found = plan.get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else None


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _listed(what: str, names: Iterable[str]) -> str:
    """``the volume of a``, ``the volumes of a and b``; ``topic a``, ``topics a and b``."""
    *first, last = names
    of = " of" if what.startswith("the ") else ""
    return f"{what}s{of} {', '.join(first)} and {last}" if first else f"{what}{of} {last}"
