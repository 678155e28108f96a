"""OME's messages through what the output renders: which topics and groups, and what becomes of a message of each."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.vector.ome_engine import LINES, METRICS, configured, counted, faults, gauges, lines, runtime
from tests.vector.ome_messages import ALERTS, TELEMETRY, text

_METRICS, _LOGS = {"telemetry", "inventory", "health"}, {"event", "alerts", "auditlogs", "logs"}


def _config(one: Compiled) -> str:
    (data,) = [
        body["data"]
        for body in one.objects().values()
        if body["kind"] == "ConfigMap" and body["metadata"]["name"] == "vector-ome"
    ]
    return str(data["vector.yaml"])


@pytest.fixture
def config(request: pytest.FixtureRequest, compiled: Compile) -> str:
    return _config(compiled(Case(GOLDEN / request.param)))


@pytest.mark.parametrize("config", ["default", "ome-odd-literal", "ome-expression"], indirect=True)
def test_a_message_becomes_samples_and_another_lines(config: str) -> None:
    samples = configured(config, METRICS).events(text(TELEMETRY), "ome.telemetry")
    assert faults(samples) == []
    assert len(gauges(samples)) == 13
    assert counted(samples) == {}
    found = configured(config, LINES).events(text(ALERTS), "ome.alerts")
    assert faults(found) == []
    assert [one["_msg"] for one in lines(found)] == ["Test manual alerts"] * 2


def _takes(config: dict[str, Any], channel: str, topic: str) -> bool:
    """Whether a topic's messages reach the programs of a channel."""
    source = config["sources"].get(f"kafka_{channel}")
    if source is None:
        return False
    subscribed = source["topics"]
    if not any(re.match(one, topic) if one.startswith("^") else one == topic for one in subscribed):
        return False
    own = config["transforms"].get({"metrics": "ome_metric_topics", "logs": "ome_log_topics"}[channel])
    return own is None or runtime().execute(own["condition"], {"topic": topic}).runtime_result is True


@pytest.mark.parametrize(
    ("named", "prefix"),
    [("default", "ome."), ("ome-odd-literal", "OME_Site.A-1."), ("ome-expression", "ome-west.")],
)
def test_every_topic_reaches_exactly_one_channel(named: str, prefix: str, compiled: Compile) -> None:
    config = yaml.safe_load(_config(compiled(Case(GOLDEN / named))))
    for end in _METRICS | _LOGS:
        taken = [_takes(config, channel, prefix + end) for channel in ("metrics", "logs")]
        assert taken == [end in _METRICS, end in _LOGS]
    expression = config["sources"]["kafka_logs"]["topics"][0].startswith("^")
    for unknown in ("firmware", "x.health.y", "telemetryx"):
        # By name nobody reads it, and nobody can make it either.
        assert [_takes(config, channel, prefix + unknown) for channel in ("metrics", "logs")] == [False, expression]
    for other in ("ldms", "idrac", f"x{prefix}alerts", "__consumer_offsets"):
        assert not any(_takes(config, channel, other) for channel in ("metrics", "logs"))


@pytest.mark.parametrize(
    ("named", "channels"),
    [
        ("ome-alone", {"metrics", "logs"}),
        ("ome-metrics-alone", {"metrics"}),
        ("ome-expression-metrics-alone", {"metrics"}),
        ("ome-logs-alone", {"logs"}),
        ("ome-to-kafka-only", set()),
        ("ome-off", set()),
    ],
)
def test_each_channel_works_alone(named: str, channels: set[str], compiled: Compile) -> None:
    objects = compiled(Case(GOLDEN / named)).objects()
    found = {(body["kind"], body["metadata"]["name"]): body for body in objects.values()}
    assert (("VLAgent", "vlagent-vector") in found) is ("logs" in channels)
    assert (("Deployment", "vector-ome") in found) is bool(channels)
    if named != "ome-off":
        assert (("VMAgent", "vmagent-vector") in found) is ("metrics" in channels)
    groups = {f"vector-ome-{channel}" for channel in channels}
    user = found.get(("KafkaUser", "vector-ome"))
    acls = user["spec"]["authorization"]["acls"] if user else []
    assert {acl["resource"]["name"] for acl in acls if acl["resource"]["type"] == "group"} == groups
    if channels:
        config = yaml.safe_load(found["ConfigMap", "vector-ome"]["data"]["vector.yaml"])
        sources = [one for one in config["sources"].values() if one["type"] == "kafka"]
        assert {one["group_id"] for one in sources} == groups
        sinks = {"metrics": "vmagent", "logs": "vlagent"}
        assert set(config["sinks"]) == {"metrics", *(sinks[channel] for channel in channels)}
