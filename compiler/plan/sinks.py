"""Which bridges and sinks are on, and what for."""

from __future__ import annotations

from collections.abc import Sequence

from ..config.configuration import Configuration
from .decision import Bridge, Sink, Source

SINKS = ("victoria_metrics", "victoria_logs", "kafka")
# What a bridge channel needs: the broker it reads and the store it writes.
_BRIDGES = (
    ("vector_ldms", "metrics", "ldms", ("kafka", "victoria_metrics")),
    ("vector_ome", "metrics", "ome", ("kafka", "victoria_metrics")),
    ("vector_ome", "logs", "ome", ("kafka", "victoria_logs")),
)


def plan_bridges(configuration: Configuration, sources: Sequence[Source]) -> tuple[Bridge, ...]:
    """A bridge channel is on when its own key is and its source's channel too."""
    by_name = {source.name: source for source in sources}
    written = configuration.telemetry.telemetry_bridges
    wanted = {
        ("vector_ldms", "metrics"): written.vector_ldms.metrics_enabled,
        ("vector_ome", "metrics"): written.vector_ome.metrics_enabled,
        ("vector_ome", "logs"): written.vector_ome.logs_enabled,
    }
    found = []
    for name, channel, source, sinks in _BRIDGES:
        keys = (f"telemetry_bridges.{name}.{channel}_enabled", f"telemetry_sources.{source}.{channel}_enabled")
        fed = by_name[source].channel(channel)
        on = wanted[name, channel] and fed
        if on:
            reason = f"enabled, and so are {source}'s {channel}"
        elif fed:
            reason = f"not enabled: {source}'s {channel} stay in Kafka"
        else:
            reason = f"left out: {source}'s {channel} are not collected"
        found.append(Bridge(name, channel, on, sinks, reason, keys))
    return tuple(found)


def plan_sinks(sources: Sequence[Source], bridges: Sequence[Bridge]) -> tuple[Sink, ...]:
    """A sink is on when a source that is on lists it, or a bridge channel that is on needs it."""
    found = []
    for name in SINKS:
        listed = [source for source in sources if source.on and name in source.targets]
        needing = [bridge for bridge in bridges if bridge.on and name in bridge.sinks]
        needed_by = tuple(dict.fromkeys([*(one.name for one in listed), *(one.name for one in needing)]))
        keys = tuple(dict.fromkeys([*(_target_key(one) for one in listed), *(one.keys[0] for one in needing)]))
        reason = f"needed by {', '.join(needed_by)}" if needed_by else "no source that is on targets it"
        found.append(Sink(name, bool(needed_by), needed_by, reason, keys))
    return tuple(found)


def _target_key(source: Source) -> str:
    pushed = source.keys == ("telecompile.yml: push_sources",)
    return source.keys[0] if pushed else f"telemetry_sources.{source.name}.collection_targets"
