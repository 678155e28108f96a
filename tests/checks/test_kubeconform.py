"""kubeconform is really run, knows the schemas it needs and lets nothing pass unchecked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.kubeconform import kubeconform
from tools.core_schemas import VERSIONS

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b}\n"
POD = """
apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  containers:
  - {name: main, image: main, resources: {limits: {cpu: 500m, memory: 64Mi}}, ports: [{containerPort: 80}]}
  volumes: [{name: tmp, emptyDir: {medium: Memory, sizeLimit: 1Gi}}]
"""
TOPIC = """
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata: {name: x}
spec: {partitions: 3, config: {a: 1}}
"""
USER = """
apiVersion: operator.victoriametrics.com/v1beta1
kind: VMUser
metadata: {name: x, labels: {app: x}}
spec: {targetRefs: [{crd: {kind: VMAgent, name: x, namespace: other}, paths: [/api/v1/write]}]}
"""


def problems(folder: Path, *texts: str, version: str = VERSIONS[-1]) -> list[str]:
    paths = [folder / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return kubeconform(paths, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_right_objects_pass_in_every_supported_version(tmp_path: Path, version: str) -> None:
    assert problems(tmp_path, CONFIG_MAP, POD, TOPIC, USER, version=version) == []


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (CONFIG_MAP, "data:", "datas:"),
        (CONFIG_MAP, "a: b", "a: 1"),
        (CONFIG_MAP, "a: b", "a: null"),
        (POD, "containerPort:", "port:"),
        (POD, "containerPort: 80", "containerPort: http"),
        (POD, "64Mi", "64MB"),
        (POD, "v1", "v2"),
        (TOPIC, "partitions: 3", "partitions: 0"),
        (TOPIC, "partitions", "partition"),
        (TOPIC, "{name: x}", "{name: x, label: {}}"),
        (TOPIC, "strimzi.io/v1", "strimzi.io/v1beta2"),
        (USER, "crd: {", "crd: {bogus: 1, "),
        (USER, "app: x", "app: 1"),
        (USER, "namespace: other", "namespace: null"),
        (USER, "namespace: other", "namespace: y"),
    ],
)
def test_one_wrong_word_is_found(tmp_path: Path, text: str, right: str, wrong: str) -> None:
    assert right in text
    (problem,) = problems(tmp_path, text.replace(right, wrong), CONFIG_MAP)
    assert "0.yaml" in problem


def test_a_kind_without_a_schema_is_a_problem(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x}\n")
    assert "could not find schema" in problem


def test_what_is_not_checked_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, "# nothing here\n") == [f"{tmp_path / '0.yaml'}: holds no object"]
    assert kubeconform([], VERSIONS[-1])
    assert kubeconform([tmp_path / "absent.yaml"], VERSIONS[-1])


def test_yaml_that_is_none_is_a_problem(tmp_path: Path) -> None:
    assert problems(tmp_path, "a: [", CONFIG_MAP)
