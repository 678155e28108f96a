"""Every leaf key of the input files: another value for it, and what else must be so for it to matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.config.changed import NODES, OPTIONS, SOFTWARE, TELEMETRY

Given = Mapping[str, Mapping[str, Any]]
"""By file: what is put at its dotted paths; at the empty path the whole of it, None where it is absent."""


_AS_IT_IS: Given = {}


class Setting(NamedTuple):
    """``value`` is what is put at ``key`` of the default input with ``given``.

    ``chosen`` is the name for a `*` of the key. ``refused`` is the code of the error that the value gives, and
    ``why`` the reason that no right value stands here.
    """

    key: str
    value: Any
    given: Given = _AS_IT_IS
    chosen: str = ""
    refused: str = ""
    why: str = ""


_UFM: Given = {
    TELEMETRY: {"telemetry_sources.ufm.metrics_enabled": True, "ufm_configuration.ufm_endpoint": "192.0.2.50"}
}
_UFM_CA: Given = {
    TELEMETRY: {
        **_UFM[TELEMETRY],
        "ufm_configuration.tls_mode": "ca_signed",
        "ufm_configuration.ufm_ca_cert_path": "certificates/one.pem",
    }
}
_UFM_CA_ELSEWHERE: Given = {
    TELEMETRY: {**_UFM_CA[TELEMETRY], "ufm_configuration.ufm_ca_cert_path": "/etc/pki/one.pem"},
    OPTIONS: {"paths": {"/etc/pki": "certificates"}},
}
_VAST: Given = {
    TELEMETRY: {"telemetry_sources.vast.metrics_enabled": True, "vast_configuration.vast_endpoint": "192.0.2.60"}
}
_VAST_CA: Given = {
    TELEMETRY: {
        **_VAST[TELEMETRY],
        "vast_configuration.tls_mode": "ca_signed",
        "vast_configuration.vast_ca_cert_path": "certificates/one.pem",
    }
}
_VAST_OPEN: Given = {TELEMETRY: {**_VAST[TELEMETRY], "vast_configuration.auth_mode": "none"}}
_NO_LOGS = {
    "telemetry_sources.powerscale.logs_enabled": False,
    "telemetry_bridges.vector_ome.logs_enabled": False,
}
"""Nothing else needs the log store, which a source that lists it switches on."""
_NO_OTHER_LOGS = {**_NO_LOGS, "telemetry_sources.powerscale.collection_targets": ["victoria_metrics"]}
_URL = "https://metrics.example.com/api/v1/write"
_METRICS_TOO, _LOGS_TOO = (
    "telemetry_sinks.victoria_metrics.additional_metric_remote_write_endpoints",
    "telemetry_sinks.victoria_logs.additional_log_write_endpoints",
)
_METRIC_ENDPOINT: Given = {TELEMETRY: {_METRICS_TOO: [{"url": _URL}]}}
_LOG_ENDPOINT: Given = {TELEMETRY: {_LOGS_TOO: [{"url": "https://logs.example.com:9481"}]}}
_LOGGED_IN: Given = {
    **_METRIC_ENDPOINT,
    OPTIONS: {"endpoints": {_URL: {"secret": "login", "auth": "basic", "ca_secret": "authority"}}},
}
_ONE_TARGET = "its one target is all that is allowed: none at all is refused while the source is on"
_ONE_VALUE = "one value alone is allowed"

TELEMETRY_SETTINGS = (
    *(
        Setting(f"telemetry_sources.{name}.metrics_enabled", False)
        for name in ("idrac", "ldms", "dcgm", "powerscale", "ome")
    ),
    Setting("telemetry_sources.idrac.collection_targets", ["kafka"]),
    *(
        Setting(f"telemetry_sources.{name}.collection_targets", [], refused="source-without-target", why=_ONE_TARGET)
        for name in ("ldms", "ome")
    ),
    Setting("telemetry_sources.powerscale.logs_enabled", False),
    Setting("telemetry_sources.powerscale.collection_targets", ["victoria_metrics"], {TELEMETRY: _NO_LOGS}),
    Setting("telemetry_sources.ufm.metrics_enabled", False, _UFM),
    Setting("telemetry_sources.ufm.logs_enabled", True, _UFM),
    Setting(
        "telemetry_sources.ufm.collection_targets",
        ["victoria_metrics"],
        {TELEMETRY: {**_UFM[TELEMETRY], **_NO_OTHER_LOGS}},
    ),
    Setting("telemetry_sources.vast.metrics_enabled", False, _VAST),
    Setting("telemetry_sources.vast.logs_enabled", True, _VAST),
    Setting(
        "telemetry_sources.vast.collection_targets",
        ["victoria_metrics"],
        {TELEMETRY: {**_VAST[TELEMETRY], **_NO_OTHER_LOGS}},
    ),
    Setting("telemetry_sources.ome.logs_enabled", False),
    Setting("telemetry_bridges.vector_ldms.metrics_enabled", False),
    Setting("telemetry_bridges.vector_ome.metrics_enabled", False),
    Setting("telemetry_bridges.vector_ome.logs_enabled", False),
    Setting("telemetry_bridges.vector_ome.ome_identifier", "console"),
    Setting("telemetry_sinks.victoria_metrics.persistence_size", "9Gi"),
    Setting("telemetry_sinks.victoria_metrics.retention_period", 240),
    Setting(f"{_METRICS_TOO}[].url", "https://other.example.com/api/v1/write", _METRIC_ENDPOINT),
    Setting(f"{_METRICS_TOO}[].tls_insecure_skip_verify", True, _METRIC_ENDPOINT),
    Setting("telemetry_sinks.victoria_logs.storage_size", "9Gi"),
    Setting("telemetry_sinks.victoria_logs.retention_period", 240),
    Setting(f"{_LOGS_TOO}[].url", "https://other.example.com:9481", _LOG_ENDPOINT),
    Setting(f"{_LOGS_TOO}[].tls_insecure_skip_verify", True, _LOG_ENDPOINT),
    Setting("telemetry_sinks.kafka.persistence_size", "9Gi"),
    Setting("telemetry_sinks.kafka.log_retention_hours", 240),
    Setting("telemetry_sinks.kafka.log_retention_bytes", 1_000_000_000),
    Setting("telemetry_sinks.kafka.log_segment_bytes", 536_870_912),
    Setting("telemetry_sinks.kafka.topic_partitions.idrac", 4),
    Setting("telemetry_sinks.kafka.topic_partitions.ldms", 4),
    Setting("telemetry_sinks.kafka.topic_partitions.ome", 4),
    Setting("ldms_configurations.agg_port", 6010),
    Setting("ldms_configurations.store_port", 6020),
    Setting("ldms_configurations.sampler_port", 10010),
    Setting("ldms_configurations.sampler_plugins[].plugin_name", "lustre_client"),
    Setting("ldms_configurations.sampler_plugins[].config_parameters", "schema=memory"),
    Setting("ldms_configurations.sampler_plugins[].activation_parameters", "interval=5000000"),
    Setting("powerscale_configurations.otel_collector_storage_size", "6Gi"),
    Setting("powerscale_configurations.csm_observability_values_file_path", "other_values.yml"),
    Setting("ufm_configuration.ufm_endpoint", "192.0.2.51", _UFM),
    Setting("ufm_configuration.ufm_metrics_port", 9002, _UFM),
    Setting("ufm_configuration.scrape_interval", "60s", _UFM),
    Setting("ufm_configuration.scrape_timeout", "10s", _UFM),
    Setting("ufm_configuration.tls_mode", "self_signed", _UFM_CA),
    Setting("ufm_configuration.ufm_ca_cert_path", "certificates/two.pem", _UFM_CA),
    Setting("ufm_configuration.auth_mode", "none", _UFM),
    Setting("vast_configuration.vast_endpoint", "vast.example.com", _VAST),
    Setting("vast_configuration.vast_metrics_port", 8443, _VAST),
    Setting("vast_configuration.metrics_path", "/metrics", _VAST),
    Setting("vast_configuration.scrape_interval", "60s", _VAST),
    Setting("vast_configuration.scrape_timeout", "10s", _VAST),
    Setting("vast_configuration.tls_mode", "self_signed", _VAST_CA),
    Setting("vast_configuration.vast_ca_cert_path", "certificates/two.pem", _VAST_CA),
    Setting("vast_configuration.auth_mode", "none", _VAST),
    Setting("idrac_telemetry_configurations.mysqldb_storage", "2Gi"),
)

_AMOUNTS = (("requests.memory", "48Mi"), ("requests.cpu", "11m"), ("limits.memory", "5Gi"), ("limits.cpu", "3"))
_BUFFERED = ("victoria_logs_cluster_storage.vlagent", "vector_storage.vlagent_vector", "vector_storage.vmagent_vector")
_REPLICATED = (
    *(f"victoria_cluster_storage.{name}" for name in ("vmstorage", "vminsert", "vmselect", "vmagent")),
    *(f"victoria_logs_cluster_storage.{name}" for name in ("vlstorage", "vlinsert", "vlselect")),
    *(f"vector_storage.{name}" for name in ("ldms", "ome")),
    *_BUFFERED,
)
_SINGLE = (
    "csi_volume_exporter_storage",
    "kafka_storage.kafka",
    "kafka_storage.entity_operator.user_operator",
    *(f"idrac_telemetry_storage.{name}" for name in ("mysqldb", "activemq", "receiver", "kafka_pump", "victoria_pump")),
)
STORAGE_SETTINGS = (
    *(Setting(f"{name}.replicas", 4) for name in _REPLICATED),
    *(Setting(f"{name}.pvc_size", "7Gi") for name in _BUFFERED),
    *(Setting(f"{name}.resources.{key}", value) for name in (*_REPLICATED, *_SINGLE) for key, value in _AMOUNTS),
    *(Setting(f"csm_metrics_powerscale_storage.{key}", value) for key, value in _AMOUNTS),
)

SOFTWARE_SETTINGS = (
    Setting("cluster_os_type", "ubuntu", refused="not-allowed", why=_ONE_VALUE),
    Setting("cluster_os_version", "9.6", refused="not-allowed", why=_ONE_VALUE),
    Setting("repo_config", "always"),
    Setting("softwares[].name", "ucx"),
    Setting("softwares[].version", "1.0"),
    Setting("softwares[].arch", ["x86_64"]),
    Setting("slurm_custom[].name", "login_node", {SOFTWARE: {"slurm_custom": [{"name": "slurm_node"}]}}),
    Setting(
        "service_k8s[].name", "service_kube_node", {SOFTWARE: {"service_k8s": [{"name": "service_kube_control_plane"}]}}
    ),
    Setting("additional_packages[].name", "slurm_node", {SOFTWARE: {"additional_packages": [{"name": "login_node"}]}}),
)
_GROUPS: Given = {
    SOFTWARE: {"": [{"functional_group_name": "slurm_node_x86_64", "software": [{"name": "ldms", "version": "4.5.1"}]}]}
}
GROUP_SETTINGS = (
    Setting("[].functional_group_name", "login_node_x86_64", _GROUPS),
    Setting("[].software[].name", "openmpi", _GROUPS),
    Setting("[].software[].version", "4.5.2", _GROUPS),
)

_WITHOUT_CSV: Given = {NODES: {"": None}}
_OVERRIDDEN: Given = {
    OPTIONS: {
        "resources": {
            "vmauth": {"requests": {"memory": "64Mi", "cpu": "50m"}, "limits": {"memory": "128Mi", "cpu": "200m"}}
        }
    }
}
_TOLERATED: Given = {
    OPTIONS: {
        "tolerations": [
            {"key": "a", "operator": "Equal", "value": "b", "effect": "NoExecute", "tolerationSeconds": 300}
        ]
    }
}
_TOLERATED_ANY: Given = {OPTIONS: {"tolerations": [{"key": "a", "effect": "NoSchedule"}]}}
_TO_ANYONE: Given = {OPTIONS: {"expose.source_ranges": []}}
OPTION_SETTINGS = (
    Setting("namespace", "observability"),
    Setting("cluster_domain", "hpc.example"),
    Setting("kubernetes_version", "1.30"),
    Setting("storage_class", "fast"),
    Setting("image_registry", "mirror.example.com"),
    Setting("image_pull_secrets", ["mirror-login"]),
    Setting("images", {"vmstorage": "mirror.example.com/vmstorage:1"}),
    Setting("expose.type", "NodePort"),
    Setting("expose.source_ranges", ["198.51.100.0/24"]),
    Setting("expose.annotations", {"example.com/pool": "management"}),
    Setting("expose.tls_secret", "query-tls"),
    Setting("push_sources", ["sfm"]),
    Setting("endpoints.*.secret", "other-login", _LOGGED_IN, _URL),
    Setting("endpoints.*.auth", "bearer", _LOGGED_IN, _URL),
    Setting("endpoints.*.ca_secret", "other-authority", _LOGGED_IN, _URL),
    Setting("plain_http", ["vast"], _VAST_OPEN),
    Setting("paths", {"/etc/pki": "elsewhere"}, _UFM_CA_ELSEWHERE),
    Setting("ldms.aggregator_address", "192.0.2.70", _WITHOUT_CSV),
    Setting("ldms.expected_nodes", 5000, _WITHOUT_CSV),
    Setting("ldms.roles", ["login_node"]),
    Setting("vmagent_queue_size", "7Gi"),
    Setting("resources.*.replicas", 4, chosen="vmauth"),
    *(Setting(f"resources.*.{key}", value, _OVERRIDDEN, "vmauth") for key, value in _AMOUNTS),
    Setting("node_selector", {"example.com/pool": "telemetry"}),
    Setting("tolerations[].key", "c", _TOLERATED),
    Setting("tolerations[].operator", "Exists", _TOLERATED_ANY),
    Setting("tolerations[].value", "c", _TOLERATED),
    Setting("tolerations[].effect", "NoExecute", _TOLERATED_ANY),
    Setting("tolerations[].tolerationSeconds", 600, _TOLERATED),
    Setting("priority_class", "high"),
    Setting("labels", {"example.com/team": "operations"}),
    Setting("annotations", {"example.com/contact": "operations"}),
    Setting("operators.strimzi_namespace", "strimzi"),
    Setting("operators.victoriametrics_namespace", "victoria"),
    Setting("api_server_cidrs", ["198.51.100.0/28"]),
    Setting("alertmanager_urls", ["http://alertmanager.monitoring.svc:9093"]),
    Setting("syslog_timezone", "Europe/Berlin"),
    Setting("network_policies", False),
    Setting("alerts", False),
    Setting("dashboards", False),
    Setting("allow", ["exposed-to-anyone"], _TO_ANYONE),
)
