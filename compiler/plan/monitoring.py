"""Alerts and dashboards: what watches the stack itself."""

from __future__ import annotations

from typing import NamedTuple

from ..config.configuration import Configuration
from .decision import Container, Decided, Workload
from .images import image
from .sizing import DEFAULTS, replicas, resources, why
from .victoria_metrics import VictoriaMetrics


class Monitoring(NamedTuple):
    """What is watched and who is told. ``vmalert`` is None where nothing evaluates rules."""

    alerts: Decided[bool]
    dashboards: Decided[bool]
    alertmanagers: Decided[tuple[str, ...]]
    vmalert: Workload | None


def plan_monitoring(configuration: Configuration, metrics: VictoriaMetrics | None) -> Monitoring | None:
    """Rules and dashboards need the metrics store; None without it."""
    if metrics is None:
        return None
    options = configuration.options
    urls = tuple(options.alertmanager_urls)
    return Monitoring(
        alerts=_switch(options.alerts, "rules for what is rendered", "telecompile.yml: alerts"),
        dashboards=_switch(options.dashboards, "one a sink and one a source", "telecompile.yml: dashboards"),
        alertmanagers=Decided(
            urls,
            "as configured" if urls else "none is named, so alerts are kept as series and nobody is told",
            ("telecompile.yml: alertmanager_urls",),
        ),
        vmalert=_vmalert(configuration) if options.alerts else None,
    )


def _switch(on: bool, reason: str, key: str) -> Decided[bool]:
    return Decided(on, reason if on else "switched off", (key,))


def _vmalert(configuration: Configuration) -> Workload:
    options, default = configuration.options, DEFAULTS["vmalert"]
    container = Container("vmalert", image(options, "vmalert"), resources(options, "vmalert", default.resources))
    return Workload(
        "monitoring",
        "vmalert",
        replicas(options, "vmalert", default.replicas),
        (container,),
        None,
        why(options, "vmalert", default.reason),
        ("telecompile.yml: alerts", "telecompile.yml: resources.vmalert"),
    )
