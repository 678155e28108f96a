"""The metrics store: VMCluster and the agent in front of it."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import binary, milliseconds, whole
from ..config.resources import Replicated
from ..sources.idrac.plan import SCRAPE_INTERVAL as IDRAC_INTERVAL
from ..sources.ldms.plan import Ldms
from ..sources.powerscale.values import CsmValues
from .decision import Bridge, Container, Decided, Volume, Workload
from .images import image
from .places import metrics_write_url
from .remote_write import Agent, metric_targets
from .sizing import DEFAULTS, STORAGE_GRACE, from_block, resources

LONGEST_DEDUP = 1000
"""Milliseconds: copies of one scrape by two agents lie closer together than this."""
REPLICATED_FROM = 3
"""vmstorage pods from which on each sample is kept twice (2 x replication factor - 1)."""
SELF_SCRAPE_INTERVAL = "30s"
"""How often vmagent reads the stack's own components; its own default."""


class VictoriaMetrics(NamedTuple):
    """Every decision about the metrics store."""

    retention: Decided[str]
    replication_factor: Decided[int]
    dedup_interval: Decided[str]
    select_cache: Decided[str]
    self_scrape_interval: Decided[str]
    liveness: Decided[str]
    copies: Decided[str]
    vmstorage: Workload
    vminsert: Workload
    vmselect: Workload
    vmagent: Agent


def plan_victoria_metrics(
    configuration: Configuration, bridges: Sequence[Bridge], ldms: Ldms | None, csm: CsmValues | None
) -> VictoriaMetrics:
    """The store keeps what `telemetry_sinks.victoria_metrics` says, on what the storage file says."""
    sink = configuration.telemetry.telemetry_sinks.victoria_metrics
    storage = configuration.storage.victoria_cluster_storage
    replicas = storage.vmstorage.replicas
    section = "telemetry_sinks.victoria_metrics"
    volume = Volume(
        "vmstorage-db",
        sink.persistence_size,
        "victoria_metrics",
        "the time series of one storage pod",
        (f"{section}.persistence_size",),
    )
    cache = binary(4 * whole(storage.vmselect.resources.limits.memory))
    further = len(sink.additional_metric_remote_write_endpoints)
    return VictoriaMetrics(
        retention=Decided(
            f"{sink.retention_period}h",
            "the configured hours; without the unit they would be months",
            (f"{section}.retention_period",),
        ),
        replication_factor=_replication(replicas),
        dedup_interval=_dedup(configuration, bridges, ldms, csm),
        select_cache=Decided(
            cache,
            "bound of the query cache on scratch space: four times the memory limit",
            ("victoria_cluster_storage.vmselect.resources",),
        ),
        self_scrape_interval=Decided(SELF_SCRAPE_INTERVAL, "vmagent's own default, for the stack's own components"),
        liveness=Decided(
            "none on vmstorage", "opening a large volume takes long, and a restart in the middle would begin again"
        ),
        copies=Decided(
            "stored once, sent twice to additional endpoints" if further else "stored once",
            "both vmagents scrape everything, so that one may fail; the store merges the copies"
            + (", additional endpoints receive both" if further else ""),
            ("victoria_cluster_storage.vmagent.replicas", f"{section}.additional_metric_remote_write_endpoints"),
        ),
        vmstorage=_workload(configuration, "vmstorage", storage.vmstorage, volume),
        vminsert=_workload(configuration, "vminsert", storage.vminsert),
        vmselect=_workload(configuration, "vmselect", storage.vmselect),
        vmagent=_agent(configuration, storage.vmagent),
    )


def reloader(configuration: Configuration) -> Container:
    """The container that hands a changed configuration to the process beside it."""
    options = configuration.options
    default = DEFAULTS["config-reloader"].resources
    return Container(
        "config-reloader", image(options, "config-reloader"), resources(options, "config-reloader", default)
    )


def _workload(configuration: Configuration, name: str, written: Replicated, volume: Volume | None = None) -> Workload:
    container = Container(name, image(configuration.options, name), from_block(written.resources))
    key = f"victoria_cluster_storage.{name}"
    if volume is None:
        return Workload(
            "victoria-metrics", name, written.replicas, (container,), None, "as configured; spread over nodes", (key,)
        )
    reason = "as configured; no two on one node while there are nodes enough"
    return Workload(
        "victoria-metrics", name, written.replicas, (container,), volume, reason, (key,), True, STORAGE_GRACE
    )


def _agent(configuration: Configuration, written: Replicated) -> Agent:
    options = configuration.options
    volume = Volume(
        "persistent-queue-data",
        options.vmagent_queue_size,
        None,
        "what a store has not taken yet survives a restart",
        ("telecompile.yml: vmagent_queue_size",),
    )
    workload = Workload(
        "victoria-metrics",
        "vmagent",
        written.replicas,
        (Container("vmagent", image(options, "vmagent"), from_block(written.resources)), reloader(configuration)),
        volume,
        "each scrapes everything: a pair, not shards",
        ("victoria_cluster_storage.vmagent",),
    )
    targets = metric_targets(configuration, metrics_write_url(options), options.vmagent_queue_size)
    return Agent(workload, targets, Decided(True, "what is scraped exists nowhere else"))


def _replication(storage_pods: int) -> Decided[int]:
    key = ("victoria_cluster_storage.vmstorage.replicas",)
    if storage_pods >= REPLICATED_FROM:
        return Decided(2, f"each sample on two of {storage_pods} storage pods, so one may be lost", key)
    pods = f"{storage_pods} storage pod{'s' if storage_pods > 1 else ''}"
    return Decided(1, f"{pods} cannot keep two copies and stay writable when one fails", key)


def _dedup(
    configuration: Configuration, bridges: Sequence[Bridge], ldms: Ldms | None, csm: CsmValues | None
) -> Decided[str]:
    finest, key = min(_intervals(configuration, bridges, ldms, csm))
    interval = max(1, min(LONGEST_DEDUP, int(finest // 2)))
    if interval == LONGEST_DEDUP:
        reason = "merges replicas and the copies of two agents; every configured interval is at least twice that"
    else:
        reason = "half the finest configured interval, so that no two samples of one source are merged"
    return Decided(f"{interval}ms", reason, (key,))


def _intervals(
    configuration: Configuration, bridges: Sequence[Bridge], ldms: Ldms | None, csm: CsmValues | None
) -> list[tuple[float, str]]:
    """Every interval at which something reaches this store, in milliseconds, and its key."""
    telemetry = configuration.telemetry
    sources = telemetry.telemetry_sources
    found = [(float(milliseconds(SELF_SCRAPE_INTERVAL) or 0), "telemetry_sinks.victoria_metrics")]
    if sources.idrac.metrics_enabled and "victoria_metrics" in sources.idrac.collection_targets:
        found.append((float(milliseconds(IDRAC_INTERVAL) or 0), "telemetry_sources.idrac.metrics_enabled"))
    if sources.ufm.metrics_enabled:
        found.append(
            (float(milliseconds(telemetry.ufm_configuration.scrape_interval) or 0), "ufm_configuration.scrape_interval")
        )
    if sources.vast.metrics_enabled:
        found.append(
            (
                float(milliseconds(telemetry.vast_configuration.scrape_interval) or 0),
                "vast_configuration.scrape_interval",
            )
        )
    if csm is not None:
        found.append((csm.poll_seconds * 1000.0, "powerscale_configurations.csm_observability_values_file_path"))
    bridged = any(bridge.on and bridge.name == "vector_ldms" for bridge in bridges)
    if ldms is not None and ldms.interval.value and bridged:
        found.append((ldms.interval.value / 1000, "ldms_configurations.sampler_plugins"))
    return found
