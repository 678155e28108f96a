"""What each change between two recorded plans is said to do to the data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.output.verdicts import STORAGE_PODS, judged, verdicts
from telecompile.output.volume_verdicts import OWN_SETS, POOLS, VOLUMES, holder
from telecompile.pipeline import compile_input
from telecompile.plan.data import recorded
from telecompile.plan.plan import Plan

INPUT = Path(__file__).resolve().parents[2] / "input"
FORMER: dict[str, Any] = {
    "namespace": "telemetry",
    "replication": {"victoria_metrics": 2},
    "replicas": {"vmstorage": 5, "vlstorage": 3, "vmselect": 2, "broker": 3, "idrac-telemetry": 1},
    "retention": {
        "victoria_metrics": "168h",
        "victoria_logs": "168h",
        "kafka": {"hours": 168, "bytes": -1},
    },
    "sinks": ["victoria_metrics", "victoria_logs", "kafka"],
    "storage_class": "",
    "topics": {"idrac": 1, "ldms": 2, "ome.health": 3, "ome.telemetry": 3},
    "volumes": {"vmstorage": "8Gi", "vlstorage": "8Gi", "controller": "8Gi", "broker": "8Gi", "vlagent": "5Gi"},
}
TELEMETRY, STORAGE = "telemetry_config.yml", "telemetry_storage_config.yml"
OFF = "nothing new is stored there, and queries lose what it holds"
SINKS, KAFKA = "telemetry_sinks", "telemetry_sinks.kafka"


def changed(*path_and_value: Any) -> dict[str, Any]:
    """The former plan with one value changed, or taken away with `...`."""
    *path, name, value = path_and_value
    plan: dict[str, Any] = _copy(FORMER)
    section = plan
    for one in path:
        section = section[one]
    if value is ...:
        del section[name]
    else:
        section[name] = value
    return plan


def _copy(value: Any) -> Any:
    return {key: _copy(one) for key, one in value.items()} if isinstance(value, Mapping) else value


def said(new: Mapping[str, Any], former: Mapping[str, Any] = FORMER) -> list[tuple[str, str, str]]:
    found = verdicts(former, new)
    assert all((one.severity, one.span) == ("warning", None) and one.help for one in found)
    return [(one.code, one.file, one.summary) for one in found]


def test_nothing_changed_is_no_verdict() -> None:
    assert not verdicts(FORMER, FORMER)


@pytest.mark.parametrize(
    ("new", "code", "file", "summary", "key"),
    [
        (
            changed("volumes", "vmstorage", "4Gi"),
            "cannot-apply",
            TELEMETRY,
            "the volume of vmstorage cannot shrink from 8Gi to 4Gi: Kubernetes refuses to shrink a claim",
            f"{SINKS}.victoria_metrics.persistence_size back to 8Gi",
        ),
        (
            changed("volumes", "vlagent", "5G"),
            "cannot-apply",
            STORAGE,
            "the volume of vlagent cannot shrink from 5Gi to 5G: Kubernetes refuses to shrink a claim",
            "victoria_logs_cluster_storage.vlagent.pvc_size back to 5Gi",
        ),
        (
            changed("replicas", "vmstorage", 4),
            "loses-data",
            STORAGE,
            "vmstorage has 4 pods instead of 5: what only the removed pod holds is no longer queried",
            "victoria_cluster_storage.vmstorage.replicas back to 5",
        ),
        (
            changed("replicas", "vlstorage", 1),
            "loses-data",
            STORAGE,
            "vlstorage has 1 pod instead of 3: what only the 2 removed pods hold is no longer queried",
            "victoria_logs_cluster_storage.vlstorage.replicas back to 3",
        ),
        (
            changed("replication", "victoria_metrics", 1),
            "loses-data",
            STORAGE,
            "each sample is kept on 1 storage pod instead of 2: a storage pod that is lost takes samples with it",
            "victoria_cluster_storage.vmstorage.replicas back to 5",
        ),
        (
            changed("topics", "ldms", 1),
            "cannot-apply",
            TELEMETRY,
            "topic ldms has 2 partitions, and Kafka refuses to make it 1",
            f"{KAFKA}.topic_partitions.ldms back to 2",
        ),
        (
            changed("retention", "victoria_metrics", "24h"),
            "loses-data",
            TELEMETRY,
            "metrics are kept 24h instead of 168h: what is older is deleted",
            f"{SINKS}.victoria_metrics.retention_period back to 168,",
        ),
        (
            changed("retention", "victoria_logs", "100h"),
            "loses-data",
            TELEMETRY,
            "logs are kept 100h instead of 168h: what is older is deleted",
            f"{SINKS}.victoria_logs.retention_period back to 168,",
        ),
        (
            changed("retention", "kafka", "hours", 1),
            "loses-data",
            TELEMETRY,
            "messages in Kafka are kept 1h instead of 168h: what is older is deleted",
            f"{KAFKA}.log_retention_hours back to 168,",
        ),
        (
            changed("retention", "kafka", "bytes", 1000),
            "loses-data",
            TELEMETRY,
            "each partition keeps 1000 bytes instead of any number: the oldest messages beyond are deleted",
            f"{KAFKA}.log_retention_bytes back to -1,",
        ),
        (
            changed("topics", "idrac", ...),
            "loses-data",
            TELEMETRY,
            "topic idrac is no longer needed: who reads there gets nothing new",
            "until you delete the KafkaTopic;",
        ),
        (
            changed("sinks", ["victoria_logs", "kafka"]),
            "loses-data",
            TELEMETRY,
            f"sink victoria_metrics with its 5 volumes of 8Gi is switched off: {OFF}",
            "its claims stay",
        ),
        (
            changed("namespace", "other"),
            "loses-data",
            "telecompile.yml",
            "the namespace is other instead of telemetry: no data moves there, everything starts empty",
            "set namespace back to telemetry",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_a_change_that_loses_data_or_is_refused(
    new: Mapping[str, Any], code: str, file: str, summary: str, key: str
) -> None:
    assert said(new) == [(code, file, summary)]
    assert key in verdicts(FORMER, new)[0].help


@pytest.mark.parametrize(
    "new",
    [
        changed("volumes", "vmstorage", "8192Mi"),
        changed("volumes", "vmstorage", "9Gi"),
        changed("volumes", "vlagent", ...),
        changed("replicas", "vmstorage", 6),
        changed("replicas", "vmselect", 1),
        changed("replication", "victoria_metrics", 3),
        changed("topics", "ldms", 3),
        changed("topics", "new", 1),
        changed("retention", "victoria_metrics", "169h"),
        changed("retention", "kafka", "hours", 169),
        changed("retention", "kafka", "bytes", -5),
        changed("sinks", ["kafka", "victoria_metrics", "victoria_logs"]),
    ],
)
def test_a_change_that_loses_nothing_is_none(new: Mapping[str, Any]) -> None:
    assert not verdicts(FORMER, new)


def test_the_limit_of_logs_follows_the_size_that_the_claim_does_not() -> None:
    codes = [(code, summary) for code, _, summary in said(changed("volumes", "vlstorage", "4Gi"))]
    assert [code for code, _ in codes] == ["cannot-apply", "loses-data"]
    assert codes[1][1].startswith("a vlstorage pod fills its share of 4Gi instead of 8Gi:")


@pytest.mark.parametrize(("was", "now", "number"), [(1000, 999, 1), (1000, 1000, 0), (1000, -1, 0), (-1, 0, 1)])
def test_below_zero_a_partition_has_no_limit(was: int, now: int, number: int) -> None:
    former, new = (changed("retention", "kafka", "bytes", one) for one in (was, now))
    assert len(verdicts(former, new)) == number


def test_one_change_of_the_user_is_one_verdict() -> None:
    brokers = changed("volumes", FORMER["volumes"] | {"controller": "4Gi", "broker": "4Gi"})
    ((_, _, summary),) = said(brokers)
    assert summary.startswith("the volumes of controller and broker cannot shrink from 8Gi to 4Gi")
    fewer = changed("topics", FORMER["topics"] | {"ome.health": 1, "ome.telemetry": 1})
    ((_, _, summary),) = said(fewer)
    assert summary == "topics ome.health and ome.telemetry have 3 partitions, and Kafka refuses to make it 1"
    ((_, _, summary),) = said(changed("topics", {"idrac": 1}))
    assert summary.startswith("topics ldms, ome.health and ome.telemetry are no longer needed")


def test_a_sink_that_is_off_is_not_said_in_parts() -> None:
    new = changed("sinks", ["victoria_metrics", "victoria_logs"]) | {"topics": {}}
    new["volumes"] = {name: size for name, size in FORMER["volumes"].items() if name not in ("broker", "controller")}
    ((code, _, summary),) = said(new)
    assert (code, summary.partition(" is ")[0]) == ("loses-data", "sink kafka with its 3 volumes of 8Gi")
    assert "claims by itself" in verdicts(FORMER, new)[0].help


def test_in_another_namespace_nothing_is_made_smaller() -> None:
    new = changed("volumes", "vmstorage", "1Gi") | {"namespace": "other", "sinks": []}
    assert [summary.partition(":")[0] for _, _, summary in said(new)] == ["the namespace is other instead of telemetry"]


@pytest.mark.parametrize("odd", [None, 1, "text", [], [[]], {}, {"vmstorage": None}, {"kafka": {"hours": "x"}}, True])
@pytest.mark.parametrize("section", sorted(FORMER))
def test_a_section_of_another_shape_is_no_failure(section: str, odd: Any) -> None:
    other = FORMER | {section: odd}
    verdicts(other, FORMER)
    verdicts(FORMER, other)
    assert not verdicts(other, other)


def test_a_plan_of_another_version_is_no_verdict() -> None:
    assert not verdicts({}, FORMER)
    assert not verdicts(FORMER, {})
    assert not verdicts({"files": []}, {"files": 1})


@pytest.mark.parametrize("size", ["", "8 Gi", "-1", "x", "0"])
def test_a_size_that_is_none_is_no_verdict(size: str) -> None:
    other = changed("volumes", "vmstorage", size)
    assert not verdicts(other, FORMER)
    assert not verdicts(FORMER, other)


@pytest.fixture(scope="module")
def plan() -> Plan:
    """The default plan."""
    compilation = compile_input(read_directory(str(INPUT)), lambda path: read_referenced(str(INPUT), path))
    assert compilation.plan is not None
    return compilation.plan


def test_what_is_recorded_has_the_shape_that_is_compared(plan: Plan) -> None:
    record = recorded(plan)
    assert record.keys() == FORMER.keys()
    assert {name: type(value) for name, value in record.items()} == {name: type(FORMER[name]) for name in record}
    assert record["retention"].keys() == FORMER["retention"].keys()
    assert record["retention"]["kafka"].keys() == FORMER["retention"]["kafka"].keys()
    assert record["replication"] == {"victoria_metrics": 2}


def test_the_keys_are_those_of_the_planner(plan: Plan) -> None:
    volumes = {one.name: one.volume.keys[0] for one in plan.workloads if one.volume is not None}
    assert {name: key.rpartition(": ")[2] for name, key in volumes.items()} == {
        name: place.key for name, place in VOLUMES.items()
    }
    pods = {one.name: f"{one.keys[0]}.replicas" for one in plan.workloads if one.name in STORAGE_PODS}
    assert pods == {name: place.key for name, place in STORAGE_PODS.items()}


@pytest.mark.parametrize("name", OWN_SETS)
def test_a_larger_volume_of_a_set_of_our_own_is_refused_by_kubernetes(name: str) -> None:
    former = {**FORMER, "volumes": {**FORMER["volumes"], name: "1Gi"}}
    new = {**FORMER, "volumes": {**FORMER["volumes"], name: "2Gi"}}
    ((code, file, summary),) = said(new, former)
    assert (code, file) == ("cannot-apply", TELEMETRY)
    assert summary.startswith(f"the volume of {name} grows from 1Gi to 2Gi")
    assert said({**FORMER, "volumes": {**FORMER["volumes"], "vmstorage": "9Gi"}}) == []


def test_the_sets_of_our_own_are_the_rendered_ones_with_claims() -> None:
    contents = read_directory(str(INPUT))
    found = compile_input(contents, lambda path: read_referenced(str(INPUT), path)).manifests
    sets = {one.body["metadata"]["name"] for one in found if one.body["kind"] == "StatefulSet"}
    assert sets == set(OWN_SETS)


def classes(was: object, now: object) -> list[tuple[str, str]]:
    volumes = dict.fromkeys(VOLUMES, "8Gi")
    former, new = ({**FORMER, "volumes": volumes, "storage_class": one} for one in (was, now))
    found = judged(former, new)
    assert {(one.diagnostic.code, one.diagnostic.file) for one in found} <= {("cannot-apply", "telecompile.yml")}
    # Each volume is judged once.
    assert sorted(about for one in found for about in one.about) == (sorted(map(holder, VOLUMES)) if found else [])
    return [(one.diagnostic.summary, one.diagnostic.help) for one in found]


def test_another_class_is_told_by_who_makes_the_claims() -> None:
    own, pools, others = classes("", "fast")
    get = "get StorageClass fast instead of the default StorageClass"
    assert own[0].startswith(f"the volumes of idrac-telemetry and otel-collector {get}: Kubernetes changes no claim")
    assert "delete statefulset/idrac-telemetry statefulset/otel-collector --cascade=orphan" in own[1]
    assert pools[0].startswith(f"the volumes of controller and broker {get}: Strimzi then ignores every change")
    assert others[0].endswith(f"and vlagent-vector {get}: claims that are there keep their class, and no data moves")
    assert all(help_.startswith("take storage_class out again") for _, help_ in (own, pools, others))
    assert all(help_.startswith("set storage_class back to fast") for _, help_ in classes("fast", "slow"))
    assert classes("fast", "")[0][0].count("the default StorageClass instead of StorageClass fast") == 1


def test_the_same_class_and_one_that_was_not_recorded_are_no_change() -> None:
    assert classes("fast", "fast") == []
    assert classes(None, "fast") == []
    former = {name: value for name, value in FORMER.items() if name != "storage_class"}
    assert not verdicts(former, {**FORMER, "storage_class": "fast"})


def test_a_class_matters_to_volumes_that_were_there_alone() -> None:
    former = {**FORMER, "volumes": {"broker": "8Gi", "otel-collector": "5Gi"}}
    new = {**FORMER, "volumes": {"broker": "8Gi", "vmstorage": "8Gi"}, "storage_class": "fast"}
    ((_, _, summary),) = said(new, former)
    assert summary.startswith("the volume of broker gets StorageClass fast")


def test_the_object_of_each_volume_is_the_one_that_says_its_size(plan: Plan) -> None:
    contents = read_directory(str(INPUT))
    found = compile_input(contents, lambda path: read_referenced(str(INPUT), path)).manifests
    for workload in plan.workloads:
        if workload.volume is not None:
            about = holder(workload.name)
            (body,) = (
                one.body
                for one in found
                if one.body["kind"] == about.kind and about.name in ("", one.body["metadata"]["name"])
            )
            assert f"'{workload.volume.size}'" in str(body)


def test_a_topic_is_judged_by_the_name_that_clients_use() -> None:
    (one,) = judged(FORMER, changed("topics", {"idrac": 1, "ldms": 2}))
    assert [(about.kind, about.name) for about in one.about] == [
        ("KafkaTopic", "ome.health"),
        ("KafkaTopic", "ome.telemetry"),
    ]
    assert set(POOLS) < set(VOLUMES)
