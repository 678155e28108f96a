"""Where the components are: names of workloads and Services, ports, URLs.

The operators choose names and ports of what they make; here they are stated once.
"""

from __future__ import annotations

from ..config.components import QUERY_PORT
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


def logs_write_url(options: Options) -> str:
    """Where agents write logs."""
    host = service_host(options, f"vlinsert-{VL_CLUSTER}")
    return f"http://{host}:{HTTP_PORTS['vlinsert']}/insert/native"
