"""The round trip passes what is right as it stands and finds each way of being wrong."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.checks.models import differences, is_built_in, model_name, round_trip_problems

LABELS = {"app": "x"}
CONTAINER = {
    "name": "main",
    "image": "registry.example/main:1",
    "args": [],
    "env": [{"name": "EMPTY", "value": ""}],
    "ports": [{"name": "http", "containerPort": 8080}],
    "livenessProbe": {"httpGet": {"path": "/health", "port": "http"}},
    "resources": {"limits": {"cpu": "500m", "memory": "64Mi"}},
    "securityContext": {"runAsUser": 65534, "capabilities": {"drop": ["ALL"]}},
}
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "x", "labels": LABELS, "annotations": {}},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": LABELS},
        "strategy": {"rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 0}},
        "template": {
            "metadata": {"labels": LABELS},
            "spec": {"containers": [CONTAINER], "volumes": [{"name": "tmp", "emptyDir": {}}]},
        },
    },
}
GOOD: list[dict[str, Any]] = [
    DEPLOYMENT,
    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {"a": "", "b": "1"}},
    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "x"}},
    {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "x"},
        "automountServiceAccountToken": False,
    },
    {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "x"},
        "spec": {"clusterIP": "None", "ports": [{"port": 80, "targetPort": "http"}]},
    },
    {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "x"},
        "spec": {"podSelector": {}, "ingress": [], "egress": [{}], "policyTypes": ["Ingress", "Egress"]},
    },
    {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "x"},
        "spec": {"maxUnavailable": 1, "selector": {"matchLabels": LABELS}},
    },
    {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": {"name": "x"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "x"},
        "subjects": [{"kind": "ServiceAccount", "name": "x", "namespace": "y"}],
    },
    {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "x"},
        "spec": {"template": {"spec": {"containers": [CONTAINER], "restartPolicy": "Never"}}},
    },
]


@pytest.mark.parametrize("obj", GOOD, ids=lambda obj: str(obj["kind"]))
def test_a_right_object_comes_back_identical(obj: dict[str, Any]) -> None:
    assert round_trip_problems(obj) == []


BREAKAGES: dict[str, tuple[list[str | int], str, Any]] = {
    "unknown at the top": ([], "bogus", 1),
    "unknown in the spec": (["spec"], "bogus", {}),
    "unknown in metadata": (["metadata"], "lables", {}),
    "unknown in an empty object": (["spec", "template", "spec", "volumes", 0, "emptyDir"], "bogus", 1),
    "unknown in a container": (["spec", "template", "spec", "containers", 0], "livenesProbe", {}),
    "snake case": (["spec", "template", "spec"], "init_containers", []),
    "number as text": (["spec"], "replicas", "2"),
    "whole number with a point": (["spec"], "replicas", 2.0),
    "boolean as number": (["spec"], "replicas", True),
    "boolean as text": (["spec", "template", "spec"], "hostNetwork", "false"),
    "number as label": (["metadata", "labels"], "app", 1),
    "null": (["metadata"], "namespace", None),
    "null label": (["metadata", "labels"], "app", None),
    "number as quantity": (["spec", "template", "spec", "containers", 0, "resources", "limits"], "cpu", 1),
    "list for a number or text": (["spec", "strategy", "rollingUpdate"], "maxSurge", [1]),
    "list for an object": (["spec"], "selector", []),
    "object for a list": (["spec", "template", "spec"], "containers", {"name": "main"}),
    "required field absent": (["spec", "template", "spec"], "containers", [{"image": "main"}]),
    "kind of another group": ([], "apiVersion", "policy/v1"),
    "group misspelt": ([], "apiVersion", "app/v1"),
    "kind misspelt": ([], "kind", "Deploiment"),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_each_breakage_is_found(breakage: str) -> None:
    path, key, value = BREAKAGES[breakage]
    obj: Any = copy.deepcopy(DEPLOYMENT)
    holder = obj
    for part in path:
        holder = holder[part]
    holder[key] = value
    assert round_trip_problems(obj)


@pytest.mark.parametrize(
    ("api_version", "kind", "model"),
    [
        ("v1", "ConfigMap", "V1ConfigMap"),
        ("v1", "Event", "CoreV1Event"),
        ("autoscaling/v2", "HorizontalPodAutoscaler", "V2HorizontalPodAutoscaler"),
        ("rbac.authorization.k8s.io/v1", "ClusterRole", "V1ClusterRole"),
        ("policy/v1", "Deployment", None),
        ("v1", "PodSpec", None),
    ],
)
def test_the_model_follows_group_and_version(api_version: str, kind: str, model: str | None) -> None:
    assert model_name(api_version, kind) == model


def test_custom_resources_have_no_model() -> None:
    assert not is_built_in({"apiVersion": "operator.victoriametrics.com/v1", "kind": "VLAgent"})
    assert not is_built_in({"apiVersion": "kafka.strimzi.io/v1", "kind": "Kafka"})
    assert is_built_in({"apiVersion": "apps/v1", "kind": "Deployment"})
    assert round_trip_problems({"apiVersion": "kafka.strimzi.io/v1", "kind": "Kafka"}) == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [({"a": 1}, {}), ({}, {"a": 1}), ([1], [1, 2]), (1, True), (1, 1.0), ({"a": {}}, {"a": []})],
)
def test_differences_are_of_type_as_well(ours: Any, theirs: Any) -> None:
    assert list(differences(ours, theirs))
