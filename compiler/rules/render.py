"""Rules about `telecompile.yml`."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import IMAGES, REPLICATED, SIZED
from ..config.former import OPTIONS, TELEMETRY
from ..diagnostics.diagnostic import Diagnostic
from ..loading.suggest import nearest
from .rule import Rule, View


def _known_names(view: View) -> Iterator[Diagnostic]:
    for section, given, known in (
        ("images", view.options.images, IMAGES),
        ("resources", view.options.resources, SIZED),
    ):
        for name in given:
            if name not in known:
                guess = nearest(name, known)
                help_ = f"did you mean {guess}?" if guess else f"components: {', '.join(known)}"
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
            help_ = f"did you mean {guess}?" if guess else "write the URL just as it stands in telemetry_config.yml"
            summary = "no additional endpoint has this URL, so its log-in is used nowhere"
            yield Diagnostic(
                "unused-endpoint", "warning", summary, OPTIONS, view.at_key(OPTIONS, "endpoints", url), help_
            )


REPLICAS_APPLY = Rule((f"{OPTIONS}:resources",), _replicas_apply)
ENDPOINTS_USED = Rule((f"{TELEMETRY}:telemetry_sinks", f"{OPTIONS}:endpoints"), _endpoints_used)
KNOWN_NAMES = Rule((f"{OPTIONS}:images", f"{OPTIONS}:resources"), _known_names)
