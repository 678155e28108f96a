"""Alerts and dashboards: what watches the stack itself."""

from typing import NamedTuple

from ..config.configuration import Configuration
from .alerts.kafka import certificates_watched
from .alerts.model import Rules, Watched
from .alerts.rules import plan_rules
from .decision import Container, Decided, Workload
from .edges import Edge, between, host_and_port, host_edge
from .images import image
from .kafka_edges import STRIMZI_OPERATOR
from .places import HTTP_PORTS, STRIMZI_METRICS_PORT, VMAGENT, VMALERT, metrics_read_url, metrics_write_url
from .sizing import DEFAULTS, replicas, resources, why
from .victoria_metrics import SELF_SCRAPE_INTERVAL, reloader


class Monitoring(NamedTuple):
    """What is watched and who is told. ``vmalert`` is None, and ``rules`` empty, where nothing evaluates rules.

    ``reads`` and ``writes`` are the addresses of tenant 0; vmalert appends the paths of its requests itself.
    """

    alerts: Decided[bool]
    dashboards: Decided[bool]
    alertmanagers: Decided[tuple[str, ...]]
    evaluation_interval: Decided[str]
    state: Decided[str]
    strimzi_operator: Decided[bool]
    reads: str
    writes: str
    vmalert: Workload | None
    rules: tuple[Rules, ...]


def plan_vmalert(configuration: Configuration) -> Workload | None:
    """Two of them, or what `resources.vmalert` says; None without alerts."""
    options, default = configuration.options, DEFAULTS["vmalert"]
    if not options.alerts:
        return None
    container = Container(VMALERT, image(options, VMALERT), resources(options, VMALERT, default.resources))
    return Workload(
        "monitoring",
        VMALERT,
        replicas(options, VMALERT, default.replicas),
        (container, reloader(configuration)),
        None,
        why(options, VMALERT, default.reason),
        ("telecompile.yml: alerts", "telecompile.yml: resources.vmalert"),
    )


def plan_monitoring(
    configuration: Configuration, vmalert: Workload | None, watched: Watched | None
) -> Monitoring | None:
    """Rules and dashboards need the metrics store; None without it."""
    if watched is None:
        return None
    options = configuration.options
    urls = tuple(options.alertmanager_urls)
    return Monitoring(
        alerts=_switch(options.alerts, "rules for what is rendered", "telecompile.yml: alerts"),
        dashboards=_switch(options.dashboards, "one a sink and one a source", "telecompile.yml: dashboards"),
        alertmanagers=Decided(
            urls,
            "as configured; each is told of everything by each vmalert, and tells people once"
            if urls
            else "none is named, so alerts are kept as series and nobody is told",
            ("telecompile.yml: alertmanager_urls",),
        ),
        evaluation_interval=Decided(SELF_SCRAPE_INTERVAL, "as often as the stack is scraped"),
        state=Decided(
            "in the metrics store, as series ALERTS and ALERTS_FOR_STATE",
            "a vmalert that starts again goes on waiting where it was; both write the same series, which are merged",
        ),
        strimzi_operator=_strimzi_operator(configuration, watched),
        reads=metrics_read_url(options),
        writes=metrics_write_url(options).removesuffix("/api/v1/write"),
        vmalert=vmalert,
        rules=plan_rules(configuration, watched) if vmalert is not None else (),
    )


def monitoring_edges(configuration: Configuration, monitoring: Monitoring) -> list[Edge]:
    """From vmalert to where it reads, writes, and tells."""
    if monitoring.vmalert is None:
        return []
    edges = [
        between(VMALERT, "vmselect", HTTP_PORTS["vmselect"], "evaluates rules"),
        between(VMALERT, "vminsert", HTTP_PORTS["vminsert"], "keeps the state of alerts"),
    ]
    for url in monitoring.alertmanagers.value:
        host, port = host_and_port(url)
        edges.append(host_edge(configuration, VMALERT, host, port, f"tells {host} of alerts"))
    if monitoring.strimzi_operator.value:
        edges.append(between(VMAGENT, STRIMZI_OPERATOR, STRIMZI_METRICS_PORT, "scrapes it"))
    return edges


def _strimzi_operator(configuration: Configuration, watched: Watched) -> Decided[bool]:
    keys = ("telecompile.yml: operators.strimzi_namespace", "telecompile.yml: alerts")
    if not configuration.options.alerts or watched.kafka is None:
        return Decided(False, "no alert asks for it", keys)
    if certificates_watched(configuration, watched.kafka):
        return Decided(True, "it alone tells when Kafka's certificates end", keys)
    return Decided(
        False, "it runs in another namespace, where vmagent may not look: certificates are not watched", keys
    )


def _switch(on: bool, reason: str, key: str) -> Decided[bool]:
    return Decided(on, reason if on else "switched off", (key,))
