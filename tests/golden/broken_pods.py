"""Changes of pods and of what they mount, each of which leaves a reference that leads nowhere."""

from __future__ import annotations

from typing import Any

from tests.golden.broken_references import Change


def _text(body: dict[str, Any], file: str, old: str, new: str) -> None:
    assert old in body["data"][file]
    body["data"][file] = body["data"][file].replace(old, new)


def _containers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = spec["template"]["spec"]["containers"]
    return found


def _environment(spec: dict[str, Any], index: int) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in _containers(spec)[index]["env"]}


def _volumes(spec: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in spec["template"]["spec"]["volumes"]}


BROKEN_PODS: dict[str, tuple[str, str, Change, str]] = {
    "another agent of the collector": (
        "ConfigMap",
        "otel-collector",
        lambda body: _text(body, "collector.yaml", "vmagent-vmagent.", "vmagent."),
        "there is no Service vmagent",
    ),
    "another name of the collector": (
        "ConfigMap",
        "csm-metrics-powerscale",
        lambda body: _text(body, "karavi-metrics-powerscale.yaml", "otel-collector:", "collector:"),
        "collector:55680: there is no Service collector",
    ),
    "another port of the collector": (
        "ConfigMap",
        "csm-metrics-powerscale",
        lambda body: _text(body, "karavi-metrics-powerscale.yaml", ":55680", ":4317"),
        "Service otel-collector has no port 4317",
    ),
    "another agent of the bridge": (
        "ConfigMap",
        "vector-ome",
        lambda body: _text(body, "vector.yaml", ":9429/", ":9428/"),
        "Service vlagent-vlagent-vector has no port 9428",
    ),
    "another port of the broker": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _environment(spec, 3)["KAFKA_BROKER"].update(value="kafka-kafka-bootstrap:9092"),
        "Service kafka-kafka-bootstrap has no port 9092",
    ),
    "another certificate of the pump": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _environment(spec, 3)["KAFKA_CACERT"].update(value="cluster.crt"),
        "kafka-pump: names /extrabin/certs/cluster.crt",
    ),
    "certificates elsewhere": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _containers(spec)[3]["volumeMounts"][0].update(mountPath="/certs"),
        "kafka-pump: mounts nothing at /extrabin/certs",
    ),
    "another key of a log-in": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _environment(spec, 0)["MYSQL_USER"]["valueFrom"]["secretKeyRef"].update(key="user"),
        "Secret mysqldb-credentials has no key user",
    ),
    "another governing Service": (
        "StatefulSet",
        "otel-collector",
        lambda spec: spec.update(serviceName="collector"),
        "there is no Service collector",
    ),
    "the Service of another": (
        "StatefulSet",
        "otel-collector",
        lambda spec: spec.update(serviceName="idrac-telemetry"),
        "its Service idrac-telemetry selects other pods",
    ),
    "another file to start with": (
        "StatefulSet",
        "otel-collector",
        lambda spec: _containers(spec)[0].update(args=["--config=/etc/otelcol/config/config.yaml"]),
        "names /etc/otelcol/config/config.yaml, and /etc/otelcol/config has ['collector.yaml']",
    ),
    "another file of the bus": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _containers(spec)[1].update(args=["start", "xbean:file:/etc/idrac/broker.xml"]),
        "activemq: names /etc/idrac/broker.xml",
    ),
    "another file of a certificate": (
        "StatefulSet",
        "otel-collector",
        lambda spec: _volumes(spec)["tls"]["projected"]["sources"][0]["secret"]["items"][0].update(path="cert.pem"),
        "names /etc/otelcol/tls/tls.crt",
    ),
    "a volume that is not there": (
        "StatefulSet",
        "otel-collector",
        lambda spec: spec["volumeClaimTemplates"][0]["metadata"].update(name="data"),
        "otel-collector: there is no volume queue",
    ),
    "a volume that nobody mounts": (
        "Deployment",
        "vector-ome",
        lambda spec: spec["template"]["spec"]["volumes"].append({"name": "tmp", "emptyDir": {"sizeLimit": "1Mi"}}),
        "nobody mounts tmp",
    ),
    "configuration that may be written": (
        "Deployment",
        "vector-ome",
        lambda spec: _containers(spec)[0]["volumeMounts"][0].pop("readOnly"),
        "vector: may write to config",
    ),
    "two volumes at one place": (
        "Deployment",
        "vector-ome",
        lambda spec: _containers(spec)[0]["volumeMounts"][1].update(mountPath="/etc/vector/config/"),
        "mounts twice at /etc/vector/config",
    ),
    "a probe of another container": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _containers(spec)[2]["readinessProbe"]["tcpSocket"].update(port="metrics"),
        "idrac-telemetry-receiver: readinessProbe asks the port metrics",
    ),
    "two containers on one port": (
        "StatefulSet",
        "idrac-telemetry",
        lambda spec: _containers(spec)[2]["ports"][0].update(containerPort=2112),
        "two containers listen on 2112",
    ),
    "an account that no pod has": (
        "Deployment",
        "kube-state-metrics",
        lambda spec: spec["template"]["spec"].pop("serviceAccountName"),
        "ServiceAccount kube-state-metrics: no pod has it",
    ),
}
"""By what it is about: the object, how its spec is changed (all of a ConfigMap), and a part of what is then said."""
