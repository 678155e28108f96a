"""Which sources, bridges and sinks are on (semantics.md, section 3), as far as rules ask.

The planner decides the same for what is rendered, and `tests/rules/test_active.py` holds the two together. Beside each
answer stand the sections that it reads, for the rules that ask it.
"""

from typing import NamedTuple

from ..config.former import OPTIONS, TELEMETRY
from .rule import View

METRICS, LOGS = "metrics", "logs"
METRIC_STORE, LOG_STORE, BROKER = "victoria_metrics", "victoria_logs", "kafka"
SOURCES = "telemetry_sources"
LISTED_BY = {
    METRIC_STORE: ("idrac", "powerscale", "ufm", "vast"),
    LOG_STORE: ("powerscale", "ufm", "vast"),
    BROKER: ("idrac", "ldms", "ome"),
}
"""The sources that may list a sink among their targets."""


class Carried(NamedTuple):
    """A channel of a bridge: it carries the channel of the same name of ``source`` to ``store``."""

    bridge: str
    channel: str
    source: str
    store: str

    @property
    def asks(self) -> tuple[str, ...]:
        """The sections that say whether it is on."""
        return f"{TELEMETRY}:telemetry_bridges.{self.bridge}.{self.channel}_enabled", source_section(self.source)


CARRIED = (
    Carried("vector_ldms", METRICS, "ldms", METRIC_STORE),
    Carried("vector_ome", METRICS, "ome", METRIC_STORE),
    Carried("vector_ome", LOGS, "ome", LOG_STORE),
)


def source_section(name: str) -> str:
    """The section of a source."""
    return f"{TELEMETRY}:{SOURCES}.{name}"


def channel_on(view: View, source: str, channel: str) -> bool:
    """Whether a channel of a source is on."""
    return bool(getattr(getattr(view.telemetry.telemetry_sources, source), f"{channel}_enabled", False))


def source_on(view: View, source: str) -> bool:
    """Whether any channel of a source is on."""
    return channel_on(view, source, METRICS) or channel_on(view, source, LOGS)


def bridge_enabled(view: View, one: Carried) -> bool:
    """Whether the bridge's own key says so, whatever its source does."""
    return bool(getattr(getattr(view.telemetry.telemetry_bridges, one.bridge), f"{one.channel}_enabled"))


def bridge_on(view: View, one: Carried) -> bool:
    """Whether a channel of a bridge is on, and fed."""
    return bridge_enabled(view, one) and channel_on(view, one.source, one.channel)


def senders(view: View, sink: str) -> tuple[str, ...]:
    """The sources that are on and list a sink."""
    sources = view.telemetry.telemetry_sources
    return tuple(
        name for name in LISTED_BY[sink] if source_on(view, name) and sink in getattr(sources, name).collection_targets
    )


def sink_on(view: View, sink: str) -> bool:
    """Whether a source that is on lists a sink, a bridge writes to it, or an appliance pushes to it.

    What a bridge reads from the broker, its source has written there: the sources alone say whether that is on.
    """
    carried = any(bridge_on(view, one) for one in CARRIED if one.store == sink)
    pushed = sink == METRIC_STORE and bool(view.options.push_sources)
    return bool(senders(view, sink)) or carried or pushed


def sink_asks(sink: str) -> tuple[str, ...]:
    """The sections that say whether a sink is on."""
    found = [source_section(name) for name in LISTED_BY[sink]]
    found += [section for one in CARRIED if one.store == sink for section in one.asks]
    if sink == METRIC_STORE:
        found.append(f"{OPTIONS}:push_sources")
    return tuple(dict.fromkeys(found))
