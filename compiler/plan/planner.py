"""The planner: a valid configuration to a plan. It never refuses one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..config.configuration import Configuration
from ..sources.dcgm.plan import plan_dcgm
from ..sources.idrac.plan import Idrac, plan_idrac
from ..sources.ldms.plan import Ldms, plan_ldms
from ..sources.ome.plan import plan_ome
from ..sources.powerscale.plan import PowerScale, plan_powerscale
from ..sources.powerscale.values import CsmValues
from ..sources.sfm.plan import plan_push_sources
from ..sources.ufm.plan import plan_ufm, ufm_appliance
from ..sources.vast.plan import plan_vast, vast_appliance
from .alerts.model import Watched
from .appliance import Appliance
from .dashboards import plan_dashboards
from .decision import Source, Workload
from .gateway import Gateway, plan_gateway
from .images import CSM_METRICS
from .kafka import Kafka, plan_kafka
from .load import plan_load
from .monitoring import plan_monitoring, plan_vmalert
from .network import Parts, plan_network
from .places import IDRAC
from .plan import Plan
from .platform import plan_platform
from .remote_write import Agent
from .requirements import plan_requirements
from .secrets import plan_secrets
from .sinks import plan_bridges, plan_sinks
from .software import plan_software
from .totals import plan_totals
from .vector import Vector, plan_vector
from .victoria_logs import VictoriaLogs, plan_victoria_logs
from .victoria_metrics import VictoriaMetrics, plan_victoria_metrics


def make_plan(configuration: Configuration, csm: CsmValues | None, authorities: Mapping[str, str]) -> Plan:
    """Every decision that this configuration leads to.

    ``csm`` is the user's CSM values file, ``authorities`` the CA of each appliance that has one, in PEM form.
    """
    ufm = ufm_appliance(configuration, authorities.get("ufm", ""))
    vast = vast_appliance(configuration, authorities.get("vast", ""))
    idrac_source, idrac = plan_idrac(configuration)
    ldms_source, ldms = plan_ldms(configuration)
    dcgm_source, dcgm = plan_dcgm(configuration)
    powerscale_source, powerscale = plan_powerscale(configuration, csm)
    sources = (
        idrac_source,
        ldms_source,
        dcgm_source,
        powerscale_source,
        plan_ufm(configuration, ufm),
        plan_vast(configuration, vast),
        plan_ome(configuration),
        *plan_push_sources(configuration),
    )
    appliances = tuple(_scraped((ufm, vast), sources))
    bridges = plan_bridges(configuration, sources)
    sinks = plan_sinks(sources, bridges)
    on = {sink.name for sink in sinks if sink.on}
    metrics = plan_victoria_metrics(configuration, bridges, ldms, csm) if "victoria_metrics" in on else None
    logs = plan_victoria_logs(configuration, sources) if "victoria_logs" in on else None
    kafka = plan_kafka(configuration, sources, bridges, scraped=metrics is not None) if "kafka" in on else None
    vector = plan_vector(configuration, bridges, ldms)
    gateway = plan_gateway(configuration, sinks, sources)
    vmalert = plan_vmalert(configuration) if metrics is not None else None
    own = _stores(metrics, logs, gateway, kafka)
    workloads = (
        *own,
        *(_vector_workloads(vector)),
        *_ldms_workloads(ldms),
        *((idrac.workload,) if idrac is not None else ()),
        *(powerscale.workloads if powerscale is not None else ()),
        *((vmalert,) if vmalert is not None else ()),
    )
    agents = _agents(metrics, logs, vector)
    pages = _pages(idrac, powerscale)
    watched = (
        Watched(sources, metrics, logs, kafka, ldms, vector, gateway, agents, appliances, workloads, pages)
        if metrics is not None
        else None
    )
    monitoring = plan_monitoring(configuration, vmalert, watched)
    parts = Parts(sinks, metrics, logs, gateway, kafka, ldms, vector, appliances, monitoring, powerscale, idrac)
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
        appliances=appliances,
        ldms=ldms,
        idrac=idrac,
        dcgm=dcgm,
        powerscale=powerscale,
        network=plan_network(configuration, parts, workloads),
        software=plan_software(configuration),
        monitoring=monitoring,
        dashboards=plan_dashboards(monitoring, watched),
        workloads=workloads,
        agents=agents,
        secrets=plan_secrets(configuration, sources, kafka, gateway, agents, workloads, powerscale),
        requirements=plan_requirements(configuration, parts, workloads),
        load=plan_load(configuration, sources, bridges, ldms, metrics, kafka, logs is not None),
        totals=plan_totals(workloads),
    )


def _pages(idrac: Idrac | None, powerscale: PowerScale | None) -> frozenset[str]:
    """The workloads that serve metrics only where their source is told to."""
    found = [IDRAC] if idrac is not None and idrac.scrape is not None else []
    if powerscale is not None and powerscale.csm.metrics.value is not None:
        found.append(CSM_METRICS)
    return frozenset(found)


def _scraped(appliances: Sequence[Appliance], sources: Sequence[Source]) -> Iterator[Appliance]:
    """Those whose metrics go somewhere."""
    for appliance in appliances:
        source = next(one for one in sources if one.name == appliance.prefix)
        if source.sends("metrics"):
            yield appliance


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
