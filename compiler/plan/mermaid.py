"""A drawing of the flows as a flowchart of Mermaid, which GitHub, GitLab and many editors show.

Every text is written with nothing but letters, digits, blanks and ``. , / _ -`` as they are: Mermaid (11.12) takes
quotes, brackets, ``#``, ``;`` and backticks for syntax even in quoted texts, and a node called ``end`` or ``graph`` for
the word of its grammar. Between ``style`` and a colon it takes the ``;`` away that ends a character's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .flowchart import GROUPS, Flowchart, Link, Node
from .flows import flows
from .plan import Plan

_TITLES = {
    "sources": "Sources",
    "collectors": "Collectors",
    "bridges": "Bridges",
    "agents": "Agents",
    "sinks": "Stores",
    "endpoints": "Endpoints elsewhere",
}
_SHAPES = {
    "sources": ("([", "])"),
    "kafka": ("[[", "]]"),
    "sinks": ("[(", ")]"),
    "endpoints": ("{{", "}}"),
}
_BOX = ("[", "]")


def as_mermaid(plan: Plan) -> str:
    """The flowchart of everything that is on."""
    return drawn(flows(plan))


def drawn(chart: Flowchart) -> str:
    """The chart, from left to right; without a node it is empty, and still one."""
    return "".join(f"{line}\n" for line in _lines(chart, _ids(chart.nodes)))


def _lines(chart: Flowchart, ids: dict[str, str]) -> Iterator[str]:
    yield "flowchart LR"
    for group in GROUPS:
        nodes = [node for node in chart.nodes if node.group == group]
        if nodes:
            yield f'  subgraph group_{group}["{_text(_TITLES.get(group, chart.kafka))}"]'
            yield from (f"    {_node(node, ids[node.key])}" for node in nodes)
            yield "  end"
    yield from (f"  {_link(link, ids)}" for link in chart.links)


def _ids(nodes: Iterable[Node]) -> dict[str, str]:
    """An identifier for each key: its words behind ``n``, and a number where two would be alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for node in nodes:
        plain = "n_" + re.sub(r"[^a-z0-9]+", "_", node.key.lower()).strip("_")
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name)
        found[node.key] = name
    return found


def _node(node: Node, name: str) -> str:
    opening, closing = _SHAPES.get(node.group, _BOX)
    return f'{name}{opening}"{_joined(node.lines)}"{closing}'


def _link(link: Link, ids: dict[str, str]) -> str:
    how = link.how if link.port is None else f"{link.how}, {link.port}"
    return f'{ids[link.source]} -->|"{_joined((link.what, how))}"| {ids[link.target]}'


def _joined(lines: Iterable[str]) -> str:
    return "<br/>".join(_text(line) for line in lines)


def _text(text: str) -> str:
    """The text with every other character as its number in Unicode, which Mermaid writes back."""
    return re.sub(r"[^A-Za-z0-9 .,/_-]", lambda found: f"#{ord(found[0])};", text)
