"""Rules about `telecompile.yml`."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import IMAGES, REPLICATED, SIZED
from ..config.former import OPTIONS, TELEMETRY
from ..diagnostics.diagnostic import Diagnostic, Related
from ..loading.suggest import listed, nearest
from .endpoints import LOG_ENDPOINTS, METRIC_ENDPOINTS
from .rule import Rule, View


def _known_names(view: View) -> Iterator[Diagnostic]:
    for section, given, known in (
        ("images", view.options.images, IMAGES),
        ("resources", view.options.resources, SIZED),
    ):
        for name in given:
            if name not in known:
                guess = nearest(name, known)
                names = listed(name, known, f"telecompile explain {section}")
                help_ = f"did you mean {guess}?" if guess else f"known are {names}"
                summary = f"unknown component {name} in {section}"
                yield Diagnostic(
                    "unknown-component", "error", summary, OPTIONS, view.at_key(OPTIONS, section, name), help_
                )


def _replicas_apply(view: View) -> Iterator[Diagnostic]:
    for name, override in view.options.resources.items():
        if override.replicas is not None and name in SIZED and name not in REPLICATED:
            span = view.at_value(OPTIONS, "resources", name, "replicas")
            summary = f"the replicas of {name} are not for choosing"
            help_ = f"leave replicas out; they may be set for {', '.join(REPLICATED)}"
            yield Diagnostic("replicas-fixed", "error", summary, OPTIONS, span, help_)


def _endpoints_used(view: View) -> Iterator[Diagnostic]:
    sinks = view.telemetry.telemetry_sinks
    urls = [
        one.url
        for one in (
            *sinks.victoria_metrics.additional_metric_remote_write_endpoints,
            *sinks.victoria_logs.additional_log_write_endpoints,
        )
    ]
    for url in view.options.endpoints:
        if url not in urls:
            guess = nearest(url, urls)
            help_ = "write the URL just as it stands in telemetry_config.yml" if urls else "remove the entry"
            help_ = f"did you mean {guess}?" if guess else help_
            if url.startswith("https://") and f"http://{url.removeprefix('https://')}" in urls:
                help_ = "the endpoint is written with http:// in telemetry_config.yml: write https:// there"
            elif url.startswith("http://") and f"https://{url.removeprefix('http://')}" in urls:
                help_ = "the endpoint is written with https:// in telemetry_config.yml: write https:// here"
            # What stands behind the path may be a secret.
            summary = f"endpoints names {url.partition('?')[0]!r}, which no additional endpoint has as its URL"
            yield Diagnostic(
                "unused-endpoint", "warning", summary, OPTIONS, view.at_key(OPTIONS, "endpoints", url), help_
            )


def _log_in_encrypted(view: View) -> Iterator[Diagnostic]:
    sinks = view.telemetry.telemetry_sinks
    for path, listed_there in (
        (METRIC_ENDPOINTS, sinks.victoria_metrics.additional_metric_remote_write_endpoints),
        (LOG_ENDPOINTS, sinks.victoria_logs.additional_log_write_endpoints),
    ):
        for index, one in enumerate(listed_there):
            access = view.options.endpoints.get(one.url)
            if access is None or access.secret is None or not one.url.startswith("http://"):
                continue
            # What stands behind the path may be a secret.
            shown = one.url.partition("?")[0]
            summary = f"the log-in of {shown!r} crosses the network in clear text"
            help_ = "write https:// in both files, where the endpoint has a certificate, or remove the log-in"
            span, url = view.at_key(OPTIONS, "endpoints", one.url), view.at_value(TELEMETRY, *path, index, "url")
            told = (Related(TELEMETRY, url, "the endpoint is here"),) if url is not None else ()
            yield Diagnostic("log-in-over-http", "warning", summary, OPTIONS, span, help_, told)


REPLICAS_APPLY = Rule((f"{OPTIONS}:resources",), _replicas_apply)
_LISTS = tuple(f"{TELEMETRY}:{'.'.join(path)}" for path in (METRIC_ENDPOINTS, LOG_ENDPOINTS))
ENDPOINTS_USED = Rule((*_LISTS, f"{OPTIONS}:endpoints"), _endpoints_used)
LOG_IN_ENCRYPTED = Rule((*_LISTS, f"{OPTIONS}:endpoints"), _log_in_encrypted)
KNOWN_NAMES = Rule((f"{OPTIONS}:images", f"{OPTIONS}:resources"), _known_names)
