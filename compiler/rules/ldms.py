"""Rules about the collection of LDMS."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import NODES, OPTIONS, TELEMETRY
from ..config.nodes import meaning
from ..diagnostics.diagnostic import Diagnostic, Related
from ..loading.suggest import nearest
from ..sources.ldms.model import LAST_PORT, NODES_A_DAEMON, SamplerPlugin
from ..sources.ldms.samplers import static_sampler
from ..sources.ldms.shipped import SHIPPED
from .rule import Rule, View

_SETTINGS = "ldms_configurations"
_PLUGINS = "sampler_plugins"
_FROM_ELSEWHERE = (
    "leave it out; or, where your nodes have it from elsewhere, allow ldms-unknown-plugin: "
    "its rows are stored as_is, and the bridge names their host from component_id"
)


def _on(view: View) -> bool:
    return view.telemetry.telemetry_sources.ldms.metrics_enabled


def _plugins_given(view: View) -> Iterator[Diagnostic]:
    if _on(view) and not view.telemetry.ldms_configurations.sampler_plugins:
        span = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS)
        summary = "ldms is on, and no sampler plugin is listed: nothing would be sampled"
        yield Diagnostic(
            "ldms-no-plugin", "error", summary, TELEMETRY, span, "list a plugin such as meminfo, or switch ldms off"
        )


def _plugins_once(view: View) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for index, plugin in enumerate(view.telemetry.ldms_configurations.sampler_plugins if _on(view) else ()):
        before = first.setdefault(plugin.plugin_name, index)
        if before != index:
            span = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, index, "plugin_name")
            summary = f"the plugin {plugin.plugin_name} is listed twice: ldmsd loads it once, and stops at the second"
            former = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, before, "plugin_name")
            related = (Related(TELEMETRY, former, "first listed here"),) if former is not None else ()
            help_ = "write all its parameters in one entry"
            yield Diagnostic("ldms-plugin-repeated", "error", summary, TELEMETRY, span, help_, related)


def _plugins_known(view: View) -> Iterator[Diagnostic]:
    for index, plugin in enumerate(view.telemetry.ldms_configurations.sampler_plugins if _on(view) else ()):
        yield from _known(view, index, plugin)


def _known(view: View, index: int, plugin: SamplerPlugin) -> Iterator[Diagnostic]:
    name, place = plugin.plugin_name, (_SETTINGS, _PLUGINS, index, "plugin_name")
    if name not in SHIPPED:
        guess = nearest(name, sorted(SHIPPED))
        summary = f"LDMS 4.5 ships no sampler plugin {name}: where a node's ldmsd has none either, it does not start"
        help_ = f"did you mean {guess}?" if guess else _FROM_ELSEWHERE
        yield Diagnostic("ldms-unknown-plugin", "warning", summary, TELEMETRY, view.at_value(TELEMETRY, *place), help_)
    elif static_sampler(name, plugin.config_parameters) is None:
        span = view.at_value(TELEMETRY, *place)
        summary = f"the columns of {name} are not known here, so its rows carry neither host nor schema"
        help_ = (
            "they are stored as_is, and the bridge names their host from component_id; "
            "allow ldms-no-static-rows where that will do"
        )
        yield Diagnostic("ldms-no-static-rows", "warning", summary, TELEMETRY, span, help_)


def _nodes_found(view: View) -> Iterator[Diagnostic]:
    options = view.options.ldms
    if not _on(view):
        return
    if view.read.nodes is None:
        if options.aggregator_address is None:
            span = view.at_key(TELEMETRY, "telemetry_sources", "ldms")
            summary = f"ldms is on, with neither {NODES} nor ldms.aggregator_address: no sampler can be collected"
            help_ = f"add {NODES}, or write ldms: {{aggregator_address: …}} in {OPTIONS}"
            yield Diagnostic("ldms-no-address", "warning", summary, TELEMETRY, span, help_)
        return
    groups = (meaning(node.functional_group) for node in view.read.nodes)
    if not any(group is not None and group.role in options.roles for group in groups):
        span = view.at_value(OPTIONS, "ldms", "roles") or view.at_key(TELEMETRY, "telemetry_sources", "ldms")
        file = OPTIONS if view.at_value(OPTIONS, "ldms", "roles") else TELEMETRY
        summary = f"ldms is on, and {NODES} has no node of the roles {', '.join(options.roles)}"
        help_ = f"set ldms.roles in {OPTIONS} to roles that the mapping CSV has, or switch ldms off"
        yield Diagnostic("ldms-no-node", "error", summary, file, span, help_)


def _aggregator_ports(view: View) -> Iterator[Diagnostic]:
    telemetry, options = view.telemetry, view.options.ldms
    if not _on(view):
        return
    if view.read.nodes is None:
        count, origin = options.expected_nodes, f"{OPTIONS}: ldms.expected_nodes"
    else:
        groups = (meaning(node.functional_group) for node in view.read.nodes)
        count, origin = sum(1 for group in groups if group is not None and group.role in options.roles), NODES
    first, daemons = telemetry.ldms_configurations.agg_port, max(1, -(-count // NODES_A_DAEMON))
    if first + daemons - 1 > LAST_PORT:
        span = view.at_value(TELEMETRY, _SETTINGS, "agg_port")
        what = f"{daemons} aggregator daemons for {count} nodes ({origin})"
        summary = f"{what} would need the ports {first} to {first + daemons - 1}, and {LAST_PORT} is the last"
        help_ = (
            f"lower agg_port to at most {LAST_PORT - daemons + 1}"
            if daemons <= 100
            else "collect fewer nodes in one stack"
        )
        yield Diagnostic("ldms-ports", "error", summary, TELEMETRY, span, help_)


_SOURCES = f"{TELEMETRY}:telemetry_sources"
_CONFIGURED = (_SOURCES, f"{TELEMETRY}:{_SETTINGS}")
PLUGINS_GIVEN = Rule(_CONFIGURED, _plugins_given)
PLUGINS_ONCE = Rule(_CONFIGURED, _plugins_once)
PLUGINS_KNOWN = Rule(_CONFIGURED, _plugins_known)
NODES_FOUND = Rule((_SOURCES, f"{OPTIONS}:ldms", NODES), _nodes_found)
AGGREGATOR_PORTS = Rule((*_CONFIGURED, f"{OPTIONS}:ldms"), _aggregator_ports)
