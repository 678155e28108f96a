"""The rule about functional groups of the mapping CSV that are misspelt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..config.former import NODES
from ..config.group_names import meant
from ..diagnostics.diagnostic import Diagnostic
from .ldms import NODES_FOUND, no_node
from .rule import Rule, View

_COLUMN = "FUNCTIONAL_GROUP_NAME"


def _groups_clear(view: View) -> Iterator[Diagnostic]:
    """Names of a site's own are none of our business; a near miss of a role and architecture is a slip."""
    counts = Counter(node.functional_group for node in view.read.nodes or ())
    # Where ldms finds no node at all, its own message names the group.
    told = view.options.ldms.roles if NODES_FOUND.applies(view.read) and no_node(view) else ()
    first: dict[str, int] = {}
    for index, node in enumerate(view.read.nodes or ()):
        first.setdefault(node.functional_group, index)
    for group, index in first.items():
        near = meant(group)
        if near is None or near.role in told:
            continue
        span = view.at_value(NODES, index, _COLUMN)
        rows = "1 row is" if counts[group] == 1 else f"{counts[group]} rows are"
        summary = (
            f"row {span.line if span else 0}, {_COLUMN}: {group!r} names no role and architecture: "
            f"its {rows} not taken for {near.role}"
        )
        yield Diagnostic("node-group-unclear", "warning", summary, NODES, span, f"write {' or '.join(near.names)}")


GROUPS_CLEAR = Rule((NODES,), _groups_clear)
