"""Mermaid reads what is drawn, and gives back every text as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from telecompile.plan.flowchart import GROUPS, Flowchart, Link, Node, gathered
from telecompile.plan.flows import flows
from telecompile.plan.mermaid import as_mermaid, drawn
from tests.plan.mermaid_parser import Parser, Understood, parser
from tests.plan.test_flows import CASES, plan_of
from tools.command import ToolError

RESERVED = ["end", "graph", "subgraph", "default", "style", "class", "click", "o", "x", "flowchart", "__proto__"]


@pytest.fixture(scope="module")
def mermaid() -> Iterator[Parser]:
    """Mermaid's parser."""
    try:
        with parser() as running:
            yield running
    except ToolError as error:
        pytest.skip(f"no parser of Mermaid to be had: {error}")


def agrees(chart: Flowchart, read: Understood) -> None:
    """Whether Mermaid understood what the chart says."""
    said = {node.key: _lines(*node.lines) for node in chart.nodes}
    assert sorted(read.nodes.values()) == sorted(said.values())
    links = sorted((said[link.source], said[link.target], _label(link)) for link in chart.links)
    assert sorted((read.nodes[start], read.nodes[end], text) for start, end, text in read.links) == links
    groups = [{said[node.key] for node in chart.nodes if node.group == group} for group in GROUPS]
    found = [{read.nodes[name] for name in names} for names in read.groups.values()]
    assert sorted(map(sorted, found)) == sorted(sorted(one) for one in groups if one)


def _lines(*lines: str) -> str:
    # Mermaid takes blanks away around a text, and keeps those between.
    return "<br/>".join(lines).strip()


def _label(link: Link) -> str:
    return _lines(link.what, link.how if link.port is None else f"{link.how}, {link.port}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_golden_plan_is_understood(
    case: object, mermaid: Parser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plan = plan_of(case, tmp_path_factory)  # type: ignore[arg-type] # pytest's parameters have no type
    agrees(flows(plan), mermaid.read(as_mermaid(plan)))


# Controls have no number in HTML, and nothing in a plan has one.
visible = st.characters(exclude_categories=["C", "Z"])
texts = st.one_of(
    st.text(visible, min_size=1, max_size=20),
    st.sampled_from(RESERVED),
    st.text('"#;&<>`\\|[](){}%-=*_:/ ', min_size=1, max_size=12),
)
nodes = st.builds(
    Node, st.text(min_size=1, max_size=6) | st.sampled_from(RESERVED), st.sampled_from(GROUPS), st.tuples(texts)
)


@st.composite
def charts(draw: st.DrawFn) -> Flowchart:
    """Nodes and links with any text."""
    found = draw(st.lists(nodes, min_size=1, max_size=6))
    ends = st.sampled_from([node.key for node in found])
    links = st.lists(st.builds(Link, ends, ends, texts, texts, st.none() | st.integers(1, 65535)), max_size=6)
    return gathered([*found, *draw(links)], draw(texts))


@given(charts())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_no_text_is_taken_for_syntax(mermaid: Parser, chart: Flowchart) -> None:
    agrees(chart, mermaid.read(drawn(chart)))


@pytest.mark.parametrize("name", RESERVED)
def test_a_reserved_word_as_a_key_breaks_nothing(mermaid: Parser, name: str) -> None:
    chart = gathered([Node(name, group, (name,)) for group in GROUPS[:1]], name)
    agrees(chart, mermaid.read(drawn(chart)))


def test_the_parser_refuses_what_is_wrong(mermaid: Parser) -> None:
    # Without this, a parser that takes everything would make the tests above pass.
    with pytest.raises(ValueError, match="Parse error"):
        mermaid.read("flowchart LR\n  a --> end\n")


def test_the_same_plan_is_drawn_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    plan = plan_of(CASES[0], tmp_path_factory)
    assert as_mermaid(plan) == as_mermaid(plan)
