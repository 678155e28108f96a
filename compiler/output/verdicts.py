"""What a change of the plan does to data that is already there, and what no cluster carries out.

It compares what two locks record of a plan. Whatever one of them does not have, or has in another shape, is no
verdict: a lock may come from another version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..config.former import OPTIONS, STORAGE, TELEMETRY
from ..config.quantity import milliseconds
from .recorded import Key, Recorded, back, count, fewer, listed, names, numbers, section, texts
from .verdict import About, Verdict, loses, refused
from .volume_verdicts import volume_verdicts

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic

STORAGE_PODS = {
    "vmstorage": Key(STORAGE, "victoria_cluster_storage.vmstorage.replicas"),
    "vlstorage": Key(STORAGE, "victoria_logs_cluster_storage.vlstorage.replicas"),
}
_STORES = {"victoria_metrics": "vmstorage", "victoria_logs": "vlstorage", "kafka": "broker"}
_OBJECTS = {"victoria_metrics": "VMCluster", "victoria_logs": "VLCluster", "kafka": "Kafka"}
_KEPT = (("victoria_metrics", "metrics"), ("victoria_logs", "logs"))


def verdicts(former: Recorded, new: Recorded) -> tuple[Diagnostic, ...]:
    """Warn of every change from ``former`` to ``new`` that loses data or that no cluster carries out."""
    return tuple(one.diagnostic for one in judged(former, new))


def judged(former: Recorded, new: Recorded) -> tuple[Verdict, ...]:
    """Give the same, each with the objects that it is about."""
    # In another namespace everything is new, so that nothing there is made smaller.
    return tuple(_namespace(former, new)) or (
        *_sinks(former, new),
        *volume_verdicts(former, new),
        *_pods(former, new),
        *_replication(former, new),
        *_retention(former, new),
        *_kafka_retention(former, new),
        *_topics(former, new),
        *_partitions(former, new),
    )


def _namespace(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    was, now = former.get("namespace"), new.get("namespace")
    if isinstance(was, str) and isinstance(now, str) and was != now:
        summary = f"the namespace is {now} instead of {was}: no data moves there, everything starts empty"
        advice = f"set namespace back to {was}; otherwise the former stack stays in {was} until you delete it"
        yield loses(Key(OPTIONS, "namespace"), summary, advice, About("Namespace"))


def _sinks(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    now = names(new, "sinks")
    for name in names(former, "sinks") or () if now is not None else ():
        if name in (now or ()):
            continue
        store = _STORES.get(name, "")
        pods, size = numbers(former, "replicas").get(store), texts(former, "volumes").get(store)
        holds = f" with its {count(pods, 'volume')} of {size}" if pods and size else ""
        summary = f"sink {name}{holds} is switched off: nothing new is stored there, and queries lose what it holds"
        advice = (
            "let a source target it to keep it; what is still needed must be read before, since a new Kafka does not "
            "take over the claims by itself"
            if name == "kafka"
            else "let a source target it to keep it; its claims stay, and the store finds them when it is on again"
        )
        kinds = ("Kafka", "KafkaNodePool", "KafkaTopic") if name == "kafka" else (_OBJECTS.get(name, ""),)
        yield loses(Key(TELEMETRY, name), summary, advice, *map(About, kinds))


def _pods(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    for name, was, now in fewer(numbers(former, "replicas"), numbers(new, "replicas")):
        if name in STORAGE_PODS:
            place, gone = STORAGE_PODS[name], was - now
            removed = "the removed pod holds" if gone == 1 else f"the {gone} removed pods hold"
            summary = f"{name} has {count(now, 'pod')} instead of {was}: what only {removed} is no longer queried"
            advice = f"{back(place, was)}; the claims of removed pods stay, so that {was} pods find it again"
            yield loses(place, summary, advice, About("VMCluster" if name == "vmstorage" else "VLCluster"))


def _replication(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    pods = numbers(former, "replicas").get("vmstorage")
    for name, was, now in fewer(numbers(former, "replication"), numbers(new, "replication")):
        if name == "victoria_metrics":
            place = STORAGE_PODS["vmstorage"]
            lost = "a storage pod that is lost takes samples with it" if now == 1 else "fewer may be lost at a time"
            summary = f"each sample is kept on {count(now, 'storage pod')} instead of {was}: {lost}"
            advice = back(place, pods) if pods else f"ask for more storage pods with {place.key}"
            yield loses(place, summary, advice, About("VMCluster"))


def _retention(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    before, after = texts(former, "retention"), texts(new, "retention")
    for sink, what in _KEPT:
        was, now = before.get(sink, ""), after.get(sink, "")
        if (milliseconds(now) or 0) < (milliseconds(was) or 0) and milliseconds(now) is not None:
            place = Key(TELEMETRY, f"telemetry_sinks.{sink}.retention_period")
            yield _shorter(place, what, was, now, About(_OBJECTS[sink]))


def _kafka_retention(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    before, after = (numbers(section(one, "retention"), "kafka") for one in (former, new))
    about = (About("Kafka"), About("KafkaTopic"))
    for name, was, now in fewer(before, after):
        if name == "hours":
            place = Key(TELEMETRY, "telemetry_sinks.kafka.log_retention_hours")
            yield _shorter(place, "messages in Kafka", f"{was}h", f"{now}h", *about)
    was_bytes, now_bytes = before.get("bytes"), after.get("bytes")
    # Whatever is below zero is no limit.
    if was_bytes is not None and now_bytes is not None and now_bytes >= 0 and not 0 <= was_bytes <= now_bytes:
        place = Key(TELEMETRY, "telemetry_sinks.kafka.log_retention_bytes")
        limit = "any number" if was_bytes < 0 else str(was_bytes)
        summary = f"each partition keeps {now_bytes} bytes instead of {limit}: the oldest messages beyond are deleted"
        yield loses(place, summary, f"{back(place, was_bytes)}, or read them before you apply this", *about)


def _topics(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    if "kafka" not in (names(new, "sinks") or ()) or not isinstance(new.get("topics"), Mapping):
        return  # the sink as a whole is off
    gone = [name for name in numbers(former, "topics") if name not in section(new, "topics")]
    if gone:
        many = len(gone) > 1
        summary = (
            f"{listed('topic', gone)} {'are' if many else 'is'} no longer needed: who reads there gets nothing new"
        )
        advice = (
            f"the messages stay until you delete the KafkaTopic{'s' if many else ''}; read what is still needed before"
        )
        yield loses(Key(TELEMETRY, "topics"), summary, advice, *(About("KafkaTopic", name) for name in gone))


def _partitions(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    groups: dict[tuple[str, int, int], list[str]] = {}
    for name, was, now in fewer(numbers(former, "topics"), numbers(new, "topics")):
        key = f"telemetry_sinks.kafka.topic_partitions.{name if name in ('idrac', 'ldms') else 'ome'}"
        groups.setdefault((key, was, now), []).append(name)
    for (key, was, now), found in groups.items():
        place = Key(TELEMETRY, key)
        have = "have" if len(found) > 1 else "has"
        summary = f"{listed('topic', found)} {have} {count(was, 'partition')}, and Kafka refuses to make it {now}"
        advice = f"{back(place, was)}; only a topic that is deleted, with its messages, comes back with fewer"
        yield refused(place, summary, advice, *(About("KafkaTopic", name) for name in found))


def _shorter(place: Key, what: str, was: str, now: str, *about: About) -> Verdict:
    summary = f"{what} are kept {now} instead of {was}: what is older is deleted"
    advice = f"{back(place, was.removesuffix('h'))}, or copy what is older before you apply this"
    return loses(place, summary, advice, *about)
