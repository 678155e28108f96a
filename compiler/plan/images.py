"""Every image, in one table; mirrored and overridden in one place."""

from __future__ import annotations

from ..config.options import Options
from .decision import Image

# Chosen by the operators at the pinned versions unless rendered, so all of them are rendered:
# VictoriaMetrics operator 0.74.1 (VictoriaMetrics 1.148.0, VictoriaLogs 1.52.0), Strimzi 1.2.0 (Kafka 4.3.1).
IMAGES = {
    "vmstorage": "docker.io/victoriametrics/vmstorage:v1.148.0-cluster",
    "vminsert": "docker.io/victoriametrics/vminsert:v1.148.0-cluster",
    "vmselect": "docker.io/victoriametrics/vmselect:v1.148.0-cluster",
    "vmagent": "docker.io/victoriametrics/vmagent:v1.148.0",
    "vmauth": "docker.io/victoriametrics/vmauth:v1.148.0",
    "vmalert": "docker.io/victoriametrics/vmalert:v1.148.0",
    "config-reloader": "docker.io/victoriametrics/operator:config-reloader-v0.74.1",
    "vlstorage": "docker.io/victoriametrics/victoria-logs:v1.52.0",
    "vlinsert": "docker.io/victoriametrics/victoria-logs:v1.52.0",
    "vlselect": "docker.io/victoriametrics/victoria-logs:v1.52.0",
    "vlagent": "docker.io/victoriametrics/vlagent:v1.52.0",
    "kafka": "quay.io/strimzi/kafka:1.2.0-kafka-4.3.1",
    "topic-operator": "quay.io/strimzi/operator:1.2.0",
    "user-operator": "quay.io/strimzi/operator:1.2.0",
    "kafka-init": "quay.io/strimzi/operator:1.2.0",
    "vector": "docker.io/timberio/vector:0.57.0-distroless-libc",
    "ldms": "docker.io/dellhpcomniaaisolution/ubuntu-ldms:1.1",
    "mysqldb": "docker.io/library/mysql:9.7.2",
    "activemq": "docker.io/apache/activemq:6.3.0",
    "idrac-telemetry-receiver": "docker.io/dellhpcomniaaisolution/idrac_telemetry_receiver:1.3",
    "kafka-pump": "docker.io/dellhpcomniaaisolution/kafkapump:1.3",
    "victoria-pump": "docker.io/dellhpcomniaaisolution/victoriapump:1.3",
    "otel-collector": "ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector-contrib:0.150.1",
    "kube-state-metrics": "registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.17.0",
}
CSM_METRICS = "csm-metrics-powerscale"
"""The one image that the user's CSM values file names."""


def image(options: Options, name: str, named_by_user: str | None = None) -> Image:
    """The image of component ``name``: overridden, from the user's file, or the table's; then mirrored."""
    override = options.images.get(name)
    reference = override or named_by_user or IMAGES[name]
    if options.image_registry is None:
        return Image(reference, reference)
    return Image(mirrored(reference, options.image_registry), reference)


def mirrored(reference: str, registry: str) -> str:
    """``reference`` with its registry host replaced; Docker Hub's short names gain their full path."""
    host, slash, rest = reference.partition("/")
    # Docker's rule: the first part is a host when it has a dot or a port, or is localhost.
    if slash and ("." in host or ":" in host or host == "localhost"):
        return f"{registry}/{rest}"
    return f"{registry}/{reference if slash else f'library/{reference}'}"


def split(reference: str) -> tuple[str, str]:
    """Repository and tag, as the VictoriaMetrics operator takes them; a digest belongs to the tag.

    The operator joins both with a colon, or with an at sign when the tag is a digest alone.
    """
    name, at, digest = reference.partition("@")
    head, _, last = name.rpartition("/")
    last, colon, tag = last.partition(":")
    repository = f"{head}/{last}" if head else last
    if not colon:
        return repository, digest
    return repository, f"{tag}{at}{digest}"
