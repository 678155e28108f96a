"""Keys of other releases and of the former flat layout of the input files."""

from typing import NamedTuple

TELEMETRY, STORAGE, SOFTWARE = "telemetry_config.yml", "telemetry_storage_config.yml", "software_config.json"
NODES, OPTIONS = "pxe_mapping_file.csv", "telecompile.yml"
FILES = (TELEMETRY, STORAGE, SOFTWARE, NODES, OPTIONS)
"""The names of the input files, in the order in which they are read."""

KeyPath = tuple[str, ...]


class OtherRelease(NamedTuple):
    """A key that other releases of these files use: accepted, and without effect here."""

    file: str
    path: KeyPath
    why: str


OTHER_RELEASES = (
    OtherRelease(TELEMETRY, ("cluster_inventory",), "nodes are taken from pxe_mapping_file.csv"),
    OtherRelease(TELEMETRY, ("kube_vip",), "nothing is deployed over SSH"),
    OtherRelease(
        TELEMETRY, ("idrac_telemetry_configurations", "bmc_group_data_path"), "BMCs are taken from pxe_mapping_file.csv"
    ),
    OtherRelease(
        TELEMETRY, ("idrac_telemetry_configurations", "oim_bmc_ips"), "BMCs are taken from pxe_mapping_file.csv"
    ),
    OtherRelease(
        TELEMETRY, ("powerscale_configurations", "csi_powerscale_secret_path"), "Secrets are never read, only named"
    ),
    OtherRelease(
        TELEMETRY,
        ("powerscale_configurations", "additional_remote_write_endpoints"),
        "every metric goes to telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints",
    ),
    OtherRelease(
        TELEMETRY,
        ("powerscale_configurations", "syslog_source_ips"),
        "senders are limited by expose.source_ranges in telecompile.yml",
    ),
    OtherRelease(SOFTWARE, ("iso_file_path",), "no operating system is installed from here"),
)

_POWERSCALE = "powerscale_configurations"
FORMER_KEYS: dict[KeyPath, str] = {
    ("idrac_telemetry_support",): "telemetry_sources.idrac.metrics_enabled",
    ("telemetry_collection_type",): "telemetry_sources.idrac.collection_targets",
    ("idrac_telemetry_collection_type",): "telemetry_sources.idrac.collection_targets",
    ("dcgm_support",): "telemetry_sources.dcgm.metrics_enabled",
    ("powerscale_telemetry_support",): "telemetry_sources.powerscale.metrics_enabled",
    ("powerscale_log_enabled",): "telemetry_sources.powerscale.logs_enabled",
    (_POWERSCALE, "powerscale_telemetry_support"): "telemetry_sources.powerscale.metrics_enabled",
    (_POWERSCALE, "powerscale_log_enabled"): "telemetry_sources.powerscale.logs_enabled",
    ("topic_partitions",): "telemetry_sinks.kafka.topic_partitions",
    ("kafka_configurations",): "telemetry_sinks.kafka",
    ("victoria_configurations",): "telemetry_sinks.victoria_metrics",
    ("ldms_agg_port",): "ldms_configurations.agg_port",
    ("ldms_store_port",): "ldms_configurations.store_port",
    ("ldms_sampler_port",): "ldms_configurations.sampler_port",
    ("ldms_sampler_configurations",): "ldms_configurations.sampler_plugins",
}
"""Keys of the former flat layout of telemetry_config.yml, and where each stands now (existing-input-rules.md, 1.3)."""
