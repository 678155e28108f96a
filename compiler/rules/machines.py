"""Rules about the machines of the mapping CSV that need a look into another file."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import NODES, TELEMETRY
from ..config.nodes import same
from ..diagnostics.diagnostic import Diagnostic, Related
from .rule import Rule, View


def _bmcs_once(view: View) -> Iterator[Diagnostic]:
    if not view.telemetry.telemetry_sources.idrac.metrics_enabled:
        return
    first: dict[str, int] = {}
    for index, node in enumerate(view.read.nodes or ()):
        before = first.setdefault(same(node.bmc_ip), index) if node.bmc_ip else index
        if before != index:
            span, former = view.at_value(NODES, index, "BMC_IP"), view.at_value(NODES, before, "BMC_IP")
            rows = (span.line, former.line) if span is not None and former is not None else (0, 0)
            summary = f"row {rows[0]}, BMC_IP: {node.bmc_ip!r} is that of row {rows[1]} too: one of the two is not read"
            related = (Related(NODES, former, "first used here"),) if former is not None else ()
            help_ = "write the address of each node's own BMC, or leave the cell empty where it has none"
            yield Diagnostic("bmc-repeated", "warning", summary, NODES, span, help_, related)


BMCS_ONCE = Rule((NODES, f"{TELEMETRY}:telemetry_sources.idrac"), _bmcs_once)
