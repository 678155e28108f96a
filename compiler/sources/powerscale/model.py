"""What the user may write of PowerScale."""

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import VolumeSize
from ...config.victoria import VictoriaTargets


class PowerscaleSource(Section):
    """`telemetry_sources.powerscale`."""

    metrics_enabled: bool = required(True, "Collect performance metrics through CSM.")
    logs_enabled: bool = Field(False, description="Receive the cluster's syslog.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"], "victoria_metrics carries metrics, victoria_logs carries logs."
    )


class PowerscaleSettings(Section):
    """`powerscale_configurations`."""

    otel_collector_storage_size: VolumeSize = required("5Gi", "Volume of the collector's queue.")
    csm_observability_values_file_path: str = required("", "Path of the CSM Observability values file.")
