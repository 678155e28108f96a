"""The first part of the flows: from sources to what collects them."""

from __future__ import annotations

from collections.abc import Iterator

from ..sources.ldms.plan import Ldms
from ..sources.powerscale.plan import PowerScale
from .decision import Source, Workload
from .flowchart import Link, Node
from .gateway import Gateway
from .images import CSM_METRICS
from .places import (
    BMC_PORT,
    HTTP_PORTS,
    KUBE_STATE_METRICS,
    ONEFS_PORT,
    OTEL_COLLECTOR,
    OTLP_PORT,
    PUMP_METRICS_PORT,
    VLAGENT,
    VMAGENT,
    VMAUTH,
    VOLUMES_PORT,
)
from .plan import Plan


def source_nodes(plan: Plan) -> Iterator[Node]:
    """The sources that are on, each with what the plan knows of where it is."""
    for source in plan.sources:
        if source.on:
            yield Node(f"source {source.name}", "sources", (source.name, *_where(plan, source)))


def _where(plan: Plan, source: Source) -> Iterator[str]:
    if source.name == "idrac" and plan.idrac is not None:
        yield plan.idrac.reach.value
    if source.name == "ldms" and plan.ldms is not None:
        yield counted(plan.ldms.nodes.value, "node")
    yield from (one.target for one in plan.appliances if one.prefix == source.name)
    yield from (f"{name} {value.value}" for name, value in source.settings if name == "identifier")


def collector_flows(plan: Plan) -> Iterator[Node | Link]:
    """Everything between the sources and the topics and agents."""
    if plan.idrac is not None:
        yield from _idrac(plan.idrac.workload, scraped=plan.idrac.scrape is not None)
    if plan.dcgm is not None and plan.dcgm.restarted.value is not None:
        yield Link("source dcgm", "source ldms", "metrics", "dcgm_sampler", None)
    if plan.ldms is not None:
        yield from _ldms(plan.ldms)
    if plan.powerscale is not None:
        yield from _powerscale(plan.powerscale)
    for one in plan.appliances:
        yield Link(f"source {one.prefix}", f"workload {VMAGENT}", "metrics", f"scraped, {one.scheme}", one.port)
    for listener in plan.victoria_logs.listeners if plan.victoria_logs is not None else ():
        how = "syslog, TCP and UDP"
        yield Link(f"source {listener.source}", f"workload {VLAGENT}", "logs", how, listener.service_port)
    if plan.gateway is not None:
        yield from _pushes(plan.gateway)


def _idrac(workload: Workload, *, scraped: bool) -> Iterator[Node | Link]:
    yield _collector(workload)
    yield Link("source idrac", f"workload {workload.name}", "metrics", "Redfish, TLS", BMC_PORT)
    if scraped:
        yield Link(f"workload {workload.name}", f"workload {VMAGENT}", "metrics", "scraped", PUMP_METRICS_PORT)


def _ldms(ldms: Ldms) -> Iterator[Node | Link]:
    """All aggregators are one node here, and all stores are another: hundreds of arrows would say no more."""
    pods, daemons = counted(len(ldms.pods), "pod"), counted(len(ldms.aggregators), "daemon")
    yield Node("workload ldms-aggregator", "collectors", ("ldms-aggregator", f"{pods}, {daemons}"))
    yield Node("workload ldms-store", "collectors", ("ldms-store", counted(len(ldms.stores), "pod")))
    first, last = ldms.aggregators[0].port, ldms.aggregators[-1].port
    further = f", ports to {last}" if last != first else ""
    if ldms.dials:
        yield Link("source ldms", "workload ldms-aggregator", "metrics", "LDMS, pulled", ldms.sampler_port.value)
    else:
        yield Link("source ldms", "workload ldms-aggregator", "metrics", f"LDMS, samplers dial in{further}", first)
    yield Link("workload ldms-aggregator", "workload ldms-store", "metrics", f"LDMS, pulled{further}", first)


def _powerscale(powerscale: PowerScale) -> Iterator[Node | Link]:
    for workload in powerscale.workloads:
        yield _collector(workload)
    csm, agent = f"workload {CSM_METRICS}", f"workload {VMAGENT}"
    proxy = powerscale.csm.authorization.value
    if proxy is None:
        yield Link("source powerscale", csm, "metrics", "OneFS", ONEFS_PORT)
    else:
        yield Link("source powerscale", csm, "metrics", f"through CSM Authorization at {proxy.host}", None)
    yield Link(csm, f"workload {OTEL_COLLECTOR}", "metrics", "OTLP, TLS", OTLP_PORT)
    yield Link(f"workload {OTEL_COLLECTOR}", agent, "metrics", "OTLP", HTTP_PORTS[VMAGENT])
    yield Link(f"workload {KUBE_STATE_METRICS}", agent, "metrics", "scraped", VOLUMES_PORT)


def _pushes(gateway: Gateway) -> Iterator[Node | Link]:
    tls = ", TLS" if gateway.tls_secret.value else ""
    for user in gateway.users:
        # Who writes carries its source's name.
        if user.label is not None:
            yield _collector(gateway.workload)
            yield Link(f"source {user.label[1]}", f"workload {VMAUTH}", "metrics", f"push{tls}", HTTP_PORTS[VMAUTH])
            yield Link(f"workload {VMAUTH}", f"workload {user.target}", "metrics", "push", HTTP_PORTS[user.target])


def _collector(workload: Workload) -> Node:
    return Node(f"workload {workload.name}", "collectors", (workload.name, counted(workload.replicas, "pod")))


def counted(number: int, what: str) -> str:
    """``1 pod``, ``2 pods``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
