"""What starts the GPU manager at a node's first boot."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.objects import NodeFile
from ..plan.plan import Plan
from .texts import render


def emit_dcgm(plan: Plan) -> Iterable[NodeFile]:
    """One file for the nodes of every group, since it asks the node itself whether it has a GPU."""
    if plan.dcgm is not None:
        yield NodeFile("nodes/dcgm/user-data", render("dcgm/user-data", dcgm=plan.dcgm))
