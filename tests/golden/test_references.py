"""Every reference of every output resolves, and the check sees those that do not."""

from __future__ import annotations

import copy

import pytest

from tests.golden.broken_pods import BROKEN_PODS
from tests.golden.broken_references import BROKEN, Change
from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.holding import output_of, problems_of
from tests.golden.references import Output, reference_problems
from tests.golden.secret_references import operator_made, secret_problems


def test_every_reference_resolves(passing: dict[str, Compiled]) -> None:
    found = {case: problems_of(output_of(one)) for case, one in passing.items()}
    assert not {case: problems for case, problems in found.items() if problems}


@pytest.mark.parametrize(
    ("kind", "name", "change", "said"), [*BROKEN.values(), *BROKEN_PODS.values()], ids=[*BROKEN, *BROKEN_PODS]
)
def test_a_broken_object_is_seen(compiled: Compile, kind: str, name: str, change: Change, said: str) -> None:
    output = _everything_on(compiled)
    body = output.of(kind)[name]
    change(body.get("spec", body))
    assert any(said in problem for problem in problems_of(output)), problems_of(output)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("ServiceAccount", "vmagent"),
        ("Role", "vmauth"),
        ("VMAuth", "vmauth"),
        ("VMCluster", "victoria-cluster"),
        ("VLCluster", "victoria-logs-cluster"),
        ("ConfigMap", "ufm-ca"),
        ("ClusterRole", "site-telemetry-kube-state-metrics"),
        ("ClusterRoleBinding", "site-telemetry-csm-metrics-powerscale"),
        ("ServiceAccount", "vmalert"),
        ("Service", "otel-collector"),
        ("Service", "idrac-telemetry"),
        ("VMAlert", "vmalert"),
        ("VLAgent", "vlagent-vector"),
        ("KafkaUser", "idrac-kafka-pump"),
        ("ConfigMap", "vector-ome"),
    ],
)
def test_what_is_missing_is_seen(compiled: Compile, kind: str, name: str) -> None:
    output = _everything_on(compiled)
    less = [one for one in output.objects if (one["kind"], one["metadata"]["name"]) != (kind, name)]
    assert len(less) == len(output.objects) - 1
    assert problems_of(output._replace(objects=less))


def test_the_plan_lists_the_secrets_that_operators_make(passing: dict[str, Compiled]) -> None:
    """And no others: their own configuration, which nobody is to read, is not among them."""
    for case, one in passing.items():
        made = operator_made(output_of(one))
        listed = {need.name: set(need.keys) for need in one.sure_plan.secrets if need.made_by != "you"}
        assert all(keys <= set(made.get(name, ())) for name, keys in listed.items()), case
        internal = {name for name in made if name.startswith(("vmagent-", "vmauth-config-"))}
        assert listed.keys() == made.keys() - internal, case


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


def _everything_on(compiled: Compile) -> Output:
    output = output_of(compiled(Case(GOLDEN / "everything-on")))
    return output._replace(objects=copy.deepcopy(output.objects))
