"""Rules about settings of `telecompile.yml` that have no effect beside the rest of the input, or contradict it."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import SOURCES
from ..config.former import NODES, OPTIONS, TELEMETRY
from ..config.paths import longest_prefix
from ..config.referenced import APPLIANCES
from ..diagnostics.diagnostic import Diagnostic
from ..loading.suggest import nearest
from .rule import Rule, View


def _paths_used(view: View) -> Iterator[Diagnostic]:
    """A source that is off keeps its path, and with it the prefix that it will need again."""
    telemetry = view.telemetry
    written = [getattr(getattr(telemetry, f"{name}_configuration"), f"{name}_ca_cert_path") for name in APPLIANCES]
    written.append(telemetry.powerscale_configurations.csm_observability_values_file_path)
    given = [path for path in written if path]
    used = {longest_prefix(path, view.options) for path in given}
    unmapped = {path.rpartition("/")[0] for path in given} - {"", *view.options.paths}
    for prefix in view.options.paths:
        if prefix not in used:
            guess = nearest(prefix, unmapped)
            help_ = f"did you mean {guess}?" if guess else "remove it, or write the prefix just as the paths have it"
            summary = f"paths maps {prefix!r}, which no path in {TELEMETRY} uses"
            yield Diagnostic("unused-path", "warning", summary, OPTIONS, view.at_key(OPTIONS, "paths", prefix), help_)


def _pushes_itself(view: View) -> Iterator[Diagnostic]:
    for index, name in enumerate(view.options.push_sources):
        if name in SOURCES:
            source = getattr(view.telemetry.telemetry_sources, name)
            on = source.metrics_enabled or getattr(source, "logs_enabled", False)
            help_ = f"remove {name} here"
            help_ += ": it is on already" if on else f", and set telemetry_sources.{name}.metrics_enabled to true"
            summary = f"push_sources names {name}, which is collected and does not push"
            span = view.at_value(OPTIONS, "push_sources", index)
            yield Diagnostic("not-allowed", "error", summary, OPTIONS, span, help_)


def _plain_http_scraped(view: View) -> Iterator[Diagnostic]:
    for index, name in enumerate(view.options.plain_http):
        # With a password it is wrong anyway, and that is told elsewhere.
        plain = getattr(view.telemetry, f"{name}_configuration").auth_mode == "none"
        if plain and not getattr(view.telemetry.telemetry_sources, name).metrics_enabled:
            summary = f"{name} is listed under plain_http, and its metrics are off: nothing is scraped"
            help_ = f"remove {name}, or set telemetry_sources.{name}.metrics_enabled to true"
            yield _unused(view, summary, help_, "plain_http", index)


def _alerts_sent(view: View) -> Iterator[Diagnostic]:
    if view.options.alertmanager_urls and not view.options.alerts:
        summary = "alertmanager_urls are given, and alerts are off: nothing is sent there"
        yield _unused(view, summary, "write `alerts: true`, or remove alertmanager_urls", "alertmanager_urls")


def _ranges_applied(view: View) -> Iterator[Diagnostic]:
    """With another type the listeners are open then, which `exposed-to-anyone` tells."""
    expose = view.options.expose
    if expose.source_ranges and expose.type == "ClusterIP" and not view.options.network_policies:
        summary = "nothing applies expose.source_ranges where the type is ClusterIP and network_policies is false"
        yield _unused(
            view, summary, "write `network_policies: true`, or remove source_ranges", "expose", "source_ranges"
        )


def _sized_by_csv(view: View) -> Iterator[Diagnostic]:
    if view.read.nodes is None:
        return
    for name, what in (
        ("aggregator_address", "aggregators dial the nodes of its rows"),
        ("expected_nodes", "its rows are counted"),
    ):
        if name in view.options.ldms.model_fields_set:
            summary = f"ldms.{name} has no effect beside {NODES}: {what}"
            yield _unused(view, summary, f"remove it, or take {NODES} away", "ldms", name)


def _log_in_used(view: View) -> Iterator[Diagnostic]:
    for url, access in view.options.endpoints.items():
        if access.secret is None and access.ca_secret is None:
            summary, key = f"endpoints names no Secret for {_shown(url)}, so nothing is logged in with", None
            help_ = "add `secret:` and `auth:`, or `ca_secret:`, or remove the entry"
        elif access.ca_secret is not None and url.startswith("http://"):
            summary, key = f"a CA is named for {_shown(url)}: over http nothing is verified", "ca_secret"
            help_ = "remove ca_secret, or write the endpoint with https:// in both files"
        else:
            continue
        yield _unused(view, summary, help_, "endpoints", url, *([key] if key else []))


def _shown(url: str) -> str:
    """A URL without what stands behind its path, which may be a secret."""
    return repr(url.partition("?")[0])


def _unused(view: View, summary: str, help_: str, *path: str | int) -> Diagnostic:
    value = isinstance(path[-1], int)
    span = view.at_value(OPTIONS, *path) if value else view.at_key(OPTIONS, *path)
    return Diagnostic("unused-setting", "warning", summary, OPTIONS, span, help_)


_SOURCES = f"{TELEMETRY}:telemetry_sources"
_PATHS = (
    "powerscale_configurations.csm_observability_values_file_path",
    *(f"{name}_configuration.{name}_ca_cert_path" for name in APPLIANCES),
)
RULES = (
    Rule((f"{OPTIONS}:paths", *(f"{TELEMETRY}:{name}" for name in _PATHS)), _paths_used),
    Rule((f"{OPTIONS}:push_sources", _SOURCES), _pushes_itself),
    Rule(
        (
            f"{OPTIONS}:plain_http",
            *(f"{_SOURCES}.{name}" for name in APPLIANCES),
            *(f"{TELEMETRY}:{name}_configuration.auth_mode" for name in APPLIANCES),
        ),
        _plain_http_scraped,
    ),
    Rule((f"{OPTIONS}:alertmanager_urls", f"{OPTIONS}:alerts"), _alerts_sent),
    Rule((f"{OPTIONS}:expose", f"{OPTIONS}:network_policies"), _ranges_applied),
    Rule((f"{OPTIONS}:ldms", NODES), _sized_by_csv),
    Rule((f"{OPTIONS}:endpoints",), _log_in_used),
)
