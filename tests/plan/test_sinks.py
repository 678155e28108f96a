"""When sources, bridges and sinks are on (semantics.md, section 3)."""

from __future__ import annotations

from itertools import product

import pytest

from telecompile.plan.plan import Plan
from tests.config.changed import TELEMETRY, changed, planned

BRIDGES = """telemetry_bridges:
  vector_ldms:
    metrics_enabled: true
  vector_ome:
    metrics_enabled: true
    logs_enabled: true
"""
OFF = """telemetry_sources:
  idrac: {metrics_enabled: IDRAC, collection_targets: [TARGETS]}
  ldms: {metrics_enabled: LDMS, collection_targets: [kafka]}
  dcgm: {metrics_enabled: false}
  powerscale: {metrics_enabled: false, logs_enabled: POWERSCALE, collection_targets: [victoria_metrics, victoria_logs]}
  ufm: {metrics_enabled: false, collection_targets: [victoria_metrics]}
  vast: {metrics_enabled: false, collection_targets: [victoria_metrics]}
  ome: {metrics_enabled: OMEM, logs_enabled: OMEL, collection_targets: [kafka]}

"""


def plan(options: str = "", **given: object) -> Plan:
    """A plan where only what is given is on: idrac, ldms, powerscale, omem, omel, bldms, bomem, bomel, targets."""
    default = {"IDRAC": False, "LDMS": False, "POWERSCALE": False, "OMEM": False, "OMEL": False, "TARGETS": "kafka"}
    wanted = default | {key.upper(): value for key, value in given.items()}
    sources = OFF
    for key in default:
        sources = sources.replace(key, str(wanted[key]) if key == "TARGETS" else str(wanted[key]).lower())
    bridges = BRIDGES
    for key in ("BLDMS", "BOMEM", "BOMEL"):
        bridges = bridges.replace("_enabled: true", f"_ENABLED: {str(wanted.get(key, False)).lower()}", 1)
    text = changed()[TELEMETRY]
    assert isinstance(text, bytes)
    rest = text.decode()
    rest = rest[rest.index("telemetry_bridges:") :].replace(BRIDGES, bridges.replace("_ENABLED", "_enabled"))
    return planned(changed(telemetry=sources + rest, options=f"expose: {{source_ranges: [192.0.2.0/24]}}\n{options}"))


def on(found: Plan) -> set[str]:
    return {sink.name for sink in found.sinks if sink.on}


def test_nothing_on_needs_nothing() -> None:
    found = plan()
    assert on(found) == set()
    assert (found.victoria_metrics, found.victoria_logs, found.kafka, found.gateway, found.workloads) == (None,) * 4 + (
        (),
    )
    assert not any(source.on for source in found.sources)


@pytest.mark.parametrize(
    ("targets", "sinks"),
    [
        ("kafka", {"kafka"}),
        ("victoria_metrics", {"victoria_metrics"}),
        ("victoria_metrics, kafka", {"kafka", "victoria_metrics"}),
    ],
)
def test_a_sink_is_on_when_a_source_that_is_on_lists_it(targets: str, sinks: set[str]) -> None:
    assert on(plan(idrac=True, targets=targets)) == sinks
    assert on(plan(idrac=False, targets=targets)) == set()


@pytest.mark.parametrize(("source", "bridge"), list(product([True, False], repeat=2)))
def test_vector_ldms_needs_both_of_its_sinks_while_both_keys_are_on(source: bool, bridge: bool) -> None:
    found = plan(ldms=source, bldms=bridge)
    expected = {"kafka"} if source else set()
    assert on(found) == (expected | {"victoria_metrics"} if source and bridge else expected)
    (one,) = [one for one in found.bridges if one.name == "vector_ldms"]
    assert one.on is (source and bridge)


@pytest.mark.parametrize(("metrics", "logs", "bmetrics", "blogs"), list(product([True, False], repeat=4)))
def test_vector_ome_needs_the_store_of_each_channel_that_is_on(
    metrics: bool, logs: bool, bmetrics: bool, blogs: bool
) -> None:
    found = plan(omem=metrics, omel=logs, bomem=bmetrics, bomel=blogs)
    expected = {"kafka"} if metrics or logs else set()
    expected |= {"victoria_metrics"} if metrics and bmetrics else set()
    expected |= {"victoria_logs"} if logs and blogs else set()
    assert on(found) == expected
    running = {workload.name for workload in found.vector.bridges}
    assert running == ({"vector-ome"} if (metrics and bmetrics) or (logs and blogs) else set())
    assert (found.vector.vmagent is not None) is (metrics and bmetrics)
    assert (found.vector.vlagent is not None) is (logs and blogs)


def test_a_source_that_is_on_turns_on_every_sink_that_it_lists() -> None:
    """Also the one of a channel that is off; a rule warns of that."""
    assert on(plan(powerscale=True)) == {"victoria_metrics", "victoria_logs"}


def test_a_source_that_pushes_needs_the_metrics_store() -> None:
    found = plan("push_sources: [sfm]\n")
    assert on(found) == {"victoria_metrics"}
    assert [source.name for source in found.sources if source.on] == ["sfm"]


def test_a_bridge_that_is_left_out_says_why() -> None:
    reasons = {(one.name, one.channel): one.reason for one in plan(ldms=True, bomem=True).bridges}
    assert reasons["vector_ldms", "metrics"] == "not enabled: ldms's metrics stay in Kafka"
    assert reasons["vector_ome", "metrics"] == "left out: ome's metrics are not collected"
