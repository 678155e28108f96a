"""The names by which telecompile.yml speaks of components, and the ports that reach outside."""

from __future__ import annotations

IMAGES = (
    "vmstorage",
    "vminsert",
    "vmselect",
    "vmagent",
    "vmauth",
    "vmalert",
    "config-reloader",
    "vlstorage",
    "vlinsert",
    "vlselect",
    "vlagent",
    "kafka",
    "topic-operator",
    "user-operator",
    "kafka-init",
    "vector",
    "ldms",
    "mysqldb",
    "activemq",
    "idrac-telemetry-receiver",
    "kafka-pump",
    "victoria-pump",
    "otel-collector",
    "kube-state-metrics",
    "csm-metrics-powerscale",
)
"""What `images` may override."""
SIZED = (
    "vmauth",
    "vmalert",
    "otel-collector",
    "config-reloader",
    "topic-operator",
    "ldms-aggregator",
    "ldms-store",
    "kube-state-metrics",
)
"""What `resources` may set: what the storage file does not name."""

REPLICATED = ("vmauth", "vmalert", "otel-collector")
"""Those of them whose replicas may be set; the others run once, or once for each thousand nodes."""
SOURCES = ("idrac", "ldms", "dcgm", "powerscale", "ufm", "vast", "ome")
"""The sources that telemetry_config.yml configures."""

RESERVED_LABELS = frozenset(
    {
        "app.kubernetes.io/name",
        "app.kubernetes.io/instance",
        "app.kubernetes.io/component",
        "app.kubernetes.io/part-of",
        "app.kubernetes.io/managed-by",
        "managed-by",
    }
)
"""Labels that telecompile and the operators set, and find pods and objects by."""

SYSLOG_PORT = 514
"""Where senders of syslog send to."""
OME_PORT = 9094
"""The broker's listener for OME."""
QUERY_PORT = 8427
"""VMAuth: queries and pushes."""
COLLECTOR, COLLECTOR_PORT = "otel-collector", 55680
"""The Service of the collector, and where it takes OTLP over gRPC: what values files of CSM Observability say."""
