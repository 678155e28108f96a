"""Changes of what operators read, each of which leaves a reference that leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Change = Callable[[dict[str, Any]], object]


def _url(spec: dict[str, Any], old: str, new: str) -> None:
    spec["remoteWrite"][0]["url"] = spec["remoteWrite"][0]["url"].replace(old, new)


def _counted(spec: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = spec["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"]
    return found


BROKEN: dict[str, tuple[str, str, Change, str]] = {
    "another port": (
        "VMAgent",
        "vmagent",
        lambda spec: _url(spec, "8480", "8481"),
        "vminsert-victoria-cluster has no port 8481",
    ),
    "another path": (
        "VMAlert",
        "vmalert",
        lambda spec: spec["remoteWrite"].update(url=f"{spec['remoteWrite']['url']}/api/v1/write"),
        "vminsert is asked at ('/insert/0/prometheus',)",
    ),
    "another namespace": (
        "VLAgent",
        "vlagent",
        lambda spec: _url(spec, "site-telemetry", "other"),
        "neither the user's",
    ),
    "another domain": (
        "VMAgent",
        "vmagent",
        lambda spec: _url(spec, "hpc.example", "cluster.local"),
        "neither the user's",
    ),
    "another service": ("VLAgent", "vlagent", lambda spec: _url(spec, "vlinsert", "vlwrite"), "no Service vlwrite-"),
    "another account": (
        "VMAgent",
        "vmagent",
        lambda spec: spec.update(serviceAccountName="agent"),
        "no ServiceAccount agent",
    ),
    "another key": (
        "VMAgent",
        "vmagent",
        lambda spec: spec["remoteWrite"][1]["basicAuth"]["password"].update(key="token"),
        "Secret metrics-login has no key token",
    ),
    "another CA": (
        "VLAgent",
        "vlagent",
        lambda spec: spec["remoteWrite"][1]["tlsConfig"]["caSecretKeyRef"].update(name="ca"),
        "nobody makes Secret ca",
    ),
    "another pull secret": (
        "VMCluster",
        "victoria-cluster",
        lambda spec: spec["imagePullSecrets"][0].update(name="login"),
        "nobody makes Secret login",
    ),
    "a certificate that is not mounted": (
        "VMAuth",
        "vmauth",
        lambda spec: spec.pop("secrets"),
        "nobody makes Secret query-tls (not mounted)",
    ),
    "another file of it": (
        "VMAuth",
        "vmauth",
        lambda spec: spec["extraArgs"].update(tlsKeyFile="/etc/vm/secrets/query-tls/key.pem"),
        "Secret query-tls has no key key.pem",
    ),
    "a Secret of a CRD that mounts a list": (
        "VMAuth",
        "vmauth",
        lambda spec: spec["secrets"].append("more"),
        "nobody makes Secret more",
    ),
    "a user of another cluster": (
        "VMUser",
        "metrics-query",
        lambda spec: spec["targetRefs"][0]["crd"].update(name="cluster"),
        "no VMCluster/vmselect site-telemetry/cluster",
    ),
    "a user of a part that is not there": (
        "VMUser",
        "logs-query",
        lambda spec: spec["targetRefs"][0]["crd"].update(kind="VLCluster/vmselect"),
        "no VLCluster/vmselect",
    ),
    "a user of everything": (
        "VMUser",
        "logs-query",
        lambda spec: spec["targetRefs"][0].pop("paths"),
        "opens the whole component",
    ),
    "no users": (
        "VMAuth",
        "vmauth",
        lambda spec: spec["userSelector"]["matchLabels"].update(a="b"),
        "userSelector selects no VMUser",
    ),
    "no scrapes": ("VMAgent", "vmagent", lambda spec: spec.pop("podScrapeSelector"), "no VMAgent selects it"),
    "another class": (
        "VMCluster",
        "victoria-cluster",
        lambda spec: spec["vmstorage"]["storage"]["volumeClaimTemplate"]["spec"].update(storageClassName="slow"),
        "the class slow",
    ),
    "spread over another's pods": (
        "VLCluster",
        "victoria-logs-cluster",
        lambda spec: _counted(spec["vlinsert"]).update({"app.kubernetes.io/name": "vlselect"}),
        "spreads over pods",
    ),
    "another store to read": (
        "VMAlert",
        "vmalert",
        lambda spec: spec["datasource"].update(
            url="http://vmselect-victoria-cluster.site-telemetry.svc.hpc.example:8480"
        ),
        "vmselect-victoria-cluster has no port 8480",
    ),
    "alerts that nobody is told of": (
        "VMAlert",
        "vmalert",
        lambda spec: spec.pop("notifiers"),
        "tells nobody of alerts",
    ),
    "rules that nobody evaluates": (
        "VMAlert",
        "vmalert",
        lambda spec: spec["ruleSelector"]["matchLabels"].update(a="b"),
        "ruleSelector selects no VMRule",
    ),
    "another key of the CA": (
        "VMStaticScrape",
        "ufm",
        lambda spec: spec["targetEndpoints"][0]["tlsConfig"]["ca"]["configMap"].update(key="ca.crt"),
        "ConfigMap ufm-ca has no key ca.crt",
    ),
    "another log-in of an appliance": (
        "VMStaticScrape",
        "ufm",
        lambda spec: spec["targetEndpoints"][0]["basicAuth"]["password"].update(key="token"),
        "Secret ufm-credentials has no key token",
    ),
    "no log-in at an appliance": (
        "VMStaticScrape",
        "ufm",
        lambda spec: spec["targetEndpoints"][0].pop("basicAuth"),
        "Secret ufm-credentials: nobody uses its key username",
    ),
    "no CA of an appliance": (
        "VMStaticScrape",
        "ufm",
        lambda spec: spec["targetEndpoints"][0]["tlsConfig"].pop("ca"),
        "ConfigMap ufm-ca: nobody uses it",
    ),
    "another agent to push to": (
        "VMUser",
        "push-sfm",
        lambda spec: spec["targetRefs"][0]["crd"].update(name="agent"),
        "no VMAgent site-telemetry/agent",
    ),
    "spread over nothing": (
        "VMAuth",
        "vmauth",
        lambda spec: spec["topologySpreadConstraints"][0].pop("labelSelector"),
        "spreads over pods with None",
    ),
}
"""By what it is about: the object, how its spec is changed, and a part of what is then said."""
