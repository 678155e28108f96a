"""Where the components are: names of workloads and Services, ports, URLs.

The operators choose names and ports of what they make; here they are stated once.
"""

from __future__ import annotations

from ..config.components import OME_PORT, QUERY_PORT
from ..config.options import Options

VM_CLUSTER, VL_CLUSTER = "victoria-cluster", "victoria-logs-cluster"
VMAGENT, VLAGENT, VMAUTH = "vmagent", "vlagent", "vmauth"
VMAGENT_VECTOR, VLAGENT_VECTOR = "vmagent-vector", "vlagent-vector"

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
# Strimzi 1.2.0: what KRaft's controllers, the brokers among themselves, its agent and its metrics listen on.
CONTROL_PORT, REPLICATION_PORT, AGENT_PORT, BROKER_METRICS_PORT = 9090, 9091, 8443, 9404
BROKER_PORT, EXTERNAL_PORT = 9093, OME_PORT
"""The two listeners with mutual TLS: inside of the cluster, and outside of it."""

CLUSTER_CA = f"{KAFKA}-cluster-ca-cert"
"""The Secret with the brokers' CA, by Strimzi; each KafkaUser's is called like the user."""
LDMS_TOPIC, LDMS_USER, LDMS_SECRET, LDMS_SECRET_KEY = "ldms", "ldms-store", "ldms-auth", "ldmsauth.conf"
LDMS_PREFIX = "/opt/ovis-ldms"
"""Where LDMS is installed, in the image and on the nodes."""
VECTOR_API_PORT, VECTOR_METRICS_PORT = 8686, 9598
"""Health, for the kubelet alone; and the bridge's own metrics. Vector's defaults."""


def syslog_service(source: str) -> str:
    """The Service that a source sends its syslog to."""
    return f"syslog-{source}"


def service_host(options: Options, service: str) -> str:
    """The DNS name of a Service in the stack's namespace."""
    return f"{service}.{options.namespace}.svc.{options.cluster_domain}"


def metrics_write_url(options: Options) -> str:
    """Where agents write metrics: tenant 0 of the local cluster."""
    host = service_host(options, f"vminsert-{VM_CLUSTER}")
    return f"http://{host}:{HTTP_PORTS['vminsert']}/insert/0/prometheus/api/v1/write"


def vector_metrics_url(options: Options) -> str:
    """Where bridges write metrics: the agent in front of the stores."""
    return f"http://{service_host(options, f'vmagent-{VMAGENT_VECTOR}')}:{HTTP_PORTS[VMAGENT_VECTOR]}/api/v1/write"


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
