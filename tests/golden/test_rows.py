"""Every source, bridge and sink has a case in which it is on, is off, and has each channel and target alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from telecompile.plan.plan import Plan
from tests.golden.compiled import Compiled

CHANNELS = {
    "idrac": ("metrics",),
    "ldms": ("metrics",),
    "dcgm": ("metrics",),
    "powerscale": ("metrics", "logs"),
    "ufm": ("metrics", "logs"),
    "vast": ("metrics", "logs"),
    "ome": ("metrics", "logs"),
    "sfm": ("metrics",),
    "vector_ldms": ("metrics",),
    "vector_ome": ("metrics", "logs"),
}
"""What the seed lets be switched, each by itself."""
SINKS = ("victoria_metrics", "victoria_logs", "kafka")
SWITCHES = ("alerts", "dashboards", "network policies", "mapping CSV", "array form")


def test_every_combination_of_a_sources_or_bridges_channels_has_a_case(passing: dict[str, Compiled]) -> None:
    seen = {(name, on) for case in passing.values() for name, on in _channels(case.sure_plan)}
    assert seen == {(name, on) for name, channels in CHANNELS.items() for on in _subsets(channels)}


def test_every_sink_has_cases_of_on_alone_and_off(passing: dict[str, Compiled]) -> None:
    seen = {frozenset(sink.name for sink in case.sure_plan.sinks if sink.on) for case in passing.values()}
    for sink in SINKS:
        assert any(sink not in on for on in seen)
        assert frozenset({sink}) in seen
    assert frozenset(SINKS) in seen


def test_each_target_of_idrac_has_a_case_by_itself_and_with_the_other(passing: dict[str, Compiled]) -> None:
    seen = {
        frozenset(source.targets)
        for case in passing.values()
        for source in case.sure_plan.sources
        if source.name == "idrac" and source.on
    }
    assert seen == set(_subsets(("kafka", "victoria_metrics"))) - {frozenset()}


def test_every_switch_of_the_rest_has_a_case_on_and_off(passing: dict[str, Compiled]) -> None:
    seen = {one for case in passing.values() for one in _switches(case.sure_plan)}
    assert seen == {(name, on) for name in SWITCHES for on in (True, False)}


def _channels(plan: Plan) -> Iterator[tuple[str, frozenset[str]]]:
    for source in plan.sources:
        if source.name in CHANNELS:
            yield source.name, frozenset(channel.name for channel in source.channels if channel.on)
    for name in {bridge.name for bridge in plan.bridges}:
        yield name, frozenset(bridge.channel for bridge in plan.bridges if bridge.name == name and bridge.on)


def _subsets(names: tuple[str, ...]) -> Iterator[frozenset[str]]:
    return map(frozenset, chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))


def _switches(plan: Plan) -> Iterator[tuple[str, bool]]:
    if plan.monitoring is not None:
        yield "alerts", plan.monitoring.alerts.value
        yield "dashboards", plan.monitoring.dashboards.value
    yield "network policies", plan.network is not None
    yield "mapping CSV", any(group.nodes is not None for group in plan.software.groups)
    yield "array form", plan.software.mode is None
