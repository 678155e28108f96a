"""The broker: topics, segments, names."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.plan.kafka import Kafka
from telecompile.plan.topics import LONGEST_NAME, object_name
from tests.config.changed import TELEMETRY, changed, planned

OME = ("telemetry", "inventory", "health", "event", "alerts", "auditlogs", "logs")


def kafka(*edits: tuple[str, str]) -> Kafka:
    found = planned(changed({TELEMETRY: edits})).kafka
    assert found is not None
    return found


def topics(*edits: tuple[str, str]) -> dict[str, int]:
    return {one.topic: one.partitions for one in kafka(*edits).topics}


def test_a_topic_for_each_source_and_each_suffix_of_a_literal_identifier() -> None:
    assert topics() == {"idrac": 1, "ldms": 2, **{f"ome.{suffix}": 3 for suffix in OME}}
    assert all((one.replicas, one.min_insync) == (3, 2) for one in kafka().topics)


def test_partitions_are_as_configured_and_have_defaults() -> None:
    assert topics(("idrac: 1\n      ldms: 2", "ldms: 7"))["idrac"] == 1
    assert topics(("idrac: 1\n      ldms: 2", "ldms: 7"))["ldms"] == 7
    assert topics(("      ldms: 2", "      ome: 9"))["ldms"] == 2
    assert topics(("      ldms: 2", "      ome: 9"))["ome.logs"] == 9


def test_a_source_has_a_topic_only_while_it_is_on_and_targets_kafka() -> None:
    assert "idrac" not in topics(("[victoria_metrics, kafka]", "[victoria_metrics]"))
    assert "idrac" not in topics(("idrac:\n    metrics_enabled: true", "idrac:\n    metrics_enabled: false"))


@pytest.mark.parametrize(("channel", "left"), [("metrics", OME[3:]), ("logs", OME[:3])])
def test_topics_of_ome_follow_its_channels(channel: str, left: tuple[str, ...]) -> None:
    ome = "  ome:\n    metrics_enabled: true\n    logs_enabled: true"
    found = topics((ome, ome.replace(f"{channel}_enabled: true", f"{channel}_enabled: false")))
    assert {topic for topic in found if topic.startswith("ome.")} == {f"ome.{suffix}" for suffix in left}


def test_an_expression_leaves_its_topics_to_ome() -> None:
    found = kafka(('ome_identifier: "ome"', 'ome_identifier: "^OME-.*"'))
    assert {one.topic for one in found.topics} == {"idrac", "ldms"}
    assert found.auto_create.value
    assert "OME-" in found.auto_create.reason
    assert not kafka().auto_create.value


def test_the_name_of_an_odd_topic_is_one_that_kubernetes_takes() -> None:
    found = {one.topic: one.name for one in kafka(('ome_identifier: "ome"', 'ome_identifier: "OME_6"')).topics}
    digest = hashlib.sha256(b"OME_6.telemetry").hexdigest()[:8]
    assert found["OME_6.telemetry"] == f"ome-6.telemetry-{digest}"
    assert found["idrac"] == "idrac"


@pytest.mark.parametrize(
    ("configured", "rendered"), [(1, 1048576), (1048575, 1048576), (1048576, 1048576), (2147483647, 2147483647)]
)
def test_a_segment_is_never_smaller_than_what_kafka_starts_with(configured: int, rendered: int) -> None:
    found = kafka(("log_segment_bytes: 1073741824", f"log_segment_bytes: {configured}")).segment_bytes
    assert found.value == rendered
    assert found.keys == ("telemetry_sinks.kafka.log_segment_bytes",)
    if configured != rendered:
        assert str(configured) in found.reason


def test_the_external_listener_is_there_for_ome_only() -> None:
    assert kafka().external_listener.value
    off = "  ome:\n    metrics_enabled: true\n    logs_enabled: true"
    assert not kafka((off, off.replace("true", "false"))).external_listener.value


@given(st.text(min_size=1, max_size=300))
def test_any_text_becomes_a_name_that_kubernetes_takes(text: str) -> None:
    name = object_name(text)
    assert len(name) <= LONGEST_NAME
    assert re.fullmatch(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*", name)
    assert name == text or name.endswith(hashlib.sha256(text.encode()).hexdigest()[:8])


@given(st.text("aA-_.", min_size=1, max_size=6), st.text("aA-_.", min_size=1, max_size=6))
def test_two_texts_never_share_a_name(one: str, other: str) -> None:
    assert (object_name(one) == object_name(other)) is (one == other)
