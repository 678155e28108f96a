"""Every reference of every output resolves, and the check sees those that do not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.references import Output, reference_problems
from tests.golden.secret_references import secret_problems

Change = Callable[[dict[str, Any]], object]


def test_every_reference_resolves(passing: dict[str, Compiled]) -> None:
    found = {case: problems_of(output_of(one)) for case, one in passing.items()}
    assert not {case: problems for case, problems in found.items() if problems}


BROKEN: dict[str, tuple[str, str, Change, str]] = {
    "another port": (
        "VMAgent",
        "vmagent",
        lambda spec: _url(spec, "8480", "8481"),
        "vminsert-victoria-cluster has no port 8481",
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
    "spread over nothing": (
        "VMAuth",
        "vmauth",
        lambda spec: spec["topologySpreadConstraints"][0].pop("labelSelector"),
        "spreads over pods with None",
    ),
}


@pytest.mark.parametrize(("kind", "name", "change", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_object_is_seen(compiled: Compile, kind: str, name: str, change: Change, said: str) -> None:
    output = _everything_on(compiled)
    assert not problems_of(output)
    change(output.of(kind)[name]["spec"])
    assert any(said in problem for problem in problems_of(output)), problems_of(output)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("ServiceAccount", "vmagent"),
        ("Role", "vmauth"),
        ("VMAuth", "vmauth"),
        ("VMCluster", "victoria-cluster"),
        ("VLCluster", "victoria-logs-cluster"),
    ],
)
def test_what_is_missing_is_seen(compiled: Compile, kind: str, name: str) -> None:
    output = _everything_on(compiled)
    less = [one for one in output.objects if (one["kind"], one["metadata"]["name"]) != (kind, name)]
    assert len(less) == len(output.objects) - 1
    assert problems_of(output._replace(objects=less))


def test_a_role_that_names_another_secret_is_seen(compiled: Compile) -> None:
    output = _everything_on(compiled)
    output.of("Role")["vmagent"]["rules"][0]["resourceNames"] = ["vmauth-vmagent"]
    assert "Role vmagent: nobody makes Secret vmauth-vmagent" in problems_of(output)


def test_a_binding_to_another_namespace_is_seen(compiled: Compile) -> None:
    output = _everything_on(compiled)
    output.of("RoleBinding")["vmauth"]["subjects"][0]["namespace"] = "other"
    assert problems_of(output) == ["RoleBinding vmauth: there is no ServiceAccount other/vmauth"]


def test_a_pool_of_the_broker_is_read_too() -> None:
    """Of the class that the plan has, and spread by its own labels."""
    volumes = [{"id": 0, "type": "persistent-claim", "size": "8Gi", "class": "slow"}]
    constraint = {"labelSelector": {"matchLabels": {"strimzi.io/cluster": "kafka"}}}
    pool = {
        "kind": "KafkaNodePool",
        "metadata": {"name": "broker", "labels": {"strimzi.io/cluster": "kafka"}},
        "spec": {"storage": {"volumes": volumes}, "template": {"pod": {"topologySpreadConstraints": [constraint]}}},
    }
    first, second = reference_problems(Output([pool], "n"))
    assert "the class slow" in first
    assert "spreads over pods" in second


def test_pods_of_its_own_name_only_what_is_there() -> None:
    """The ways in which a pod names Secrets and ConfigMaps."""
    environment = [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "login", "key": "user"}}}]
    container = {"name": "a", "env": environment, "envFrom": [{"configMapRef": {"name": "settings"}}]}
    volumes = [
        {"name": "a", "secret": {"secretName": "login", "items": [{"key": "password", "path": "p"}]}},
        {"name": "b", "configMap": {"name": "files", "items": [{"key": "b", "path": "b"}]}},
        {"name": "c", "projected": {"sources": [{"secret": {"name": "token"}}, {"configMap": {"name": "files"}}]}},
    ]
    template = {"spec": {"containers": [container], "volumes": volumes}}
    pod = {
        "kind": "Deployment",
        "metadata": {"name": "a"},
        "spec": {"selector": {"matchLabels": {}}, "template": template},
    }
    files = {"kind": "ConfigMap", "metadata": {"name": "files"}, "data": {"a": ""}}
    assert sorted(secret_problems(Output([pod, files], "n", secrets={"login": ["user"]}))) == [
        "Deployment a: ConfigMap files has no key b",
        "Deployment a: Secret login has no key password",
        "Deployment a: nobody makes ConfigMap settings",
        "Deployment a: nobody makes Secret token",
    ]


def output_of(one: Compiled) -> Output:
    """What was built, and what its plan and its input say that the check must know."""
    plan = one.sure_plan
    texts = [content.decode("utf-8", "replace") for content in one.sources.values() if isinstance(content, bytes)]
    return Output(
        list(one.objects().values()),
        plan.platform.namespace,
        plan.platform.cluster_domain,
        plan.platform.storage_class,
        {need.name: need.keys for need in plan.secrets if need.made_by == "you"},
        "\n".join(texts),
    )


def problems_of(output: Output) -> list[str]:
    return [*reference_problems(output), *secret_problems(output)]


def _everything_on(compiled: Compile) -> Output:
    output = output_of(compiled(Case(GOLDEN / "everything-on")))
    return output._replace(objects=copy.deepcopy(output.objects))


def _url(spec: dict[str, Any], old: str, new: str) -> None:
    spec["remoteWrite"][0]["url"] = spec["remoteWrite"][0]["url"].replace(old, new)


def _counted(spec: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = spec["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"]
    return found
