"""How many pods a component of the data path has."""

from __future__ import annotations

import pytest

from tests.config.changed import OPTIONS, STORAGE
from tests.rules.laid import codes, told
from tests.rules.test_queues import BRIDGES_OFF, SYSLOG_OFF

COMPONENTS = [
    ("victoria_cluster_storage", "vminsert"),
    ("victoria_cluster_storage", "vmselect"),
    ("victoria_cluster_storage", "vmagent"),
    ("victoria_logs_cluster_storage", "vlstorage"),
    ("victoria_logs_cluster_storage", "vlinsert"),
    ("victoria_logs_cluster_storage", "vlselect"),
    ("victoria_logs_cluster_storage", "vlagent"),
    ("vector_storage", "ldms"),
    ("vector_storage", "ome"),
    ("vector_storage", "vlagent_vector"),
    ("vector_storage", "vmagent_vector"),
]


def replicas(section: str, name: str, count: int) -> str:
    """A fragment of the storage file."""
    return f"{section}:\n  {name}:\n    replicas: {count}\n"


@pytest.mark.parametrize(("section", "name"), COMPONENTS)
def test_one_replica(section: str, name: str) -> None:
    assert codes("", replicas(section, name, 2)) == []
    (one,) = told("", replicas(section, name, 1))
    assert (one.code, one.severity, one.file, one.under) == ("single-replica", "warning", STORAGE, "1")
    assert one.summary.startswith(f"{section}.{name} has one replica")


@pytest.mark.parametrize(
    ("name", "off"),
    [
        ("vlagent", SYSLOG_OFF),
        ("ldms", BRIDGES_OFF),
        ("ome", BRIDGES_OFF),
        ("vmagent_vector", BRIDGES_OFF),
        ("vlagent_vector", BRIDGES_OFF),
    ],
)
def test_of_what_is_not_rendered_nothing_is_said(name: str, off: str) -> None:
    section = "victoria_logs_cluster_storage" if name == "vlagent" else "vector_storage"
    assert "single-replica" not in codes(off, replicas(section, name, 1))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_vmstorage_keeps_samples_twice_from_three_on(count: int) -> None:
    found = told("", replicas("victoria_cluster_storage", "vmstorage", count))
    assert [(one.code, one.severity, one.under) for one in found] == (
        [("vmstorage-not-replicated", "warning", str(count))] if count < 3 else []
    )


@pytest.mark.parametrize("count", [1, 2])
def test_the_gateway_is_in_the_data_path_and_what_watches_is_not(count: int) -> None:
    found = told(options=f"resources:\n  vmauth:\n    replicas: {count}\n")
    assert [(one.code, one.file, one.under) for one in found] == (
        [("single-replica", OPTIONS, "1")] if count == 1 else []
    )
    assert codes(options=f"resources:\n  vmalert:\n    replicas: {count}\n") == []
    assert (
        codes(options="resources:\n  vmauth:\n    limits:\n      cpu: 2\n      memory: 1Gi\n".replace("2", '"2"')) == []
    )


def partitions(topic: str, count: int) -> str:
    return f"telemetry_sinks:\n  kafka:\n    topic_partitions:\n      {topic}: {count}\n"


@pytest.mark.parametrize("topic", ["ldms", "ome"])
def test_idle_consumers(topic: str) -> None:
    assert codes(partitions(topic, 4), replicas("vector_storage", topic, 4)) == []
    (one,) = told(partitions(topic, 4), replicas("vector_storage", topic, 5))
    assert (one.code, one.severity, one.file, one.under) == ("idle-consumers", "warning", STORAGE, "5")
    assert one.related == (topic,)
    assert one.summary.endswith("4 partitions: 1 replica is idle")
    assert one.help == f"write replicas: 4, or telemetry_sinks.kafka.topic_partitions.{topic}: 5"


def test_the_default_of_ome_is_three_partitions() -> None:
    assert codes("", replicas("vector_storage", "ome", 3)) == []
    (one,) = told("", replicas("vector_storage", "ome", 4))
    assert (one.code, one.related) == ("idle-consumers", ())


def test_no_topic_can_have_more_than_a_hundred_partitions() -> None:
    (one,) = told("", replicas("vector_storage", "ldms", 101))
    assert one.help == "write replicas: 2"


def test_consumers_that_are_not_rendered_are_not_idle() -> None:
    assert "idle-consumers" not in codes(BRIDGES_OFF, replicas("vector_storage", "ldms", 100))
