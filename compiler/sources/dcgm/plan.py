"""What the plan makes of DCGM."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Channel, Decided, Source
from ...plan.source import source


def plan_dcgm(configuration: Configuration) -> Source:
    """A service on the nodes: no sink of its own, its numbers leave through LDMS."""
    sources = configuration.telemetry.telemetry_sources
    way = "dcgm_sampler of ldms" if sources.ldms.metrics_enabled else "nothing, since ldms is off"
    settings: list[tuple[str, Decided[object]]] = [
        (
            "first_boot",
            Decided(
                "enabled where a PCI device of vendor 0x10de is present",
                "nodes without a GPU have no GPU manager to start",
            ),
        ),
        ("read_by", Decided(way, "dcgm has no sink of its own", ("telemetry_sources.ldms.metrics_enabled",))),
    ]
    return source("dcgm", [Channel("metrics", sources.dcgm.metrics_enabled, None)], (), settings)
