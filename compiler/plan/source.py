"""What all sources have in common: which channels are on, and whether the source is."""

from __future__ import annotations

from collections.abc import Sequence

from .decision import Channel, Decided, Source


def source(
    name: str,
    channels: Sequence[Channel],
    targets: Sequence[str],
    settings: Sequence[tuple[str, Decided[object]]] = (),
) -> Source:
    """A source is on when any of its channels is; settings of a source that is off say nothing."""
    on = [channel.name for channel in channels if channel.on]
    keys = tuple(f"telemetry_sources.{name}.{channel.name}_enabled" for channel in channels)
    if on:
        reason = f"{' and '.join(on)} enabled"
        return Source(name, True, tuple(channels), tuple(targets), reason, keys, tuple(settings))
    return Source(name, False, tuple(channels), tuple(targets), "no channel is enabled", keys)


def channel(name: str, enabled: bool, target: str, targets: Sequence[str]) -> Channel:
    """A channel that goes to ``target``, if the source lists it."""
    return Channel(name, enabled, target if target in targets else None)
