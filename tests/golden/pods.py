"""The pods that an output leads to: of its own workloads, and of those that the operators make.

What the operators do is stated here once more, apart from the compiler: VictoriaMetrics operator 0.74.1
(labels, ports and container names as its factory gives them) and Strimzi 1.2.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

Object = Mapping[str, Any]
_VICTORIA_PORTS = {
    "vmstorage": {"http": 8482, "vminsert": 8400, "vmselect": 8401},
    "vminsert": {"http": 8480},
    "vmselect": {"http": 8481},
    "vmagent": {"http": 8429},
    "vmauth": {"http": 8427},
    "vmalert": {"http": 8080},
    "vlstorage": {"http": 9491},
    "vlinsert": {"http": 9481},
    "vlselect": {"http": 9471},
    "vlagent": {"http": 9429},
}
_RELOADER = {"reloader-http": 8435}
_CLUSTERS = {"VMCluster": ("vmstorage", "vminsert", "vmselect"), "VLCluster": ("vlstorage", "vlinsert", "vlselect")}
_SINGLE = {"VMAgent": "vmagent", "VLAgent": "vlagent", "VMAuth": "vmauth", "VMAlert": "vmalert"}
_WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job")


class Pod(NamedTuple):
    """Labels, and the ports of all its containers by name; ``ports`` is None where they are not known here."""

    labels: Mapping[str, str]
    ports: Mapping[str, int] | None


def pods(objects: Iterable[Object], namespace: str) -> list[Pod]:
    """One pod for each set of equal ones, and the operators', which may run in this namespace."""
    found = [
        Pod({"app.kubernetes.io/name": "victoria-metrics-operator"}, {"webhook": 9443}),
        Pod({"name": "strimzi-cluster-operator", "strimzi.io/kind": "cluster-operator"}, {"http": 8080}),
    ]
    for one in objects:
        found += _pods(one)
    return [one._replace(labels={**one.labels, "kubernetes.io/metadata.name": namespace}) for one in found]


def _pods(one: Object) -> Iterator[Pod]:
    kind, spec, name = one["kind"], one.get("spec", {}), one["metadata"]["name"]
    if kind in _CLUSTERS:
        yield from (_victoria(part, name, spec[part]) for part in _CLUSTERS[kind] if part in spec)
    elif kind in _SINGLE:
        yield _victoria(_SINGLE[kind], name, spec)
    elif kind in ("Kafka", "KafkaNodePool"):
        yield from _strimzi(one)
    elif kind in _WORKLOADS:
        template = spec["template"]
        yield Pod(template["metadata"]["labels"], _container_ports(template["spec"]))


def _victoria(part: str, resource: str, spec: Object) -> Pod:
    own = {
        "app.kubernetes.io/name": part,
        "app.kubernetes.io/instance": resource,
        "app.kubernetes.io/component": "monitoring",
        "managed-by": "vm-operator",
    }
    ports = dict(_VICTORIA_PORTS[part])
    if "configReloaderImage" in spec:
        ports |= _RELOADER
    if "internalListenPort" in spec:
        ports["internal"] = int(spec["internalListenPort"])
    for protocol in ("tcp", "udp"):
        for index, listener in enumerate(spec.get("syslogSpec", {}).get(f"{protocol}Listeners", [])):
            ports[f"syslog-{protocol}-{index}"] = listener["listenPort"]
    return Pod({**spec.get("podMetadata", {}).get("labels", {}), **own}, ports)


def _strimzi(one: Object) -> Iterator[Pod]:
    metadata, spec = one["metadata"], one["spec"]
    if one["kind"] == "KafkaNodePool":
        cluster = metadata["labels"]["strimzi.io/cluster"]
        roles = {f"strimzi.io/{role}-role": str(role in spec["roles"]).lower() for role in ("broker", "controller")}
        own = _strimzi_labels(cluster, "kafka") | roles | {"strimzi.io/pool-name": metadata["name"]}
        yield Pod({**spec.get("template", {}).get("pod", {}).get("metadata", {}).get("labels", {}), **own}, None)
        return
    yield Pod(_strimzi_labels(metadata["name"], "entity-operator"), None)
    if "kafkaExporter" in spec:
        yield Pod(_strimzi_labels(metadata["name"], "kafka-exporter"), None)


def _strimzi_labels(cluster: str, part: str) -> dict[str, str]:
    name = f"{cluster}-{part}"
    component = {
        "strimzi.io/component-type": part,
        "app.kubernetes.io/name": part,
        "app.kubernetes.io/managed-by": "strimzi-cluster-operator",
    }
    return {
        "strimzi.io/cluster": cluster,
        "strimzi.io/kind": "Kafka",
        "strimzi.io/name": name,
        "app.kubernetes.io/instance": cluster,
        **component,
    }


def _container_ports(spec: Object) -> dict[str, int]:
    return {
        port.get("name", str(port["containerPort"])): port["containerPort"]
        for container in (*spec["containers"], *spec.get("initContainers", []))
        for port in container.get("ports", [])
    }
