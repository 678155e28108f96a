"""What the plan makes of PowerScale."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Container, Decided, Source, Volume, Workload
from ...plan.images import CSM_METRICS, IMAGES, image
from ...plan.sizing import DEFAULTS, from_block, replicas, resources, why
from ...plan.source import channel, source
from .values import CsmValues


def plan_powerscale(configuration: Configuration, values: CsmValues | None) -> Source:
    """Metrics through CSM and the collector, logs by syslog."""
    written = configuration.telemetry.telemetry_sources.powerscale
    settings: list[tuple[str, Decided[object]]] = []
    if written.metrics_enabled and values is not None:
        csm_key = ("powerscale_configurations.csm_observability_values_file_path",)
        settings.append(
            ("poll_interval", Decided(f"{values.poll_seconds}s", "the shortest of the CSM values file", csm_key))
        )
        if values.collector_image is None:
            contrib = IMAGES["otel-collector"]
            why = f"the core distribution named there cannot keep its queue on a volume, so {contrib} is used"
            settings.append(("collector", Decided("contrib distribution", why, csm_key)))
    targets = written.collection_targets
    return source(
        "powerscale",
        [
            channel("metrics", written.metrics_enabled, "victoria_metrics", targets),
            channel("logs", written.logs_enabled, "victoria_logs", targets),
        ],
        targets,
        settings,
    )


def powerscale_workloads(configuration: Configuration, values: CsmValues | None) -> tuple[Workload, ...]:
    """CSM metrics, the collector that buffers them, and kube-state-metrics for volume metrics."""
    if not configuration.telemetry.telemetry_sources.powerscale.metrics_enabled or values is None:
        return ()
    storage, options = configuration.storage, configuration.options
    csm = from_block(storage.csm_metrics_powerscale_storage)
    exporter = from_block(storage.csi_volume_exporter_storage.resources)
    collector = DEFAULTS["otel-collector"]
    size = configuration.telemetry.powerscale_configurations.otel_collector_storage_size
    queue = Volume(
        "queue",
        size,
        None,
        "keeps what vmagent has not taken yet",
        ("powerscale_configurations.otel_collector_storage_size",),
    )
    on = ("telemetry_sources.powerscale.metrics_enabled",)
    return (
        Workload(
            "powerscale",
            CSM_METRICS,
            1,
            (Container(CSM_METRICS, image(options, CSM_METRICS, values.image), csm),),
            None,
            "polls the array; a second one would poll twice",
            (*on, "csm_metrics_powerscale_storage"),
        ),
        Workload(
            "powerscale",
            "otel-collector",
            replicas(options, "otel-collector", collector.replicas),
            (
                Container(
                    "otel-collector",
                    image(options, "otel-collector", values.collector_image),
                    resources(options, "otel-collector", collector.resources),
                ),
            ),
            queue,
            why(options, "otel-collector", collector.reason),
            (*on, "telecompile.yml: resources.otel-collector"),
        ),
        Workload(
            "powerscale",
            "kube-state-metrics",
            1,
            (
                Container(
                    "kube-state-metrics",
                    image(options, "kube-state-metrics"),
                    resources(options, "kube-state-metrics", exporter),
                ),
            ),
            None,
            "metrics of PersistentVolumes, claims and StorageClasses only",
            (*on, "csi_volume_exporter_storage"),
        ),
    )
