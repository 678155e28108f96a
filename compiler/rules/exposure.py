"""Rules about what can be reached from outside of the cluster, and how appliances are read."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import OME_PORT, QUERY_PORT, SYSLOG_PORT
from ..config.former import OPTIONS, TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from ..sources.ldms.model import NODES_A_DAEMON
from .rule import Rule, View

_SOURCES = f"{TELEMETRY}:telemetry_sources"


def _reachable_from_anywhere(view: View) -> Iterator[Diagnostic]:
    expose = view.options.expose
    ports = list(_ports(view))
    # Without policies only a load balancer heeds the ranges.
    judged = bool(expose.source_ranges) and (view.options.network_policies or expose.type == "LoadBalancer")
    if expose.type == "ClusterIP" or judged or not ports:
        return
    file, key = (OPTIONS, "expose") if OPTIONS in view.read.documents else (TELEMETRY, "telemetry_sources")
    summary = f"reachable from anywhere: {', '.join(ports)}"
    help_ = "list the senders' networks under expose.source_ranges in telecompile.yml, such as 192.0.2.0/24"
    if expose.source_ranges:
        summary += "; nothing applies expose.source_ranges where network_policies is false and the type NodePort"
        help_ = "leave network_policies on, or set expose.type to LoadBalancer"
    yield Diagnostic("exposed-to-anyone", "warning", summary, file, view.at_key(file, key), help_)


def _ports(view: View) -> Iterator[str]:
    sources = view.telemetry.telemetry_sources
    for name in ("powerscale", "ufm", "vast"):
        if getattr(sources, name).logs_enabled:
            yield f"{SYSLOG_PORT} (syslog of {name})"
    if sources.ome.metrics_enabled or sources.ome.logs_enabled:
        yield f"{OME_PORT} (the broker's listener for ome)"
    if sources.ldms.metrics_enabled and view.read.nodes is None:
        first = view.telemetry.ldms_configurations.agg_port
        last = first + max(1, -(-view.options.ldms.expected_nodes // NODES_A_DAEMON)) - 1
        yield f"{first} (the aggregator of ldms)" if last == first else f"{first} to {last} (the aggregators of ldms)"
    if view.options.expose.tls_secret is not None:
        yield f"{QUERY_PORT} (queries and pushes)"


def _plain_http_has_no_password(view: View) -> Iterator[Diagnostic]:
    for index, name in enumerate(view.options.plain_http):
        if getattr(view.telemetry, f"{name}_configuration").auth_mode != "none":
            span = view.at_value(OPTIONS, "plain_http", index)
            why = "its password would cross the network in clear text"
            summary = f"{name} is scraped over http, and auth_mode is basic: {why}"
            help_ = f"set {name}_configuration.auth_mode to none, or remove {name} here"
            yield Diagnostic("plain-http-password", "error", summary, OPTIONS, span, help_)


REACHABLE = Rule(
    (
        _SOURCES,
        f"{TELEMETRY}:ldms_configurations",
        f"{OPTIONS}:expose",
        f"{OPTIONS}:ldms",
        f"{OPTIONS}:network_policies",
    ),
    _reachable_from_anywhere,
)
PLAIN_HTTP = Rule(
    (f"{TELEMETRY}:ufm_configuration", f"{TELEMETRY}:vast_configuration", f"{OPTIONS}:plain_http"),
    _plain_http_has_no_password,
)
