"""Changes of what an output configures, and what then must be said of its policies."""

from __future__ import annotations

from collections.abc import Callable

from tests.golden.flows_changes import Body


def _conf(key: str, old: str, new: str) -> Callable[[Body], object]:
    def change(one: Body) -> None:
        assert old in one["data"][key]
        one["data"][key] = one["data"][key].replace(old, new)

    return change


def _url(url: str) -> Callable[[Body], object]:
    return lambda one: one["spec"]["remoteWrite"].append({"url": url})


def _env(index: int, name: str, value: str) -> Callable[[Body], object]:
    """Of a container of a pod."""

    def change(one: Body) -> None:
        (variable,) = (
            part for part in one["spec"]["template"]["spec"]["containers"][index]["env"] if part["name"] == name
        )
        variable["value"] = value

    return change


def _login(one: Body) -> None:
    one["spec"]["remoteWrite"][0]["bearerTokenSecret"] = {"name": "token", "key": "token"}


CONFIGURED: dict[str, tuple[str, Callable[[Body], object], str]] = {
    "an address to write to": (
        "VMAgent vmagent",
        _url("https://203.0.113.9:8443/api/v1/write"),
        "vmagent/vmagent: egress on TCP 8443 is stopped: 203.0.113.9/32",
    ),
    "a name to write to": (
        "VLAgent vlagent",
        _url("http://logs.example.com:9428"),
        "vlagent/vlagent: egress on TCP 9428 is stopped",
    ),
    "a Service of another namespace": (
        "VLAgent vlagent",
        _url("http://logs.other.svc.cluster.local:9428"),
        "vlagent/vlagent: egress on every port is stopped: a pod of other",
    ),
    "another Service of this one": (
        "VLAgent vlagent",
        _url("http://vlselect-victoria-logs-cluster.telemetry:9471"),
        "vlselect/victoria-logs-cluster: ingress on TCP 9471 is stopped: vlagent/vlagent",
    ),
    "a login": ("VMAgent vmagent-vector", _login, "vmagent/vmagent-vector: egress on TCP 6443 is stopped"),
    "another node": (
        "ConfigMap ldms-aggregator-0",
        _conf("aggregator-0.conf", "192.0.2.16", "192.0.2.99"),
        "ldms-aggregator/ldms-aggregator-0: egress on TCP 10001 is stopped: 192.0.2.99/32",
    ),
    "a node less": (
        "ConfigMap ldms-aggregator-0",
        _conf("aggregator-0.conf", "prdcr_add name=node-2", "# node-2"),
        "egress on TCP 10001 is used by no flow: 192.0.2.16/32",
    ),
    "samplers that dial in": (
        "ConfigMap ldms-aggregator-0",
        _conf("aggregator-0.conf", "prdcr_start_regex", "prdcr_listen_add name=all\nprdcr_start_regex"),
        "ldms-aggregator/ldms-aggregator-0: ingress on TCP 6001 is stopped: 192.0.2.0/24",
    ),
    "another broker": (
        "ConfigMap vector-ldms",
        _conf("vector.yaml", "kafka-kafka-bootstrap", "kafka-of-another"),
        "vector-ldms/vector-ldms: egress on TCP 9093 is used by no flow: kafka/broker",
    ),
    "another agent to write to": (
        "ConfigMap vector-ldms",
        _conf("vector.yaml", "vmagent-vmagent-vector", "vmagent-vmagent"),
        "vector-ldms/vector-ldms: egress on TCP 8429 is stopped: vmagent/vmagent",
    ),
    "another user": (
        "VMUser logs-query",
        lambda one: one["spec"]["targetRefs"][0]["crd"].update(kind="VLCluster/vlinsert"),
        "vmauth/vmauth: egress on TCP 9481 is stopped: vlinsert/victoria-logs-cluster",
    ),
    "another port to scrape": (
        "VMPodScrape vector-ldms",
        lambda one: one["spec"]["podMetricsEndpoints"][0].update(port="api"),
        "vector-ldms/vector-ldms: ingress on TCP 8686 is stopped: vmagent/vmagent",
    ),
    "a scrape that nobody selects": (
        "VMPodScrape kafka",
        lambda one: one["metadata"].pop("labels"),
        "ingress on TCP 9404 is used by no flow: vmagent/vmagent",
    ),
    "a Service for anyone": (
        "Service syslog-powerscale",
        lambda one: one["spec"].pop("loadBalancerSourceRanges"),
        "vlagent/vlagent: ingress on UDP 1514 is stopped",
    ),
    "a Service of nodes": (
        "Service syslog-powerscale",
        lambda one: one["spec"].update(externalTrafficPolicy="Cluster"),
        "Service syslog-powerscale: nodes replace the addresses of senders",
    ),
    "no quotas": (
        "Kafka kafka",
        lambda one: one["spec"]["kafka"].pop("quotas"),
        "NetworkPolicy controller: kafka/controller: ingress on TCP 9091 is used by no flow: kafka/broker",
    ),
    "a listener for the cluster": (
        "Kafka kafka",
        lambda one: one["spec"]["kafka"]["listeners"][1]["configuration"].pop("externalTrafficPolicy"),
        "Kafka kafka: nodes replace the addresses of senders",
    ),
    "another bootstrap Service for the pump": (
        "StatefulSet idrac-telemetry",
        _env(3, "KAFKA_BROKER", "kafka-of-another.telemetry.svc:9093"),
        "idrac-telemetry/idrac-telemetry: egress on TCP 9093 is used by no flow: kafka/broker",
    ),
    "the outer listener for the pump": (
        "StatefulSet idrac-telemetry",
        _env(3, "KAFKA_BROKER", "kafka-kafka-bootstrap.telemetry.svc:9094"),
        "idrac-telemetry/idrac-telemetry: egress on TCP 9094 is stopped: kafka/broker",
    ),
    "no receiver": (
        "StatefulSet idrac-telemetry",
        lambda one: one["spec"]["template"]["spec"]["containers"].pop(2),
        "idrac-telemetry/idrac-telemetry: egress on TCP 443 is used by no flow: 192.0.2.111/32",
    ),
    "a pump that nobody scrapes": (
        "VMPodScrape idrac-telemetry",
        lambda one: one["spec"]["selector"]["matchLabels"].update({"app.kubernetes.io/instance": "other"}),
        "idrac-telemetry/idrac-telemetry: ingress on TCP 2112 is used by no flow: vmagent/vmagent",
    ),
    "another port of the collector": (
        "ConfigMap csm-metrics-powerscale",
        _conf("karavi-metrics-powerscale.yaml", "otel-collector:55680", "otel-collector:4317"),
        "otel-collector/otel-collector: ingress on TCP 55680 is used by no flow: csm-metrics-powerscale",
    ),
    "a collector elsewhere": (
        "ConfigMap csm-metrics-powerscale",
        _conf("karavi-metrics-powerscale.yaml", "otel-collector:55680", "otel-collector.karavi.svc:55680"),
        "csm-metrics-powerscale/csm-metrics-powerscale: egress on every port is stopped: a pod of karavi",
    ),
    "another agent to push to": (
        "ConfigMap otel-collector",
        _conf("collector.yaml", "vmagent-vmagent.", "vmagent-vmagent-vector."),
        "otel-collector/otel-collector: egress on TCP 8429 is stopped: vmagent/vmagent-vector",
    ),
    "a server that stands for the arrays": (
        "Deployment csm-metrics-powerscale",
        lambda one: one["spec"]["template"]["spec"]["containers"][0]["env"].append(
            {"name": "PROXY_HOST", "value": "203.0.113.5:30443"}
        ),
        "csm-metrics-powerscale/csm-metrics-powerscale: egress on TCP 30443 is stopped: 203.0.113.5/32",
    ),
    "volumes without a token": (
        "Deployment kube-state-metrics",
        lambda one: one["spec"]["template"]["spec"].pop("volumes"),
        "kube-state-metrics/kube-state-metrics: egress on TCP 6443 is used by no flow",
    ),
    "another agent for lines": (
        "ConfigMap vector-ome",
        _conf("vector.yaml", "vlagent-vlagent-vector", "vlagent-vlagent"),
        "vector-ome/vector-ome: egress on TCP 9429 is stopped: vlagent/vlagent",
    ),
    "another store of lines": (
        "VLAgent vlagent-vector",
        _url("http://[2001:db8::9]:9481/insert/native"),
        "vlagent/vlagent-vector: egress on TCP 9481 is stopped: 2001:db8::9/128",
    ),
    "an appliance": (
        "VMPodScrape kafka",
        lambda one: one.update(
            kind="VMStaticScrape",
            spec={"targetEndpoints": [{"targets": ["[2001:db8::7]:9001"], "scheme": "https"}]},
        ),
        "vmagent/vmagent: egress on TCP 9001 is stopped: 2001:db8::7/128",
    ),
    "what rules read": (
        "VMAlert vmalert",
        lambda one: one["spec"]["datasource"].update(url="http://vmauth-vmauth.telemetry.svc.cluster.local:8427"),
        "vmalert/vmalert: egress on TCP 8427 is stopped: vmauth/vmauth",
    ),
    "whom rules tell": (
        "VMAlert vmalert",
        lambda one: one["spec"].update(notifiers=[{"url": "http://alertmanager.monitoring.svc:9093"}]),
        "vmalert/vmalert: egress on every port is stopped: a pod of monitoring",
    ),
    "an operator that nobody scrapes": (
        "VMPodScrape strimzi-operator",
        lambda one: one["metadata"].pop("labels"),
        "strimzi-cluster-operator: ingress on TCP 8080 is used by no flow: vmagent/vmagent",
    ),
    "a user who pushes": (
        "VMUser metrics-query",
        lambda one: one["spec"]["targetRefs"][0]["crd"].update(kind="VMAgent", name="vmagent"),
        "vmauth/vmauth: egress on TCP 8429 is stopped: vmagent/vmagent",
    ),
    "a kind of which nothing is known": (
        "Service vector-ldms",
        lambda one: one.update(kind="KafkaBridge"),
        "nothing is known of the flows of a KafkaBridge",
    ),
}
"""By what it is about: the object that is changed, how, and a part of what is said."""
