"""Rules about the array form of `software_config.json`.

What is selected there goes by the names of another catalogue (slurm, kubernetes, ...), so the warnings of the object
form about software that is unknown or not selected are not given for it (existing-input-rules.md, 3.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import NODES, SOFTWARE
from ..diagnostics.diagnostic import Diagnostic, Related
from ..loading.suggest import nearest
from .rule import Rule, View

_GROUP = "functional_group_name"
_SHOWN = 10
"""Most groups of the CSV that a help lists; a cluster has about as many."""


def _groups_in_csv(view: View) -> Iterator[Diagnostic]:
    groups, nodes = view.read.right_groups, view.read.nodes
    if nodes is None:
        if groups:
            count = "1 functional group is" if len(groups) == 1 else f"{len(groups)} functional groups are"
            summary = f"{count} not checked: there is no {NODES}"
            help_ = f"put {NODES} beside this file; each name must be one of its FUNCTIONAL_GROUP_NAME"
            span = view.at_value(SOFTWARE, min(groups), _GROUP)
            yield Diagnostic("group-not-checked", "warning", summary, SOFTWARE, span, help_)
        return
    known = sorted({node.functional_group for node in nodes})
    for index, group in groups.items():
        if group.functional_group_name not in known:
            yield _not_in_csv(view, index, group.functional_group_name, known)


def _not_in_csv(view: View, index: int, name: str, known: list[str]) -> Diagnostic:
    guess = nearest(name, known)
    summary = f"no row of {NODES} is of the functional group {name!r}"
    if guess is not None and guess.casefold() == name.casefold():
        summary += ": upper and lower case differ"
    rest = ", ..." if len(known) > _SHOWN else ""
    listed = f"its groups are {', '.join(known[:_SHOWN])}{rest}" if known else "it has no rows"
    help_ = f'write "{guess}"' if guess else listed
    return Diagnostic("group-not-in-csv", "error", summary, SOFTWARE, view.at_value(SOFTWARE, index, _GROUP), help_)


def _packages_once(view: View) -> Iterator[Diagnostic]:
    """One group may stand in several elements; its packages are those of all of them."""
    first: dict[tuple[str, str], tuple[str | int, ...]] = {}
    for index, group in view.read.right_groups.items():
        for number, one in enumerate(group.software):
            path = (index, "software", number, "name")
            before = first.setdefault((group.functional_group_name, one.name), path)
            if before != path:
                summary = f"the software {one.name} is listed twice for {group.functional_group_name}"
                former = view.at_value(SOFTWARE, *before)
                related = (Related(SOFTWARE, former, "first listed here"),) if former is not None else ()
                span = view.at_value(SOFTWARE, *path)
                yield Diagnostic("software-repeated", "error", summary, SOFTWARE, span, "list it once", related)


GROUPS_IN_CSV = Rule((NODES,), _groups_in_csv)
PACKAGES_ONCE = Rule((), _packages_once)
