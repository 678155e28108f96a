"""What is drawn of the flows is what the plan has, and what its policies let through."""

from __future__ import annotations

import pytest

from telecompile.commands.validate import check
from telecompile.pipeline import Until
from telecompile.plan.flowchart import GROUPS, Flowchart, Link, Node, gathered
from telecompile.plan.flows import flows
from telecompile.plan.plan import Plan
from tests.golden.cases import Case, find_cases, put

CASES = [case for case in find_cases() if case.has_plan]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.name)
def plan(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """The plan of each golden case that has one."""
    return plan_of(request.param, tmp_path_factory)


def plan_of(case: Case, folders: pytest.TempPathFactory) -> Plan:
    folder = folders.mktemp("input")
    put(folder, case.input_files())
    compilation = check(str(folder), Until.PLAN).compilation
    assert compilation is not None
    assert compilation.plan is not None
    return compilation.plan


def keys(chart: Flowchart, group: str) -> set[str]:
    return {node.key for node in chart.nodes if node.group == group}


def test_everything_that_is_on_is_drawn_and_nothing_else(plan: Plan) -> None:
    chart = flows(plan)
    assert keys(chart, "sources") == {f"source {one.name}" for one in plan.sources if one.on}
    assert keys(chart, "bridges") == {f"workload {one.name.replace('_', '-')}" for one in plan.bridges if one.on}
    assert keys(chart, "agents") == {f"workload {one.workload.name}" for one in plan.agents}
    assert keys(chart, "sinks") == {f"sink {one.name}" for one in plan.sinks if one.on and one.name != "kafka"}
    assert bool(keys(chart, "kafka")) == plan.sink("kafka").on == bool(chart.kafka)
    urls = {target.url for agent in plan.agents for target in agent.targets if not target.local}
    assert keys(chart, "endpoints") == {f"endpoint {url}" for url in urls}
    said = "\n".join(line for node in chart.nodes if node.group == "kafka" for line in node.lines)
    assert all(
        f"{topic.topic}, {topic.partitions} partition" in said for topic in (plan.kafka.topics if plan.kafka else ())
    )


def test_each_channel_that_is_on_reaches_a_sink(plan: Plan) -> None:
    chart = flows(plan)
    for source in plan.sources:
        reached = {what for what, key in _reached(chart, f"source {source.name}") if key.startswith(("sink", "topics"))}
        assert reached == {one.name for one in source.channels if source.sends(one.name) and one.on} or (
            # DCGM has no sink of its own: its numbers leave with those of LDMS, or not at all.
            source.name == "dcgm" and reached <= {"metrics"}
        )


def _reached(chart: Flowchart, start: str) -> set[tuple[str, str]]:
    """What arrives where, of the links from ``start`` on; of a bridge's two channels each goes on by itself."""
    found = {(link.what, link.target) for link in chart.links if link.source == start}
    while True:
        more = {
            (what, link.target)
            for what, key in found
            for link in chart.links
            if (link.source, link.what) == (key, what)
        }
        if more <= found:
            return found
        found |= more


def test_every_link_between_pods_is_an_edge_of_the_network(plan: Plan) -> None:
    if plan.network is None:
        return
    allowed = set()
    for edge in plan.network.edges:
        for port in edge.ports:
            ends = (_pod(edge.source.workload), _pod(edge.target.workload))
            allowed |= {(*ends, port.number), (*reversed(ends), port.number)}
    for link in flows(plan).links:
        source, target = _end(link.source), _end(link.target)
        if source and target:
            assert (source, target, link.port) in allowed


def _pod(workload: str) -> str:
    """All aggregators are one here, and all stores."""
    return next((one for one in ("ldms-aggregator", "ldms-store") if workload.startswith(one)), workload)


def _end(key: str) -> str:
    """The pods that a node stands for, "" for what is outside."""
    kind, _, name = key.partition(" ")
    if kind == "topics":
        return "broker"
    if kind == "sink":
        return {"victoria_metrics": "vminsert", "victoria_logs": "vlinsert"}[name]
    return name if kind == "workload" else ""


def test_equal_nodes_are_one_and_links_need_both_ends() -> None:
    one, again = Node("source a", "sources", ("a",)), Node("source a", "sources", ("other",))
    store = Node("sink b", "sinks", ("b",))
    link, loose = Link("source a", "sink b", "metrics", "push", 1), Link("source a", "sink c", "metrics", "push", 1)
    chart = gathered([store, one, link, again, link, loose], "")
    assert chart.nodes == (one, store)
    assert chart.links == (link,)
    assert [node.group for node in chart.nodes] == sorted(("sinks", "sources"), key=GROUPS.index)
