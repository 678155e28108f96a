"""Rules about bridges and the sources that they carry."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from .active import CARRIED, SOURCES, Carried, bridge_enabled, channel_on
from .places import related
from .rule import Rule, View

_BRIDGES = "telemetry_bridges"


def _agrees(one: Carried) -> Rule:
    key = f"{one.channel}_enabled"
    bridge, source = (_BRIDGES, one.bridge, key), (SOURCES, one.source, key)

    def bridge_agrees_with_source(view: View) -> Iterator[Diagnostic]:
        carries, collects = bridge_enabled(view, one), channel_on(view, one.source, one.channel)
        if carries == collects:
            return
        off, on = (source, bridge) if carries else (bridge, source)
        if carries:
            code = "bridge-without-source"
            summary = (
                f"{one.bridge} is to carry the {one.channel} of {one.source}, which are off: the bridge is left out "
                "here, and the provisioning tool refuses this"
            )
            help_ = f"set {'.'.join(on)} to false, or {'.'.join(off)} to true"
        else:
            code = "source-without-bridge"
            summary = (
                f"the {one.channel} of {one.source} are on, and {one.bridge} does not carry them: they stay in Kafka"
            )
            help_ = (
                f"set {'.'.join(off)} to true, or {'.'.join(on)} to false; "
                f"allow {code} where a consumer of your own reads them there"
            )
        span = view.at_key(TELEMETRY, *bridge)
        told = related(view, "the source is off here" if carries else "the source is on here", TELEMETRY, *source)
        yield Diagnostic(code, "warning", summary, TELEMETRY, span, help_, told)

    return Rule(one.asks, bridge_agrees_with_source)


RULES = tuple(_agrees(one) for one in CARRIED)
