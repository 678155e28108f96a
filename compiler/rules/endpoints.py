"""Rules about the additional endpoints that metrics and logs are written to."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.former import TELEMETRY
from ..config.sinks import Endpoint
from ..diagnostics.diagnostic import Diagnostic
from .active import LOG_STORE, METRIC_STORE
from .rule import Rule, View

_SINKS = "telemetry_sinks"
METRIC_ENDPOINTS = (_SINKS, METRIC_STORE, "additional_metric_remote_write_endpoints")
LOG_ENDPOINTS = (_SINKS, LOG_STORE, "additional_log_write_endpoints")
_LOG_PATHS = ("/insert/native", "/insert/jsonline", "/internal/insert")
"""What VictoriaLogs takes from vlagent; without a path the first is appended (semantics.md, section 2.1)."""


def _paths(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.victoria_metrics
    for index, one in enumerate(sink.additional_metric_remote_write_endpoints):
        head, path = _parted(one.url)
        if path in ("", "/"):
            summary = f"{head} has no path, and no store takes metrics at its root"
            help_ = (
                f'write "{head}/api/v1/write", or "{head}/insert/0/prometheus/api/v1/write" for a cluster of '
                "VictoriaMetrics"
            )
            yield _path_warning(view, (*METRIC_ENDPOINTS, index), summary, help_)


def _log_paths(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.victoria_logs
    for index, one in enumerate(sink.additional_log_write_endpoints):
        head, path = _parted(one.url)
        if path not in ("", "/", *_LOG_PATHS):
            summary = f"{path} is no path at which VictoriaLogs takes what vlagent writes"
            help_ = f'write "{head}{_LOG_PATHS[0]}"; allow endpoint-path where a proxy there changes the path'
            yield _path_warning(view, (*LOG_ENDPOINTS, index), summary, help_)


def _path_warning(view: View, at: tuple[str | int, ...], summary: str, help_: str) -> Diagnostic:
    return Diagnostic("endpoint-path", "warning", summary, TELEMETRY, view.at_value(TELEMETRY, *at, "url"), help_)


def _parted(url: str) -> tuple[str, str]:
    """Scheme and server, and the path; what stands behind the path may be a secret, and is left out."""
    scheme, _, rest = url.partition("?")[0].partition("://")
    server, slash, path = rest.partition("/")
    return f"{scheme}://{server}", slash + path


def _verified(view: View, endpoints: tuple[Endpoint, ...], at: tuple[str, ...], what: str) -> Iterator[Diagnostic]:
    for index, one in enumerate(endpoints):
        if not one.tls_insecure_skip_verify:
            continue
        head, _ = _parted(one.url)
        span = view.at_value(TELEMETRY, *at, index, "tls_insecure_skip_verify")
        if head.startswith("https://"):
            summary = f"the certificate of {head} is not verified: whoever answers at that address gets every {what}"
            help_ = "leave it out; a CA of your own goes under endpoints in telecompile.yml, as ca_secret of the URL"
            yield Diagnostic("tls-not-verified", "note", summary, TELEMETRY, span, help_)
        else:
            summary = f"tls_insecure_skip_verify has no effect: {head} speaks no TLS"
            help_ = "leave it out, or begin the URL with https:// where the endpoint has a certificate"
            yield Diagnostic("tls-setting-unused", "warning", summary, TELEMETRY, span, help_)


def _metric_tls(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.victoria_metrics
    yield from _verified(view, sink.additional_metric_remote_write_endpoints, METRIC_ENDPOINTS, "metric")


def _log_tls(view: View) -> Iterator[Diagnostic]:
    sink = view.telemetry.telemetry_sinks.victoria_logs
    yield from _verified(view, sink.additional_log_write_endpoints, LOG_ENDPOINTS, "log line")


_METRICS, _LOGS = (f"{TELEMETRY}:{'.'.join(path)}" for path in (METRIC_ENDPOINTS, LOG_ENDPOINTS))
RULES = (
    Rule((_METRICS,), _paths),
    Rule((_LOGS,), _log_paths),
    Rule((_METRICS,), _metric_tls),
    Rule((_LOGS,), _log_tls),
)
