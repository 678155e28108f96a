"""What the plan makes of DCGM."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...plan.decision import Channel, Decided, Source
from ...plan.source import source

_LDMS = ("telemetry_sources.ldms.metrics_enabled",)


class Dcgm(NamedTuple):
    """What the first boot of a node does: start ``service`` where there is a GPU, and then ``restarted``, if any."""

    service: Decided[str]
    restarted: Decided[str | None]


def plan_dcgm(configuration: Configuration) -> tuple[Source, Dcgm | None]:
    """A service on the nodes: no sink of its own, its numbers leave through LDMS."""
    sources = configuration.telemetry.telemetry_sources
    channels = [Channel("metrics", sources.dcgm.metrics_enabled, None)]
    if not sources.dcgm.metrics_enabled:
        return source("dcgm", channels, ()), None
    sampled = sources.ldms.metrics_enabled
    dcgm = Dcgm(
        Decided("nvidia-dcgm.service", "of the packages of DCGM; they call dcgm.service deprecated"),
        Decided(
            "ldmsd.sampler.service" if sampled else None,
            "it may have started before, without the GPUs" if sampled else "nobody reads it, since ldms is off",
            _LDMS,
        ),
    )
    way = "dcgm_sampler of ldms" if sampled else "nothing, since ldms is off"
    settings: list[tuple[str, Decided[object]]] = [
        (
            "first_boot",
            Decided(
                "enabled where a PCI device of vendor 0x10de and class 0x03 is present",
                "nodes without a GPU have no GPU manager to start; other classes are switches and sound",
            ),
        ),
        ("service", Decided(*dcgm.service)),
        ("restarted_after", Decided(dcgm.restarted.value or "nothing", dcgm.restarted.reason, dcgm.restarted.keys)),
        ("read_by", Decided(way, "dcgm has no sink of its own", _LDMS)),
    ]
    return source("dcgm", channels, (), settings), dcgm
