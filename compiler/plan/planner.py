"""The planner: a valid configuration to a plan. It never refuses one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.configuration import Configuration
from ..config.former import OPTIONS, SOFTWARE, TELEMETRY
from ..sources.dcgm.plan import plan_dcgm
from ..sources.idrac.plan import idrac_workloads, plan_idrac
from ..sources.ldms.plan import Ldms, plan_ldms
from ..sources.ome.plan import plan_ome
from ..sources.powerscale.plan import plan_powerscale, powerscale_workloads
from ..sources.powerscale.values import CsmValues
from ..sources.sfm.plan import plan_push_sources
from ..sources.ufm.plan import plan_ufm
from ..sources.vast.plan import plan_vast
from .decision import Bridge, Source, Workload
from .gateway import Gateway, plan_gateway
from .kafka import Kafka, plan_kafka
from .load import plan_load
from .monitoring import Monitoring, plan_monitoring
from .network import Parts, plan_network
from .plan import NotRendered, Plan
from .platform import plan_platform
from .remote_write import Agent
from .requirements import plan_requirements
from .secrets import plan_secrets
from .sinks import plan_bridges, plan_sinks
from .software import plan_software
from .totals import plan_totals
from .vector import Vector, plan_vector
from .victoria_logs import SYSLOG_SOURCES, VictoriaLogs, plan_victoria_logs
from .victoria_metrics import VictoriaMetrics, plan_victoria_metrics

_RENDERED = ("ldms", "ome")
"""Sources whose objects are all there; those of OME stand in the broker's folder."""


def make_plan(configuration: Configuration, csm: CsmValues | None) -> Plan:
    """Every decision that this configuration leads to; ``csm`` is the user's CSM values file."""
    ldms_source, ldms = plan_ldms(configuration)
    sources = (
        plan_idrac(configuration),
        ldms_source,
        plan_dcgm(configuration),
        plan_powerscale(configuration, csm),
        plan_ufm(configuration),
        plan_vast(configuration),
        plan_ome(configuration),
        *plan_push_sources(configuration),
    )
    bridges = plan_bridges(configuration, sources)
    sinks = plan_sinks(sources, bridges)
    on = {sink.name for sink in sinks if sink.on}
    metrics = plan_victoria_metrics(configuration, bridges, ldms, csm) if "victoria_metrics" in on else None
    logs = plan_victoria_logs(configuration, sources) if "victoria_logs" in on else None
    kafka = plan_kafka(configuration, sources, bridges, scraped=metrics is not None) if "kafka" in on else None
    vector = plan_vector(configuration, bridges, ldms)
    gateway = plan_gateway(configuration, sinks)
    monitoring = plan_monitoring(configuration, metrics)
    own = _stores(metrics, logs, gateway, kafka)
    workloads = (
        *own,
        *(_vector_workloads(vector)),
        *_ldms_workloads(ldms),
        *idrac_workloads(configuration),
        *powerscale_workloads(configuration, csm),
        *((monitoring.vmalert,) if monitoring is not None and monitoring.vmalert is not None else ()),
    )
    agents = _agents(metrics, logs, vector)
    return Plan(
        platform=plan_platform(configuration, sinks),
        sources=sources,
        bridges=bridges,
        sinks=sinks,
        victoria_metrics=metrics,
        victoria_logs=logs,
        kafka=kafka,
        vector=vector,
        gateway=gateway,
        ldms=ldms,
        network=plan_network(configuration, Parts(sinks, metrics, logs, gateway, kafka, ldms, vector)),
        software=plan_software(configuration),
        monitoring=monitoring,
        workloads=workloads,
        agents=agents,
        secrets=plan_secrets(configuration, sources, kafka, gateway, agents, workloads),
        requirements=plan_requirements(configuration, sinks, logs, kafka, gateway, workloads),
        load=plan_load(configuration, sources, bridges, ldms, metrics, kafka, logs is not None),
        totals=plan_totals(workloads),
        not_rendered=tuple(_not_rendered(configuration, sources, bridges, monitoring)),
    )


def _stores(
    metrics: VictoriaMetrics | None, logs: VictoriaLogs | None, gateway: Gateway | None, kafka: Kafka | None
) -> Iterator[Workload]:
    if metrics is not None:
        yield from (metrics.vmstorage, metrics.vminsert, metrics.vmselect, metrics.vmagent.workload)
    if gateway is not None:
        yield gateway.workload
    if logs is not None:
        yield from (logs.vlstorage, logs.vlinsert, logs.vlselect)
        if logs.vlagent is not None:
            yield logs.vlagent.workload
    if kafka is not None:
        yield from (kafka.controller, kafka.broker, kafka.entity_operator)


def _vector_workloads(vector: Vector) -> Iterator[Workload]:
    yield from vector.bridges
    for agent in (vector.vmagent, vector.vlagent):
        if agent is not None:
            yield agent.workload


def _ldms_workloads(ldms: Ldms | None) -> Iterator[Workload]:
    if ldms is not None:
        yield from (pod for pod, _ in ldms.pods)
        yield from ldms.stores


def _agents(metrics: VictoriaMetrics | None, logs: VictoriaLogs | None, vector: Vector) -> tuple[Agent, ...]:
    found = (metrics.vmagent if metrics else None, logs.vlagent if logs else None, vector.vmagent, vector.vlagent)
    return tuple(agent for agent in found if agent is not None)


def _not_rendered(
    configuration: Configuration,
    sources: Sequence[Source],
    bridges: Sequence[Bridge],
    monitoring: Monitoring | None,
) -> Iterator[NotRendered]:
    """Planned things without an emitter; what gains one is taken out here."""
    for source in sources:
        if source.on and source.name in configuration.options.push_sources:
            yield NotRendered(f"the push user of {source.name}", OPTIONS, ("push_sources",))
        elif not source.on or source.name in _RENDERED:
            continue
        elif source.name not in SYSLOG_SOURCES:
            yield NotRendered(f"source {source.name}", TELEMETRY, ("telemetry_sources", source.name))
        elif source.channel("metrics"):
            yield NotRendered(
                f"the metrics of source {source.name}", TELEMETRY, ("telemetry_sources", source.name, "metrics_enabled")
            )
    for name in dict.fromkeys(bridge.name for bridge in bridges if bridge.on and bridge.name != "vector_ldms"):
        yield NotRendered(f"bridge {name}", TELEMETRY, ("telemetry_bridges", name))
    yield NotRendered("the ConfigMap software-plan", SOFTWARE, ())
    for name in ("alerts", "dashboards"):
        if monitoring is not None and getattr(monitoring, name).value:
            yield NotRendered(name, TELEMETRY, ("telemetry_sinks", "victoria_metrics"))
