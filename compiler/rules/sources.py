"""Rules about the sources in `telemetry_config.yml`."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import NODES, OPTIONS, TELEMETRY
from ..config.nodes import meaning
from ..diagnostics.diagnostic import Diagnostic
from ..sources.ldms.model import LAST_PORT, NODES_A_DAEMON
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


def _plugins_given(view: View) -> Iterator[Diagnostic]:
    telemetry = view.telemetry
    if telemetry.telemetry_sources.ldms.metrics_enabled and not telemetry.ldms_configurations.sampler_plugins:
        span = view.at_value(TELEMETRY, "ldms_configurations", "sampler_plugins")
        summary = "ldms is on, and no sampler plugin is listed: nothing would be sampled"
        yield Diagnostic(
            "ldms-no-plugin", "error", summary, TELEMETRY, span, "list a plugin such as meminfo, or switch ldms off"
        )


def _aggregator_ports(view: View) -> Iterator[Diagnostic]:
    telemetry, options = view.telemetry, view.options.ldms
    if not telemetry.telemetry_sources.ldms.metrics_enabled:
        return
    if view.read.nodes is None:
        count, origin = options.expected_nodes, f"{OPTIONS}: ldms.expected_nodes"
    else:
        groups = (meaning(node.functional_group) for node in view.read.nodes)
        count, origin = sum(1 for group in groups if group is not None and group.role in options.roles), NODES
    first, daemons = telemetry.ldms_configurations.agg_port, max(1, -(-count // NODES_A_DAEMON))
    if first + daemons - 1 > LAST_PORT:
        span = view.at_value(TELEMETRY, "ldms_configurations", "agg_port")
        what = f"{daemons} aggregator daemons for {count} nodes ({origin})"
        summary = f"{what} would need the ports {first} to {first + daemons - 1}, and {LAST_PORT} is the last"
        help_ = (
            f"lower agg_port to at most {LAST_PORT - daemons + 1}"
            if daemons <= 100
            else "collect fewer nodes in one stack"
        )
        yield Diagnostic("ldms-ports", "error", summary, TELEMETRY, span, help_)


TARGETS_GIVEN = Rule((_SOURCES,), _targets_given)
ENDPOINT_SET = Rule((_SOURCES, f"{TELEMETRY}:ufm_configuration", f"{TELEMETRY}:vast_configuration"), _endpoint_set)
PLUGINS_GIVEN = Rule((_SOURCES, f"{TELEMETRY}:ldms_configurations"), _plugins_given)
AGGREGATOR_PORTS = Rule((_SOURCES, f"{TELEMETRY}:ldms_configurations", f"{OPTIONS}:ldms"), _aggregator_ports)
