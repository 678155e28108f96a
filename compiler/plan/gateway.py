"""VMAuth: the one way in for queries, and for appliances that push."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from .decision import Container, Decided, Sink, Source, Workload
from .exposure import Exposure, exposure
from .images import image
from .places import HTTP_PORTS, VL_CLUSTER, VM_CLUSTER, VMAGENT, VMAUTH, push_user
from .sizing import DEFAULTS, replicas, resources, why
from .victoria_metrics import reloader


class Access(NamedTuple):
    """A user of VMAuth: ``paths`` (regular expressions) of one component, and nothing else.

    ``kind`` and ``target`` name the custom resource as VMUser does. ``label`` is what every sample that the user
    writes carries, whatever it says itself.
    """

    user: str
    component: str
    kind: str
    target: str
    paths: tuple[str, ...]
    headless: bool
    reason: str
    label: tuple[str, str] | None = None


class Gateway(NamedTuple):
    """VMAuth and its users. ``external`` is None where only the cluster reaches it."""

    workload: Workload
    tls_secret: Decided[str | None]
    exposure: Decided[str]
    external: Exposure | None
    users: tuple[Access, ...]


def plan_gateway(configuration: Configuration, sinks: Sequence[Sink], sources: Sequence[Source]) -> Gateway | None:
    """It stands in front of whichever Victoria store is on."""
    on = {sink.name for sink in sinks if sink.on}
    component = "victoria-metrics" if "victoria_metrics" in on else "victoria-logs" if "victoria_logs" in on else None
    if component is None:
        return None
    options, default = configuration.options, DEFAULTS["vmauth"]
    container = Container(VMAUTH, image(options, VMAUTH), resources(options, VMAUTH, default.resources))
    workload = Workload(
        component,
        VMAUTH,
        replicas(options, VMAUTH, default.replicas),
        (container, reloader(configuration)),
        None,
        why(options, VMAUTH, default.reason),
        ("telecompile.yml: resources.vmauth",),
    )
    secret = options.expose.tls_secret
    key = ("telecompile.yml: expose.tls_secret",)
    tls = Decided(
        secret,
        "passwords cross the network encrypted" if secret else "none is named, so passwords stay inside of the cluster",
        key,
    )
    users = (*_users(on), *_push_users(configuration, sources))
    return Gateway(workload, tls, _exposure(configuration), exposure(configuration) if secret else None, users)


def _exposure(configuration: Configuration) -> Decided[str]:
    expose = configuration.options.expose
    port = HTTP_PORTS["vmauth"]
    if expose.tls_secret is None:
        reason = f"without expose.tls_secret queries and pushes stay inside of the cluster, on port {port}"
        return Decided("ClusterIP", reason, ("telecompile.yml: expose.tls_secret",))
    who = ", ".join(expose.source_ranges) or "anywhere"
    return Decided(expose.type, f"https on port {port}, from {who}", ("telecompile.yml: expose",))


def _users(on: set[str]) -> tuple[Access, ...]:
    found = []
    if "victoria_metrics" in on:
        reason = "reads every metric of tenant 0, and cannot write or delete"
        found.append(
            Access(
                "metrics-query",
                "victoria-metrics",
                "VMCluster/vmselect",
                VM_CLUSTER,
                ("/select/0/.*",),
                True,
                reason,
            )
        )
    if "victoria_logs" in on:
        reason = "reads every log line, and cannot write or delete"
        found.append(
            Access(
                "logs-query",
                "victoria-logs",
                "VLCluster/vlselect",
                VL_CLUSTER,
                ("/select/.*",),
                True,
                reason,
            )
        )
    return tuple(found)


def _push_users(configuration: Configuration, sources: Sequence[Source]) -> tuple[Access, ...]:
    """One for each appliance that pushes: vmagent takes what it writes, so that every endpoint gets it."""
    return tuple(
        Access(
            push_user(source.name),
            "victoria-metrics",
            "VMAgent",
            VMAGENT,
            ("/api/v1/write",),
            True,
            "writes metrics, and can neither read nor delete",
            ("source", source.name),
        )
        for source in sources
        if source.on and source.name in configuration.options.push_sources
    )
