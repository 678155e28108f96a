"""What a drawing of the flows consists of: nodes in groups, and links."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Group = Literal["sources", "collectors", "kafka", "bridges", "agents", "sinks", "endpoints"]
GROUPS: tuple[Group, ...] = ("sources", "collectors", "kafka", "bridges", "agents", "sinks", "endpoints")
"""In the order in which data passes them."""


class Node(NamedTuple):
    """A place that data comes from or goes to; ``key`` is its own, ``lines`` are what it says."""

    key: str
    group: Group
    lines: tuple[str, ...]


class Link(NamedTuple):
    """Data from one node to another, by their keys: ``what`` flows, ``how``, and the ``port`` of who is dialled.

    ``port`` is None where nothing crosses a network.
    """

    source: str
    target: str
    what: str
    how: str
    port: int | None


class Flowchart(NamedTuple):
    """Nodes by group, links in the order of the flow; ``kafka`` says what the broker is."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    kafka: str


def gathered(parts: Iterable[Node | Link], kafka: str) -> Flowchart:
    """Nodes of equal keys are one, links between absent nodes are none."""
    nodes: dict[str, Node] = {}
    links: dict[Link, None] = {}
    for part in parts:
        if isinstance(part, Node):
            nodes.setdefault(part.key, part)
        else:
            links[part] = None
    ordered = sorted(nodes.values(), key=lambda node: GROUPS.index(node.group))
    return Flowchart(tuple(ordered), tuple(one for one in links if {one.source, one.target} <= nodes.keys()), kafka)
