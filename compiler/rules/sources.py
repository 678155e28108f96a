"""Rules about the sources in `telemetry_config.yml`: one for each, since a wrong one hides nothing about the others."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from .active import LOG_STORE, LOGS, METRIC_STORE, METRICS, SOURCES, channel_on, source_on, source_section
from .places import related, standing, written
from .rule import Rule, View

_TARGETS = "collection_targets"
_CARRIES = {METRICS: METRIC_STORE, LOGS: LOG_STORE}
_BY_CHANNEL = ("powerscale", "ufm", "vast")
"""The sources whose channels go to a store each; of the others every target takes the one thing that they send."""


def _targets_given(name: str) -> Rule:
    def targets_given(view: View) -> Iterator[Diagnostic]:
        if source_on(view, name) and not _targets(view, name):
            span = view.at_value(TELEMETRY, SOURCES, name, _TARGETS)
            summary = f"{name} is on, and its {_TARGETS} are empty: the data would go nowhere"
            help_ = f"list a sink, or switch {name} off"
            yield Diagnostic("source-without-target", "error", summary, TELEMETRY, span, help_)

    return Rule((source_section(name),), targets_given)


def _channel_target(name: str) -> Rule:
    def channel_target(view: View) -> Iterator[Diagnostic]:
        targets = _targets(view, name)
        for channel, sink in _CARRIES.items():
            # Without any target another rule has said it.
            if channel_on(view, name, channel) and targets and sink not in targets:
                span = view.at_key(TELEMETRY, SOURCES, name, f"{channel}_enabled")
                summary = f"the {channel} of {name} are on, and {sink} is not among its targets: they would go nowhere"
                to = f"{SOURCES}.{name}.{_TARGETS}"
                add = (
                    f"write {sink} in place of {targets[0]} in"
                    if _taken_for_the_other(view, name)
                    else f"add {sink} to"
                )
                help_ = f"{add} {to}, or set {channel}_enabled to false"
                yield Diagnostic("channel-without-target", "error", summary, TELEMETRY, span, help_)

    return Rule((source_section(name),), channel_target)


def _target_channel(name: str) -> Rule:
    def target_channel(view: View) -> Iterator[Diagnostic]:
        if not source_on(view, name) or _taken_for_the_other(view, name):
            return
        for channel, sink in _CARRIES.items():
            targets = _targets(view, name)
            if sink in targets and not channel_on(view, name, channel):
                key = (SOURCES, name, f"{channel}_enabled")
                span = view.at_value(TELEMETRY, SOURCES, name, _TARGETS, targets.index(sink))
                summary = f"{sink} is among the targets of {name}, and its {channel} are off: nothing goes there"
                switch = (
                    f"set {channel}_enabled to true"
                    if written(view, TELEMETRY, *key)
                    else f"add `{channel}_enabled: true`"
                )
                told = related(view, f"the {channel} are off here", TELEMETRY, *key)
                help_ = f"remove {sink} from {SOURCES}.{name}.{_TARGETS}, or {switch}"
                yield Diagnostic("target-without-channel", "warning", summary, TELEMETRY, span, help_, told)

    return Rule((source_section(name),), target_channel)


def _taken_for_the_other(view: View, name: str) -> bool:
    """Whether the one store is listed and only the other's channel is on: one slip, which is told once."""
    targets, on = _targets(view, name), [channel for channel in _CARRIES if channel_on(view, name, channel)]
    return len(targets) == len(on) == 1 and targets[0] != _CARRIES[on[0]]


def _targets(view: View, name: str) -> tuple[str, ...]:
    return tuple(getattr(view.telemetry.telemetry_sources, name).collection_targets)


def _endpoint_set(name: str) -> Rule:
    section, key = f"{name}_configuration", f"{name}_endpoint"

    def endpoint_set(view: View) -> Iterator[Diagnostic]:
        if source_on(view, name) and not getattr(getattr(view.telemetry, section), key):
            span = standing(view, TELEMETRY, section, key)
            summary = f"{name} is on, and {section}.{key} is not set"
            help_ = f'write its IP address or DNS name, such as {key}: "{name}.example.com", or switch {name} off'
            yield Diagnostic("endpoint-not-set", "error", summary, TELEMETRY, span, help_)

    return Rule((source_section(name), f"{TELEMETRY}:{section}.{key}"), endpoint_set)


RULES = (
    *(_targets_given(name) for name in ("idrac", "ldms", "powerscale", "ufm", "vast", "ome")),
    *(rule(name) for name in _BY_CHANNEL for rule in (_channel_target, _target_channel)),
    *(_endpoint_set(name) for name in ("ufm", "vast")),
)
