"""Who is collected, and by which daemon."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...config.nodes import meaning
from ...plan.chunks import LARGEST_TEXT
from .model import NODES_A_DAEMON

_LINE = 110
"""Bytes of a `prdcr_add` line besides the name, at most: its words, an address of 39 characters, a port, a time."""


class Collected(NamedTuple):
    """A node whose sampler is collected; ``number`` is its row in the mapping CSV, and its component_id."""

    number: int
    hostname: str
    address: str


class NodeGroup(NamedTuple):
    """Nodes that get the same files: a functional group, or a role where nobody knows the nodes."""

    name: str
    nodes: tuple[Collected, ...]


class Aggregator(NamedTuple):
    """A daemon that collects ``nodes`` (what it calls each, and its address) on ``port``.

    ``host`` is the Service by which the store finds it, ``number`` counts the daemons from 0.
    """

    number: int
    port: int
    host: str
    nodes: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What tells its files and ports from those of the others."""
        return f"aggregator-{self.number}"


def node_groups(configuration: Configuration) -> tuple[NodeGroup, ...]:
    """The functional groups of the roles that `ldms.roles` asks for; without a mapping CSV the roles themselves."""
    roles = configuration.options.ldms.roles
    if configuration.nodes is None:
        return tuple(NodeGroup(role, ()) for role in roles)
    found: dict[str, list[Collected]] = {}
    for node in configuration.nodes:
        group = meaning(node.functional_group)
        if group is not None and group.role in roles:
            collected = Collected(node.number, node.hostname, node.admin_ip)
            found.setdefault(node.functional_group, []).append(collected)
    return tuple(NodeGroup(name, tuple(nodes)) for name, nodes in sorted(found.items()))


def collected_nodes(groups: tuple[NodeGroup, ...]) -> tuple[Collected, ...]:
    """The nodes of all groups, in the order of the mapping CSV."""
    return tuple(sorted(node for group in groups for node in group.nodes))


def dialling_aggregators(nodes: tuple[Collected, ...], first_port: int) -> tuple[Aggregator, ...]:
    """Daemons that dial their nodes: each in a pod of its own, so that a new node restarts one of them only."""
    found = []
    for index in range(max(1, -(-len(nodes) // NODES_A_DAEMON))):
        own = nodes[index * NODES_A_DAEMON : (index + 1) * NODES_A_DAEMON]
        found.append(Aggregator(index, first_port + index, f"ldms-aggregator-{index}", _named(own)))
    return tuple(found)


def _named(nodes: tuple[Collected, ...]) -> tuple[tuple[str, str], ...]:
    """Host names where their list fits into one object, as it does unless they are uncommonly long; else numbers."""
    fits = sum(_LINE + len(node.hostname) for node in nodes) <= LARGEST_TEXT
    return tuple((node.hostname if fits else f"row-{node.number}", node.address) for node in nodes)


def listening_aggregators(expected: int, first_port: int) -> tuple[Aggregator, ...]:
    """Daemons that nodes dial: in one pod, since the nodes know one address."""
    count = max(1, -(-expected // NODES_A_DAEMON))
    return tuple(Aggregator(index, first_port + index, "ldms-aggregator", ()) for index in range(count))
