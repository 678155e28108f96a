"""Where the components are: names of workloads and Services, ports, URLs.

The operators choose names and ports of what they make; here they are stated once.
"""

from __future__ import annotations

from ..config.components import COLLECTOR, COLLECTOR_PORT, OME_PORT, QUERY_PORT
from ..config.options import Options

VM_CLUSTER, VL_CLUSTER = "victoria-cluster", "victoria-logs-cluster"
VMAGENT, VLAGENT, VMAUTH = "vmagent", "vlagent", "vmauth"
VMAGENT_VECTOR, VLAGENT_VECTOR = "vmagent-vector", "vlagent-vector"
VMALERT = "vmalert"

# VictoriaMetrics operator 0.74.1: the port named `http` of each component, and the storage's own protocols.
HTTP_PORTS = {
    "vmstorage": 8482,
    "vminsert": 8480,
    "vmselect": 8481,
    "vmagent": 8429,
    "vmauth": QUERY_PORT,
    "vlstorage": 9491,
    "vlinsert": 9481,
    "vlselect": 9471,
    "vlagent": 9429,
    VMAGENT_VECTOR: 8429,
    VLAGENT_VECTOR: 9429,
    VMALERT: 8080,
}
VMSTORAGE_INSERT_PORT, VMSTORAGE_SELECT_PORT = 8400, 8401
RELOADER_PORT = 8435
VMAUTH_INTERNAL_PORT = 8426
"""Metrics, reload and profiling of VMAuth, away from the port that is exposed; our own choice."""
FIRST_SYSLOG_PORT = 1514
"""The first port that a process without privileges listens on in place of 514."""

VMAGENT_CONFIG, VMAUTH_CONFIG = f"vmagent-{VMAGENT}", f"vmauth-config-{VMAUTH}"
"""The Secrets into which the operator writes the configuration of these two."""
VMAUTH_EXTERNAL = "vmauth-external"
"""The Service by which VMAuth is reached from outside of the cluster."""

KAFKA = "kafka"
STRIMZI_METRICS_PORT = 8080
"""The port `http` of Strimzi's operator: health and metrics."""
# Strimzi 1.2.0: what KRaft's controllers, the brokers among themselves, its agent and its metrics listen on.
CONTROL_PORT, REPLICATION_PORT, AGENT_PORT, BROKER_METRICS_PORT = 9090, 9091, 8443, 9404
BROKER_PORT, EXTERNAL_PORT = 9093, OME_PORT
"""The two listeners with mutual TLS: inside of the cluster, and outside of it."""

CLUSTER_CA = f"{KAFKA}-cluster-ca-cert"
"""The Secret with the brokers' CA, by Strimzi; each KafkaUser's is called like the user."""
LDMS_TOPIC, LDMS_USER, LDMS_SECRET, LDMS_SECRET_KEY = "ldms", "ldms-store", "ldms-auth", "ldmsauth.conf"
LDMS_PREFIX = "/opt/ovis-ldms"
"""Where LDMS is installed, in the image and on the nodes."""

IDRAC, IDRAC_TOPIC, IDRAC_USER = "idrac-telemetry", "idrac", "idrac-kafka-pump"
IDRAC_SECRET, IDRAC_SECRET_KEYS = "mysqldb-credentials", ("mysqldb_user", "mysqldb_password", "mysqldb_root_password")
"""The user's Secret with the log-ins of the database of BMCs; its keys are the user's name and both passwords."""
MYSQL_PORT, STOMP_PORT, BMC_PORT = 3306, 61613, 443
"""Database and message bus, on loopback alone; and what BMCs answer on."""
CONFIGUI_PORT, PUMP_METRICS_PORT = 8082, 2112
"""Where BMCs are registered, and where the pump serves their metrics (fixed in `cmd/victoriapump`)."""
VECTOR_API_PORT, VECTOR_METRICS_PORT = 8686, 9598
"""Health, for the kubelet alone; and the bridge's own metrics. Vector's defaults."""

OTEL_COLLECTOR, OTLP_PORT = COLLECTOR, COLLECTOR_PORT
OTEL_TLS = f"{COLLECTOR}-tls"
"""The Secret with the collector's certificate."""
OTEL_TLS = "otel-collector-tls"
"""The user's Secret with the collector's certificate."""
COLLECTOR_HEALTH_PORT, COLLECTOR_METRICS_PORT = 13133, 8888
"""Health, for the kubelet alone; and the collector's own metrics. Its defaults."""
KUBE_STATE_METRICS, VOLUMES_PORT, EXPORTER_PORT = "kube-state-metrics", 8080, 8081
"""Metrics of volumes, and those of kube-state-metrics itself. Its defaults."""
ONEFS_PORT = 8080
"""Where OneFS answers, unless isilon-creds names another port (`defaultEndpointPort` of csm-metrics-powerscale)."""

METRICS_PORTS = {
    **{name: (port,) for name, port in HTTP_PORTS.items()},
    VMAUTH: (VMAUTH_INTERNAL_PORT,),
    **dict.fromkeys(("controller", "broker"), (BROKER_METRICS_PORT,)),
    **dict.fromkeys(("vector-ldms", "vector-ome"), (VECTOR_METRICS_PORT,)),
    OTEL_COLLECTOR: (COLLECTOR_METRICS_PORT,),
    KUBE_STATE_METRICS: (VOLUMES_PORT, EXPORTER_PORT),
}
"""Where each workload serves metrics of its own, that of the container beside it left out."""


def syslog_service(source: str) -> str:
    """The Service that a source sends its syslog to."""
    return f"syslog-{source}"


def service_host(options: Options, service: str) -> str:
    """The DNS name of a Service in the stack's namespace."""
    return f"{service}.{options.namespace}.svc.{options.cluster_domain}"


def push_user(source: str) -> str:
    """The user of VMAuth with which an appliance writes its metrics."""
    return f"push-{source}"


def metrics_read_url(options: Options) -> str:
    """Where metrics are asked for: tenant 0 of the local cluster."""
    host = service_host(options, f"vmselect-{VM_CLUSTER}")
    return f"http://{host}:{HTTP_PORTS['vmselect']}/select/0/prometheus"


def metrics_write_url(options: Options) -> str:
    """Where agents write metrics: tenant 0 of the local cluster."""
    host = service_host(options, f"vminsert-{VM_CLUSTER}")
    return f"http://{host}:{HTTP_PORTS['vminsert']}/insert/0/prometheus/api/v1/write"


def vector_metrics_url(options: Options) -> str:
    """Where bridges write metrics: the agent in front of the stores."""
    return f"http://{service_host(options, f'vmagent-{VMAGENT_VECTOR}')}:{HTTP_PORTS[VMAGENT_VECTOR]}/api/v1/write"


def otlp_url(options: Options) -> str:
    """Where the collector pushes metrics to: the agent that scrapes.

    VictoriaMetrics 1.148, `app/vmagent/main.go`. The exporter takes it as it is, and appends nothing.
    """
    return f"http://{service_host(options, f'vmagent-{VMAGENT}')}:{HTTP_PORTS['vmagent']}/opentelemetry/v1/metrics"


def vector_logs_url(options: Options) -> str:
    """Where the bridge writes logs: the agent in front of the stores."""
    host = service_host(options, f"vlagent-{VLAGENT_VECTOR}")
    return f"http://{host}:{HTTP_PORTS[VLAGENT_VECTOR]}/insert/jsonline"


def logs_write_url(options: Options) -> str:
    """Where agents write logs."""
    host = service_host(options, f"vlinsert-{VL_CLUSTER}")
    return f"http://{host}:{HTTP_PORTS['vlinsert']}/insert/native"


def bootstrap(options: Options) -> str:
    """Where clients in the cluster find the brokers.

    Without the cluster's domain, which the certificates of the brokers have only where the
    operator was told it too.
    """
    return f"{KAFKA}-kafka-bootstrap.{options.namespace}.svc:{BROKER_PORT}"
