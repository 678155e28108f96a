"""Rules about the sources in `telemetry_config.yml`."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from .rule import Rule, View

_SOURCES = f"{TELEMETRY}:telemetry_sources"


def _targets_given(view: View) -> Iterator[Diagnostic]:
    sources = view.telemetry.telemetry_sources
    for name in ("idrac", "ldms", "powerscale", "ufm", "vast", "ome"):
        source = getattr(sources, name)
        if (source.metrics_enabled or getattr(source, "logs_enabled", False)) and not source.collection_targets:
            span = view.at_value(TELEMETRY, "telemetry_sources", name, "collection_targets")
            summary = f"{name} is on, and its collection_targets are empty: the data would go nowhere"
            yield Diagnostic(
                "source-without-target", "error", summary, TELEMETRY, span, f"list a sink, or switch {name} off"
            )


_CARRIES = {"metrics": "victoria_metrics", "logs": "victoria_logs"}


def _channel_target(view: View) -> Iterator[Diagnostic]:
    for name in ("powerscale", "ufm", "vast"):
        source = getattr(view.telemetry.telemetry_sources, name)
        for channel, sink in _CARRIES.items():
            # Without any target another rule has said it.
            if (
                getattr(source, f"{channel}_enabled")
                and source.collection_targets
                and sink not in source.collection_targets
            ):
                key = ("telemetry_sources", name, f"{channel}_enabled")
                summary = f"the {channel} of {name} are on, and {sink} is not among its targets: they would go nowhere"
                help_ = f"add {sink} to telemetry_sources.{name}.collection_targets, or set {channel}_enabled to false"
                yield Diagnostic(
                    "channel-without-target", "error", summary, TELEMETRY, view.at_value(TELEMETRY, *key), help_
                )


def _endpoint_set(view: View) -> Iterator[Diagnostic]:
    for name in ("ufm", "vast"):
        source = getattr(view.telemetry.telemetry_sources, name)
        section, key = f"{name}_configuration", f"{name}_endpoint"
        if (source.metrics_enabled or source.logs_enabled) and not getattr(getattr(view.telemetry, section), key):
            span = view.at_value(TELEMETRY, section, key)
            summary = f"{name} is on, and {section}.{key} is not set"
            yield Diagnostic(
                "endpoint-not-set",
                "error",
                summary,
                TELEMETRY,
                span,
                f"write the address of {name}, or switch {name} off",
            )


CHANNEL_TARGET = Rule((_SOURCES,), _channel_target)
TARGETS_GIVEN = Rule((_SOURCES,), _targets_given)
ENDPOINT_SET = Rule((_SOURCES, f"{TELEMETRY}:ufm_configuration", f"{TELEMETRY}:vast_configuration"), _endpoint_set)
