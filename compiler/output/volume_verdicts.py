"""What a change of volumes does: smaller and larger ones, and those of another StorageClass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..config.former import OPTIONS, STORAGE, TELEMETRY
from ..config.quantity import whole
from .recorded import Key, Recorded, back, listed, texts
from .verdict import About, Verdict, loses, refused

VOLUMES = {
    "vmstorage": Key(TELEMETRY, "telemetry_sinks.victoria_metrics.persistence_size"),
    "vmagent": Key(OPTIONS, "vmagent_queue_size"),
    "vlstorage": Key(TELEMETRY, "telemetry_sinks.victoria_logs.storage_size"),
    "vlagent": Key(STORAGE, "victoria_logs_cluster_storage.vlagent.pvc_size"),
    "controller": Key(TELEMETRY, "telemetry_sinks.kafka.persistence_size"),
    "broker": Key(TELEMETRY, "telemetry_sinks.kafka.persistence_size"),
    "vmagent-vector": Key(STORAGE, "vector_storage.vmagent_vector.pvc_size"),
    "vlagent-vector": Key(STORAGE, "vector_storage.vlagent_vector.pvc_size"),
    "idrac-telemetry": Key(TELEMETRY, "idrac_telemetry_configurations.mysqldb_storage"),
    "otel-collector": Key(TELEMETRY, "powerscale_configurations.otel_collector_storage_size"),
}
"""The key that sizes the volume of each workload; a test holds it together with the planner."""
OWN_SETS = ("idrac-telemetry", "otel-collector")
"""Workloads with claims that no operator makes."""
POOLS = ("controller", "broker")
"""Workloads with claims that Strimzi makes."""
_STORES = {"vmstorage": "VMCluster", "vlstorage": "VLCluster"}
_CLASS = Key(OPTIONS, "storage_class")


def holder(workload: str) -> About:
    """The object that says how large the claims of a workload are."""
    if workload in _STORES:
        return About(_STORES[workload])
    if workload in POOLS:
        return About("KafkaNodePool", workload)
    if workload in OWN_SETS:
        return About("StatefulSet", workload)
    return About("VLAgent" if workload.startswith("vlagent") else "VMAgent", workload)


def volume_verdicts(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    """Judge every change of a volume that both have."""
    yield from _smaller(former, new)
    yield from _larger(former, new)
    yield from _log_limit(former, new)
    yield from _classes(former, new)


def _smaller(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    groups: dict[tuple[Key, str, str], list[str]] = {}
    for name, was, now in _shrunk(former, new):
        groups.setdefault((VOLUMES.get(name, Key(TELEMETRY, "")), was, now), []).append(name)
    for (place, was, now), found in groups.items():
        summary = (
            f"{listed('the volume', found)} cannot shrink from {was} to {now}: Kubernetes refuses to shrink a claim"
        )
        yield refused(
            place, summary, f"{back(place, was)}; whatever is applied, the claims stay at {was}", *map(holder, found)
        )


def _larger(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    """Operators make such a StatefulSet anew; for those that are rendered here nobody does."""
    for name, larger, smaller in _shrunk(new, former):
        if name in OWN_SETS:
            summary = (
                f"the volume of {name} grows from {smaller} to {larger}: Kubernetes changes no claim of a StatefulSet, "
                "and refuses the apply"
            )
            advice = (
                f"before you apply: kubectl delete statefulset/{name} --cascade=orphan, and raise its claims "
                "(docs/output.md has the commands)"
            )
            yield refused(VOLUMES[name], summary, advice, holder(name))


def _log_limit(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    for name, was, now in _shrunk(former, new):
        if name == "vlstorage":
            place = VOLUMES[name]
            summary = (
                f"a vlstorage pod fills its share of {now} instead of {was}: the oldest logs beyond it are deleted"
            )
            advice = f"{back(place, was)}; the limit follows that key, and not the claim"
            yield loses(place, summary, advice, holder(name))


def _classes(former: Recorded, new: Recorded) -> Iterator[Verdict]:
    """The class of a claim never changes; what else comes of asking for it depends on who makes the claim.

    Of a StatefulSet Kubernetes takes no other claims. VictoriaMetrics' operator (0.74.1, `updateSTSPVC`) makes the
    StatefulSet anew and leaves the claims. Strimzi (1.2, `StorageDiff`) ignores all changes of such a pool's storage.
    """
    was, now = former.get("storage_class"), new.get("storage_class")
    # A lock of an earlier version says nothing of the class.
    if not isinstance(was, str) or not isinstance(now, str) or was == now:
        return
    both = [name for name in texts(former, "volumes") if name in texts(new, "volumes")]
    own, pools = ([name for name in both if name in those] for those in (OWN_SETS, POOLS))
    others = [name for name in both if name in VOLUMES and name not in (*own, *pools)]
    revert = back(_CLASS, was) if was else "take storage_class out again"
    sets = " ".join(f"statefulset/{name}" for name in own)
    for those, why, advice in (
        (
            own,
            "Kubernetes changes no claim of a StatefulSet, and refuses the apply",
            f"{revert}, or before you apply: kubectl delete {sets} --cascade=orphan; the claims stay where they are",
        ),
        (
            pools,
            "Strimzi then ignores every change of their storage, a larger volume too",
            f"{revert}; the claims stay where they are",
        ),
        (
            others,
            "claims that are there keep their class, and no data moves",
            f"{revert}, or apply it for the claims of further pods alone",
        ),
    ):
        if those:
            yield refused(_CLASS, f"{_change(those, was, now)}: {why}", advice, *map(holder, those))


def _change(workloads: Sequence[str], was: str, now: str) -> str:
    get = "gets" if len(workloads) == 1 else "get"
    return f"{listed('the volume', workloads)} {get} {_called(now)} instead of {_called(was)}"


def _called(name: str) -> str:
    return f"StorageClass {name}" if name else "the default StorageClass"


def _shrunk(former: Recorded, new: Recorded) -> Iterable[tuple[str, str, str]]:
    """Workloads with a smaller volume than before, both sizes as written."""
    before, after = texts(former, "volumes"), texts(new, "volumes")
    for name, was in before.items():
        now = after.get(name, "")
        if 0 < _bytes(now) < _bytes(was):
            yield name, was, now


def _bytes(size: str) -> int:
    """The size in bytes, 0 for what is none."""
    try:
        return whole(size)
    except ValueError:
        return 0
