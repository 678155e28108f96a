"""Every key of the seed's tables: whether it is required, its default, its range and its allowed values."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from telecompile.config.reading import Groups
from telecompile.config.software import SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig


class Key(NamedTuple):
    """``default`` is what an optional key has, or what the help of a required one shows."""

    path: str
    required: bool
    default: Any = None
    least: int | None = None
    most: int | None = None


TELEMETRY = [
    *(Key(f"telemetry_sources.{name}", True) for name in ("idrac", "ldms", "dcgm", "powerscale", "ufm", "vast", "ome")),
    Key("telemetry_sources.idrac.metrics_enabled", True, True),
    Key("telemetry_sources.idrac.collection_targets", True, ["victoria_metrics", "kafka"]),
    Key("telemetry_sources.ldms.metrics_enabled", True, True),
    Key("telemetry_sources.ldms.collection_targets", True, ["kafka"]),
    Key("telemetry_sources.dcgm.metrics_enabled", True, True),
    Key("telemetry_sources.powerscale.metrics_enabled", True, True),
    Key("telemetry_sources.powerscale.logs_enabled", False, False),
    Key("telemetry_sources.powerscale.collection_targets", True, ["victoria_metrics"]),
    Key("telemetry_sources.ufm.metrics_enabled", True, False),
    Key("telemetry_sources.ufm.logs_enabled", False, False),
    Key("telemetry_sources.ufm.collection_targets", True, ["victoria_metrics"]),
    Key("telemetry_sources.vast.metrics_enabled", True, False),
    Key("telemetry_sources.vast.logs_enabled", False, False),
    Key("telemetry_sources.vast.collection_targets", True, ["victoria_metrics"]),
    Key("telemetry_sources.ome.metrics_enabled", True, True),
    Key("telemetry_sources.ome.logs_enabled", True, True),
    Key("telemetry_sources.ome.collection_targets", True, ["kafka"]),
    Key("telemetry_bridges.vector_ldms.metrics_enabled", True, True),
    Key("telemetry_bridges.vector_ome.metrics_enabled", True, True),
    Key("telemetry_bridges.vector_ome.logs_enabled", True, True),
    Key("telemetry_bridges.vector_ome.ome_identifier", True, "ome"),
    Key("telemetry_sinks.victoria_metrics.persistence_size", True, "8Gi"),
    Key("telemetry_sinks.victoria_metrics.retention_period", True, 168, 24, 876_000),
    Key("telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints", False, ()),
    Key("telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints.url", True),
    Key(
        "telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints.tls_insecure_skip_verify",
        False,
        False,
    ),
    Key("telemetry_sinks.victoria_logs.storage_size", True, "8Gi"),
    Key("telemetry_sinks.victoria_logs.retention_period", True, 168, 24, 876_000),
    Key("telemetry_sinks.victoria_logs.additional_log_write_endpoints", False, ()),
    Key("telemetry_sinks.victoria_logs.additional_log_write_endpoints.url", True),
    Key("telemetry_sinks.victoria_logs.additional_log_write_endpoints.tls_insecure_skip_verify", False, False),
    Key("telemetry_sinks.kafka.persistence_size", True, "8Gi"),
    Key("telemetry_sinks.kafka.log_retention_hours", True, 168, 1, 2**31 - 1),
    Key("telemetry_sinks.kafka.log_retention_bytes", True, -1),
    Key("telemetry_sinks.kafka.log_segment_bytes", True, 1073741824, 1, 2**31 - 1),
    Key("telemetry_sinks.kafka.topic_partitions", True, {"idrac": 1, "ldms": 2}),
    Key("telemetry_sinks.kafka.topic_partitions.idrac", False, 1, 1, 100),
    Key("telemetry_sinks.kafka.topic_partitions.ldms", False, 2, 1, 100),
    Key("telemetry_sinks.kafka.topic_partitions.ome", False, 3, 1, 100),
    Key("ldms_configurations.agg_port", True, 6001, 6001, 6100),
    Key("ldms_configurations.store_port", True, 6001, 6001, 6100),
    Key("ldms_configurations.sampler_port", True, 10001, 10001, 10100),
    Key("ldms_configurations.sampler_plugins", True),
    Key("ldms_configurations.sampler_plugins.plugin_name", True),
    Key("ldms_configurations.sampler_plugins.config_parameters", False, ""),
    Key("ldms_configurations.sampler_plugins.activation_parameters", True),
    Key("powerscale_configurations.otel_collector_storage_size", True, "5Gi"),
    Key("powerscale_configurations.csm_observability_values_file_path", True),
    Key("ufm_configuration.ufm_endpoint", False, ""),
    Key("ufm_configuration.ufm_metrics_port", False, 9001, 1, 65535),
    Key("ufm_configuration.scrape_interval", False, "30s"),
    Key("ufm_configuration.scrape_timeout", False, "15s"),
    Key("ufm_configuration.tls_mode", False, "self_signed"),
    Key("ufm_configuration.ufm_ca_cert_path", False, ""),
    Key("ufm_configuration.auth_mode", False, "basic"),
    Key("vast_configuration.vast_endpoint", False, ""),
    Key("vast_configuration.vast_metrics_port", False, 443, 1, 65535),
    Key("vast_configuration.metrics_path", False, "/api/prometheusmetrics/all"),
    Key("vast_configuration.scrape_interval", False, "30s"),
    Key("vast_configuration.scrape_timeout", False, "15s"),
    Key("vast_configuration.tls_mode", False, "self_signed"),
    Key("vast_configuration.vast_ca_cert_path", False, ""),
    Key("vast_configuration.auth_mode", False, "basic"),
    Key("idrac_telemetry_configurations.mysqldb_storage", False, "1Gi"),
]
REPLICATED = [
    "victoria_cluster_storage.vmstorage",
    "victoria_cluster_storage.vminsert",
    "victoria_cluster_storage.vmselect",
    "victoria_cluster_storage.vmagent",
    "victoria_logs_cluster_storage.vlstorage",
    "victoria_logs_cluster_storage.vlinsert",
    "victoria_logs_cluster_storage.vlselect",
    "victoria_logs_cluster_storage.vlagent",
    "vector_storage.ldms",
    "vector_storage.ome",
    "vector_storage.vlagent_vector",
    "vector_storage.vmagent_vector",
]
BUFFERED = ["victoria_logs_cluster_storage.vlagent", "vector_storage.vlagent_vector", "vector_storage.vmagent_vector"]
WRAPPED = [
    *REPLICATED,
    "csi_volume_exporter_storage",
    "kafka_storage.kafka",
    "kafka_storage.entity_operator.user_operator",
    *(f"idrac_telemetry_storage.{name}" for name in ("mysqldb", "activemq", "receiver", "kafka_pump", "victoria_pump")),
]
AMOUNTS = ("requests.memory", "requests.cpu", "limits.memory", "limits.cpu")
STORAGE = [
    *(Key(f"{path}.replicas", True, least=1) for path in REPLICATED),
    *(Key(f"{path}.pvc_size", True, "5Gi") for path in BUFFERED),
    *(Key(f"{path}.resources.{amount}", True) for path in WRAPPED for amount in AMOUNTS),
    *(Key(f"csm_metrics_powerscale_storage.{amount}", True) for amount in AMOUNTS),
    Key("kafka_storage", False),
    Key("idrac_telemetry_storage", False),
]
SOFTWARE = [
    Key("cluster_os_type", True, "rhel"),
    Key("cluster_os_version", True, "10.0"),
    Key("repo_config", True, "always"),
    Key("softwares", True),
    Key("softwares.name", True),
    Key("softwares.version", False),
    Key("softwares.arch", True),
    *(Key(name, False, ()) for name in ("slurm_custom", "service_k8s", "additional_packages")),
    *(Key(f"{name}.name", True) for name in ("slurm_custom", "service_k8s", "additional_packages")),
]
GROUPS = [
    Key("groups.functional_group_name", True),
    Key("groups.software", True),
    Key("groups.software.name", True),
    Key("groups.software.version", False),
]


def field_at(model: type[BaseModel], path: str) -> Any:
    """The field of a dotted path; a list stands for its items."""
    *parents, last = path.split(".")
    for step in parents:
        inner = section_in(model.model_fields[step].annotation)
        assert inner is not None, path
        model = inner
    return model.model_fields[last]


def section_in(annotation: Any) -> type[BaseModel] | None:
    """The section in an annotation such as a list or an optional one."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (section_in(one) for one in getattr(annotation, "__args__", ()))
    return next((one for one in inner if one is not None), None)


ALL = [
    *((TelemetryConfig, key) for key in TELEMETRY),
    *((StorageConfig, key) for key in STORAGE),
    *((SoftwareConfig, key) for key in SOFTWARE),
    *((Groups, key) for key in GROUPS),
]


@pytest.mark.parametrize(("model", "key"), ALL, ids=[f"{model.__name__}:{key.path}" for model, key in ALL])
def test_a_key_is_as_the_seed_says(model: type[BaseModel], key: Key) -> None:
    field = field_at(model, key.path)
    assert field.is_required() is key.required
    if key.required and key.default is not None:
        assert field.examples == [key.default]
    if not key.required and key.default is not None:
        assert field.default == key.default
    bounds = {name: getattr(one, name) for one in field.metadata for name in ("ge", "le") if hasattr(one, name)}
    if key.least is not None:
        assert bounds["ge"] == key.least
    if key.most is not None:
        assert bounds["le"] == key.most
    assert field.description


@pytest.mark.parametrize(
    ("model", "path", "allowed"),
    [
        (TelemetryConfig, "telemetry_sources.idrac.collection_targets", {"victoria_metrics", "kafka"}),
        (TelemetryConfig, "telemetry_sources.ldms.collection_targets", {"kafka"}),
        (TelemetryConfig, "telemetry_sources.ome.collection_targets", {"kafka"}),
        (TelemetryConfig, "telemetry_sources.powerscale.collection_targets", {"victoria_metrics", "victoria_logs"}),
        (TelemetryConfig, "telemetry_sources.ufm.collection_targets", {"victoria_metrics", "victoria_logs"}),
        (TelemetryConfig, "telemetry_sources.vast.collection_targets", {"victoria_metrics", "victoria_logs"}),
        (TelemetryConfig, "ufm_configuration.tls_mode", {"self_signed", "ca_signed"}),
        (TelemetryConfig, "vast_configuration.auth_mode", {"basic", "none"}),
        (SoftwareConfig, "cluster_os_type", {"rhel"}),
        (SoftwareConfig, "cluster_os_version", {"10.0"}),
        (SoftwareConfig, "repo_config", {"always", "partial"}),
        (SoftwareConfig, "softwares.arch", {"x86_64", "aarch64"}),
        (
            SoftwareConfig,
            "slurm_custom.name",
            {"slurm_control_node", "slurm_node", "login_node", "login_compiler_node"},
        ),
        (
            SoftwareConfig,
            "service_k8s.name",
            {"service_kube_control_plane_first", "service_kube_control_plane", "service_kube_node"},
        ),
        (
            SoftwareConfig,
            "additional_packages.name",
            {
                "service_kube_control_plane_first",
                "service_kube_control_plane",
                "service_kube_node",
                "slurm_control_node",
                "slurm_node",
                "login_node",
                "login_compiler_node",
                "os",
            },
        ),
    ],
)
def test_allowed_values_are_the_seeds(model: type[BaseModel], path: str, allowed: set[str]) -> None:
    found: set[object] = set()
    todo = [field_at(model, path).annotation]
    while todo:
        inner = getattr(todo.pop(), "__args__", ())
        found |= {one for one in inner if isinstance(one, str)}
        todo += [one for one in inner if not isinstance(one, str)]
    assert found == allowed


@pytest.mark.parametrize(
    ("model", "keys"),
    [(TelemetryConfig, TELEMETRY), (StorageConfig, STORAGE), (SoftwareConfig, SOFTWARE), (Groups, GROUPS)],
)
def test_nothing_is_modelled_that_the_tables_do_not_have(model: type[BaseModel], keys: list[Key]) -> None:
    tabled = {key.path for key in keys}
    tabled |= {path[:at] for path in tabled for at in range(len(path)) if path[at] == "."}
    assert set(modelled(model)) == tabled


def modelled(model: type[BaseModel], prefix: str = "") -> list[str]:
    """Every path of a model."""
    found = []
    for name, field in model.model_fields.items():
        found.append(f"{prefix}{name}")
        inner = section_in(field.annotation)
        found += modelled(inner, f"{prefix}{name}.") if inner is not None else []
    return found
