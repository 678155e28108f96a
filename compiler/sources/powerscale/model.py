"""What the user may write of PowerScale."""

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import VolumeSize
from ...config.victoria import VictoriaTargets


class PowerscaleSource(Section):
    """`telemetry_sources.powerscale`."""

    metrics_enabled: bool = required(True, "Whether performance metrics are collected, by CSM metrics for PowerScale.")
    logs_enabled: bool = Field(False, description="Whether the storage cluster's syslog is received.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"],
        "Sinks that the data is sent to: victoria_metrics takes the metrics, victoria_logs the logs. Each "
        "channel that is on needs its own.",
    )


class PowerscaleSettings(Section):
    """`powerscale_configurations`."""

    otel_collector_storage_size: VolumeSize = required(
        "5Gi", "Volume of the collector, on which metrics wait while the metrics store does not answer."
    )
    csm_observability_values_file_path: str = required(
        "",
        "Path of the values file of CSM Observability, taken from the input directory unless absolute; required "
        "while the metrics of powerscale are on.",
        when_missing='add `csm_observability_values_file_path: ""`, with the path in it while the metrics of '
        "powerscale are on",
    )
