"""Rules about the collection of LDMS."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import NODES, OPTIONS, TELEMETRY
from ..config.group_names import meant
from ..config.nodes import meaning
from ..config.quantity import binary, whole
from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related, Span
from ..loading.suggest import nearest
from ..sources.ldms.activation import Activation, read_activation
from ..sources.ldms.gpus import collected_plugins
from ..sources.ldms.model import LAST_PORT, NODES_A_DAEMON, SamplerPlugin, container_memory, set_memory
from ..sources.ldms.samplers import static_sampler
from ..sources.ldms.shipped import SHIPPED
from .active import source_section
from .rule import Rule, View

_SETTINGS = "ldms_configurations"
_PLUGINS = "sampler_plugins"
FAST = 100_000
"""Microseconds: shorter intervals are warned of (semantics.md, section 2.1)."""
_FROM_ELSEWHERE = (
    "leave it out; or, where your nodes have it from elsewhere, allow ldms-unknown-plugin: "
    "its rows are stored as_is, and the bridge names their host from component_id"
)


def _on(view: View) -> bool:
    return view.telemetry.telemetry_sources.ldms.metrics_enabled


def _sampled(view: View) -> tuple[SamplerPlugin, ...]:
    """The plugins that run; none while the source is off."""
    return tuple(view.telemetry.ldms_configurations.sampler_plugins) if _on(view) else ()


def _plugins_given(view: View) -> Iterator[Diagnostic]:
    if _on(view) and not view.telemetry.ldms_configurations.sampler_plugins:
        span = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS)
        summary = "ldms is on, and no sampler plugin is listed: nothing would be sampled"
        yield Diagnostic(
            "ldms-no-plugin", "error", summary, TELEMETRY, span, "list a plugin such as meminfo, or switch ldms off"
        )


def _plugins_once(view: View) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for index, plugin in enumerate(_sampled(view)):
        before = first.setdefault(plugin.plugin_name, index)
        if before != index:
            span = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, index, "plugin_name")
            summary = f"the plugin {plugin.plugin_name} is listed twice: ldmsd loads it once, and stops at the second"
            former = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, before, "plugin_name")
            related = (Related(TELEMETRY, former, "first listed here"),) if former is not None else ()
            help_ = "write all its parameters in one entry"
            yield Diagnostic("ldms-plugin-repeated", "error", summary, TELEMETRY, span, help_, related)


def _plugins_known(view: View) -> Iterator[Diagnostic]:
    for index, plugin in enumerate(_sampled(view)):
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


def _not_too_often(view: View) -> Iterator[Diagnostic]:
    for index, plugin in enumerate(_sampled(view)):
        found = read_activation(plugin.activation_parameters)
        if isinstance(found, Activation) and found.interval < FAST:
            span = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, index, "activation_parameters")
            summary = (
                f"{plugin.plugin_name} is sampled every {found.interval / 1000:g} ms, and the aggregators pull every "
                "plugin of every node as often"
            )
            help_ = "write interval=100ms or more; allow ldms-fast-interval where you mean it"
            yield Diagnostic("ldms-fast-interval", "warning", summary, TELEMETRY, span, help_)


def _schemas_once(view: View) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    # The user's come first, so that what we add ourselves is never the other one.
    plugins = collected_plugins(view.telemetry) if _on(view) else ()
    for index, plugin in enumerate(plugins):
        static = static_sampler(plugin.plugin_name, plugin.config_parameters)
        given = [word.partition("=")[2] for word in plugin.config_parameters.split() if word.startswith("schema=")]
        schema = static.schema if static is not None else given[0] if given else plugin.plugin_name
        # As the names of metrics have it.
        schema = schema.replace("-", "_").replace(".", "_")
        before = first.setdefault(schema, index)
        other = plugins[before].plugin_name
        if other != plugin.plugin_name:
            listed = index < len(_sampled(view))
            place = (_SETTINGS, _PLUGINS, index) if listed else ("telemetry_sources", "dcgm")
            span = view.at_value(TELEMETRY, *place, *(("config_parameters",) if listed else ()))
            summary = f"the sets of {plugin.plugin_name} would be called {schema}, as those of {other} are: one is lost"
            former = view.at_value(TELEMETRY, _SETTINGS, _PLUGINS, before, "plugin_name")
            related = (Related(TELEMETRY, former, f"{other} is here"),) if former is not None else ()
            help_ = "give one of them another schema=, or leave schema= out"
            yield Diagnostic("ldms-schema-shared", "error", summary, TELEMETRY, span, help_, related)


def _aggregator_memory(view: View) -> Iterator[Diagnostic]:
    plugins = len(collected_plugins(view.telemetry))
    needed = set_memory(_count(view), plugins)
    for name in ("ldms-aggregator", "ldms-store"):
        override = view.options.resources.get(name)
        limits = override.limits if override is not None and _on(view) else None
        if limits is not None and whole(limits.memory) <= needed:
            span = view.at_value(OPTIONS, "resources", name, "limits", "memory")
            summary = f"{name} sets {binary(needed)} aside for sets, and may use {limits.memory} in all"
            help_ = (
                f'write memory: "{binary(container_memory(needed))}" or more (its default: twice the sets, and 256Mi)'
            )
            yield Diagnostic("ldms-memory", "error", summary, OPTIONS, span, help_)


def _count(view: View) -> int:
    """Nodes that are collected."""
    options = view.options.ldms
    if view.read.nodes is None:
        return options.expected_nodes
    groups = (meaning(node.functional_group) for node in view.read.nodes)
    return sum(1 for group in groups if group is not None and group.role in options.roles)


def no_node(view: View) -> bool:
    """Whether ldms is on beside a mapping CSV of which it collects no row."""
    return _on(view) and view.read.nodes is not None and not _count(view)


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
        expose = view.options.expose
        if expose.type == "ClusterIP" and not expose.source_ranges and view.options.network_policies:
            span = view.at_key(OPTIONS, "expose", "type")
            summary = "samplers dial in from their nodes, and with ClusterIP policies let in pods alone"
            help_ = "list the nodes' networks under expose.source_ranges"
            yield Diagnostic("ldms-kept-out", "warning", summary, OPTIONS, span, help_)
        return
    if no_node(view):
        summary = f"ldms is on, and no row is of a functional group of {', '.join(options.roles)}"
        place: Span | None = START_OF_FILE
        help_ = f"set ldms.roles in {OPTIONS} to roles that the rows have, or switch ldms off"
        for index, node in enumerate(view.read.nodes):
            near = meant(node.functional_group)
            if near is not None and near.role in options.roles:
                place = view.at_value(NODES, index, "FUNCTIONAL_GROUP_NAME")
                summary += f": {node.functional_group!r} names no role and architecture"
                help_ = f"write {' or '.join(near.names)} there; or {help_}"
                break
        yield Diagnostic("ldms-no-node", "error", summary, NODES, place, help_)


def _aggregator_ports(view: View) -> Iterator[Diagnostic]:
    telemetry = view.telemetry
    if not _on(view):
        return
    count, origin = _count(view), NODES if view.read.nodes is not None else f"{OPTIONS}: ldms.expected_nodes"
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


_CONFIGURED = (source_section("ldms"), f"{TELEMETRY}:{_SETTINGS}.{_PLUGINS}")
_PORTS = (source_section("ldms"), f"{TELEMETRY}:{_SETTINGS}.agg_port")
_COLLECTED = (*_CONFIGURED, source_section("dcgm"))
_DIALLED = tuple(f"{OPTIONS}:{name}" for name in ("ldms", "expose", "network_policies"))
NODES_FOUND = Rule((source_section("ldms"), *_DIALLED, NODES), _nodes_found)
RULES = (
    Rule(_CONFIGURED, _plugins_given),
    Rule(_CONFIGURED, _plugins_once),
    Rule(_CONFIGURED, _plugins_known),
    Rule(_CONFIGURED, _not_too_often),
    Rule(_COLLECTED, _schemas_once),
    NODES_FOUND,
    Rule((*_COLLECTED, f"{OPTIONS}:ldms", f"{OPTIONS}:resources", NODES), _aggregator_memory),
    Rule((*_PORTS, f"{OPTIONS}:ldms", NODES), _aggregator_ports),
)
