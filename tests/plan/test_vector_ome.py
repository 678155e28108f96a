"""The bridge from OME's topics: what it subscribes to, and what it holds in memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.plan.vector_ome import OmeBridge
from telecompile.sources.ome.identifier import Identifier, read_identifier, subscription
from tests.config.changed import STORAGE, TELEMETRY, changed, planned

IDENTIFIER = 'ome_identifier: "ome"'
METRICS_OFF = ("  vector_ome:\n    metrics_enabled: true", "  vector_ome:\n    metrics_enabled: false")
MEMORY = 512 * 1024
"""KiB, the limit in the default input."""


def bridge(*edits: tuple[str, str], storage: tuple[tuple[str, str], ...] = ()) -> OmeBridge:
    found = planned(changed({TELEMETRY: edits, STORAGE: storage})).vector.ome
    assert found is not None
    return found


def test_a_literal_identifier_reads_its_topics_by_name() -> None:
    found = bridge((IDENTIFIER, 'ome_identifier: "A.b"'))
    assert found.metric_topics is not None
    assert found.log_topics is not None
    assert found.metric_topics.value == ("A.b.telemetry", "A.b.inventory", "A.b.health")
    assert found.log_topics.value == ("A.b.event", "A.b.alerts", "A.b.auditlogs", "A.b.logs")


@pytest.mark.parametrize("text", ["ome-.*", "^ome-.*"])
def test_an_expression_is_subscribed_to_from_its_beginning_by_both_groups(text: str) -> None:
    found = bridge((IDENTIFIER, f'ome_identifier: "{text}"'))
    assert found.metric_topics == found.log_topics
    assert found.metric_topics is not None
    assert found.metric_topics.value == ("^ome-.*",)
    assert found.metric_group != found.log_group


def test_a_channel_that_is_off_has_no_topics() -> None:
    found = bridge(METRICS_OFF)
    assert found.metric_topics is None
    assert found.log_topics is not None


@pytest.mark.parametrize(
    ("edits", "topics"),
    [((), 7), ((METRICS_OFF,), 4), (((IDENTIFIER, 'ome_identifier: "^ome-"'),), 14)],
)
@pytest.mark.parametrize("partitions", [1, 3, 20])
def test_what_is_fetched_ahead_is_an_eighth_of_the_memory_limit(
    edits: tuple[tuple[str, str], ...], topics: int, partitions: int
) -> None:
    found = bridge(*edits, ("      ldms: 2", f"      ldms: 2\n      ome: {partitions}"))
    assert 2 * found.prefetch_kib.value * partitions * topics <= MEMORY // 8
    assert 2 * (found.prefetch_kib.value + 1) * partitions * topics > MEMORY // 8


def test_lines_on_their_way_and_waiting_are_bounded_by_the_memory() -> None:
    found = bridge()
    assert found.line_requests.value * found.line_batch.value <= MEMORY * 1024 // 8
    assert found.line_buffer.value == MEMORY * 1024 // 16


@pytest.mark.parametrize(("hours", "seconds"), [(24, 86_400), (168, 604_800), (8760, 604_800)])
def test_a_time_is_believed_as_long_as_the_store_would_keep_it(hours: int, seconds: int) -> None:
    found = bridge(("retention_period: 168", f"retention_period: {hours}"))
    assert (found.metric_age.value, found.line_age.value) == (seconds, 604_800)


def test_without_the_bridge_nothing_is_planned_of_it() -> None:
    off = ("    logs_enabled: true\n    ome_identifier", "    logs_enabled: false\n    ome_identifier")
    assert planned(changed({TELEMETRY: (METRICS_OFF, off)})).vector.ome is None


@given(st.text(st.sampled_from("ome-.*+?[]()|\\^$a{}19"), max_size=12))
def test_no_identifier_brings_a_dollar_into_the_configuration(text: str) -> None:
    # Vector before 0.57 puts environment variables in its place.
    found = read_identifier(text)
    if isinstance(found, Identifier) and not found.literal:
        assert "$" not in subscription(found)
        assert subscription(found).startswith(f"^{found.text[:1].replace('^', '')}")
