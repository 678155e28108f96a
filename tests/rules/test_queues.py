"""The disk queues of the agents fit on their volumes: 512 MiB a URL on 80 % of it."""

from __future__ import annotations

import re

import pytest

from tests.config.changed import OPTIONS, STORAGE, TELEMETRY
from tests.rules.laid import codes, told

MIB = 640
"""MiB of volume that a URL needs: 512 MiB are 80 % of them."""


def endpoints(metrics: int = 0, logs: int = 0) -> str:
    """A fragment with so many additional endpoints."""

    def listed(kind: str, count: int) -> str:
        return "".join(f'      - url: "https://{kind}-{index}.example/insert/native"\n' for index in range(count))

    text = "telemetry_sinks:\n"
    if metrics:
        text += f"  victoria_metrics:\n    additional_metric_remote_write_endpoints:\n{listed('m', metrics)}"
    if logs:
        text += f"  victoria_logs:\n    additional_log_write_endpoints:\n{listed('l', logs)}"
    return text if metrics or logs else ""


def volume(agent: str, size: str) -> tuple[str, str]:
    """Fragments of the storage file and of the options that set the volume of an agent."""
    if agent == "vmagent":
        return "", f'vmagent_queue_size: "{size}"\n'
    section = "victoria_logs_cluster_storage" if agent == "vlagent" else "vector_storage"
    return f'{section}:\n  {agent.replace("-", "_")}:\n    pvc_size: "{size}"\n', ""


@pytest.mark.parametrize("agent", ["vmagent", "vlagent", "vmagent-vector", "vlagent-vector"])
@pytest.mark.parametrize("further", [0, 1, 3])
def test_the_bound(agent: str, further: int) -> None:
    sinks = endpoints(metrics=further) if agent.startswith("vm") else endpoints(logs=further)
    least = (1 + further) * MIB
    assert codes(sinks, *volume(agent, f"{least}Mi")) == []
    below = told(sinks, *volume(agent, f"{least * 2**20 - 1}"))
    if agent == "vmagent-vector" and further == 0:
        assert below == []  # with the local store alone Kafka is its buffer
        return
    (one,) = below
    assert (one.code, one.severity) == ("queue-above-volume", "error")
    assert (one.file, one.under) == (OPTIONS if agent == "vmagent" else STORAGE, f'"{least * 2**20 - 1}"')
    assert one.summary.startswith(f"{agent} keeps a queue of at least 512Mi")
    key = "vmagent_queue_size" if agent == "vmagent" else "pvc_size"
    assert re.match(f'write {key}: "([^"]*)"', one.help)
    assert len(one.related) == (1 if further else 0)


@pytest.mark.parametrize("agent", ["vmagent", "vlagent", "vmagent-vector", "vlagent-vector"])
def test_the_volume_of_the_help_is_the_smallest_that_passes(agent: str) -> None:
    sinks = endpoints(metrics=2, logs=2)
    (one,) = told(sinks, *volume(agent, "1Gi"))
    said = re.findall('"([^"]*)"', one.help)[0]
    assert codes(sinks, *volume(agent, said)) == []
    assert said == f"{3 * MIB}Mi"


def test_a_default_that_is_too_small_is_told_at_the_endpoints() -> None:
    """5Gi are enough for eight URLs."""
    enough, _ = volume("vmagent-vector", "20Gi")
    assert codes(endpoints(metrics=7), enough) == []
    (one,) = told(endpoints(metrics=8), enough)
    assert (one.code, one.file, one.under) == (
        "queue-above-volume",
        TELEMETRY,
        "additional_metric_remote_write_endpoints",
    )
    assert one.summary.endswith("its volume of 5Gi (the default)")
    assert f"in {OPTIONS}" in one.help


SYSLOG_OFF = """telemetry_sources:
  powerscale:
    logs_enabled: false
    collection_targets: [victoria_metrics]
"""
BRIDGES_OFF = """telemetry_sources:
  ome:
    metrics_enabled: false
    logs_enabled: false
  ldms:
    metrics_enabled: false
telemetry_bridges:
  vector_ldms:
    metrics_enabled: false
  vector_ome:
    metrics_enabled: false
    logs_enabled: false
"""


@pytest.mark.parametrize(
    ("agent", "off"), [("vlagent", SYSLOG_OFF), ("vmagent-vector", BRIDGES_OFF), ("vlagent-vector", BRIDGES_OFF)]
)
def test_an_agent_that_is_not_rendered_has_no_queue(agent: str, off: str) -> None:
    sinks = endpoints(metrics=3, logs=3)
    assert "queue-above-volume" in codes(sinks, *volume(agent, "1Gi"))
    assert "queue-above-volume" not in codes(off + sinks, *volume(agent, "1Gi"))


def test_vmagent_without_its_store_has_no_queue() -> None:
    kafka_alone = BRIDGES_OFF.replace(
        "telemetry_sources:\n",
        "telemetry_sources:\n  idrac:\n    collection_targets: [kafka]\n  powerscale:\n    metrics_enabled: false\n"
        "    collection_targets: [victoria_logs]\n",
    )
    assert codes(kafka_alone, *volume("vmagent", "1Mi")) == []
    pushed = volume("vmagent", "1Mi")[1] + "push_sources: [sfm]\n"
    assert codes(kafka_alone, "", pushed) == ["queue-above-volume"]
