"""Rules about what can be reached from outside of the cluster, and how appliances are read."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import OME_PORT, QUERY_PORT, SYSLOG_PORT
from ..config.former import OPTIONS, TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from ..sources.ldms.model import NODES_A_DAEMON
from .active import LOGS, METRICS, SOURCES, channel_on, source_on, source_section
from .rule import Rule, View

_SYSLOG = ("powerscale", "ufm", "vast")


def _reachable_from_anywhere(view: View) -> Iterator[Diagnostic]:
    expose = view.options.expose
    ports = list(_ports(view))
    everyone = [index for index, one in enumerate(expose.source_ranges) if one.endswith("/0")]
    # Without policies only a load balancer heeds the ranges.
    heeded = bool(expose.source_ranges) and (view.options.network_policies or expose.type == "LoadBalancer")
    if expose.type == "ClusterIP" or not ports or (heeded and not everyone):
        return
    file, path = (OPTIONS, ("expose",)) if OPTIONS in view.read.documents else (TELEMETRY, (SOURCES,))
    span = view.at_key(file, *path)
    summary = f"reachable from anywhere: {', '.join(ports)}"
    help_ = "list the senders' networks under expose.source_ranges in telecompile.yml, such as 192.0.2.0/24"
    if everyone:
        span = view.at_value(OPTIONS, "expose", "source_ranges", everyone[0])
        summary += f"; {expose.source_ranges[everyone[0]]} is every address"
        help_ = "list the senders' networks in its place, such as 192.0.2.0/24"
    elif expose.source_ranges:
        summary += "; nothing applies expose.source_ranges where network_policies is false and the type NodePort"
        help_ = "leave network_policies on, or set expose.type to LoadBalancer"
    yield Diagnostic("exposed-to-anyone", "warning", summary, file, span, help_)


def _ports(view: View) -> Iterator[str]:
    for name in _SYSLOG:
        if channel_on(view, name, LOGS):
            yield f"{SYSLOG_PORT} (syslog of {name})"
    if source_on(view, "ome"):
        yield f"{OME_PORT} (the broker's listener for ome)"
    if channel_on(view, "ldms", METRICS) and view.read.nodes is None:
        first = view.telemetry.ldms_configurations.agg_port
        last = first + max(1, -(-view.options.ldms.expected_nodes // NODES_A_DAEMON)) - 1
        yield f"{first} (the aggregator of ldms)" if last == first else f"{first} to {last} (the aggregators of ldms)"
    if view.options.expose.tls_secret is not None:
        yield f"{QUERY_PORT} (queries and pushes)"


def _plain_http(name: str) -> Rule:
    section = f"{name}_configuration"

    def plain_http_has_no_password(view: View) -> Iterator[Diagnostic]:
        listed = view.options.plain_http
        if name in listed and getattr(view.telemetry, section).auth_mode != "none":
            span = view.at_value(OPTIONS, "plain_http", listed.index(name))
            why = "its password would cross the network in clear text"
            summary = f"{name} is scraped over http, and auth_mode is basic: {why}"
            help_ = f"set {section}.auth_mode to none, or remove {name} here"
            yield Diagnostic("plain-http-password", "error", summary, OPTIONS, span, help_)

    return Rule((f"{TELEMETRY}:{section}.auth_mode", f"{OPTIONS}:plain_http"), plain_http_has_no_password)


RULES = (
    Rule(
        (
            *(source_section(name) for name in (*_SYSLOG, "ome", "ldms")),
            f"{TELEMETRY}:ldms_configurations.agg_port",
            *(f"{OPTIONS}:{name}" for name in ("expose", "ldms", "network_policies")),
        ),
        _reachable_from_anywhere,
    ),
    _plain_http("ufm"),
    _plain_http("vast"),
)
