"""The VictoriaMetrics operator's own types take what is rendered: all of it, and nothing that is broken."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from telecompile.output.tree import tree_of
from telecompile.output.yaml_text import to_yaml
from telecompile.pipeline import Compilation, compile_input
from tests.golden.cases import Case, find_cases, put
from tests.operator.program import Answer, answers

VICTORIA_METRICS = "operator.victoriametrics.com"
# What other programs read: neither the operator nor the API server knows these without a CRD of theirs.
OTHERS = ("kustomize.config.k8s.io", "kafka.strimzi.io")
OPERATED = {
    *("VMCluster", "VMAgent", "VMAuth", "VMUser", "VMAlert", "VMRule", "VMPodScrape", "VMStaticScrape"),
    *("VLCluster", "VLAgent"),
}
BUILT_IN = {
    *("Namespace", "Deployment", "StatefulSet", "Service", "ConfigMap", "NetworkPolicy", "PodDisruptionBudget"),
    *("ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"),
}
Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The folder with what is rendered for each golden case whose input is right, by its name."""
    folder = tmp_path_factory.mktemp("rendered")
    found = {}
    for case in find_cases():
        compilation = compiled(case)
        if compilation.plan is not None:
            found[case.name] = folder / case.name
            put(found[case.name], dict(tree_of(compilation.manifests)))
    return found


@pytest.fixture(scope="module")
def said(rendered: Mapping[str, Path]) -> Mapping[Path, Answer]:
    """What the operator says of every object that is rendered."""
    return answers(file for folder in rendered.values() for file in sorted(folder.rglob("*.yaml")))


def compiled(case: Case) -> Compilation:
    files = case.input_files()

    def read_referenced(path: str) -> bytes | str:
        return files.get(posixpath.normpath(path), "there is no such file")

    return compile_input(files, read_referenced)


def test_whatever_is_rendered_is_accepted(said: Mapping[Path, Answer]) -> None:
    refused = [f"{file.parts[-3:]}: {problem}" for file, answer in said.items() for problem in answer.problems]
    assert not refused, "\n".join(refused)


def test_every_object_was_looked_at(rendered: Mapping[str, Path], said: Mapping[Path, Answer]) -> None:
    assert "default" in rendered
    for file, answer in said.items():
        body = yaml.load(file.read_bytes(), yaml.CSafeLoader)
        group = body["apiVersion"].rpartition("/")[0]
        assert answer.kinds == ([] if group in OTHERS else [body["kind"]]), file


def test_every_kind_that_is_rendered_was_among_them(said: Mapping[Path, Answer]) -> None:
    """Each of these in some case; a kind that is new must be added, and one that is gone taken out."""
    assert {kind for answer in said.values() for kind in answer.kinds} == OPERATED | BUILT_IN


def put_in(*path: str | int, value: object) -> Edit:
    """Sets *value* at *path*, and the mappings on the way to it that are absent."""

    def edit(body: dict[str, Any]) -> None:
        place: Any = body
        for step in path[:-1]:
            place = place.setdefault(step, {}) if isinstance(step, str) else place[step]
        place[path[-1]] = value

    return edit


def take_out(*path: str) -> Edit:
    """Removes what stands at *path*."""

    def edit(body: dict[str, Any]) -> None:
        place = body
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return edit


WRITE = ("spec", "remoteWrite", 0)
RULE = ("spec", "groups", 0, "rules", 0)
TARGET = ("spec", "targetEndpoints", 0)
# The kind to break, how, and what the operator has to say of it.
BROKEN: dict[str, tuple[str, Edit, str]] = {
    "field-unknown-deep-inside": (
        "VMCluster",
        put_in("spec", "vmstorage", "affinity", "nodeAffinity", "preferred", value=[]),
        'unknown field "spec.vmstorage.affinity.nodeAffinity.preferred"',
    ),
    # Go's own decoder, which the operator uses, takes this one: the API server, which prunes, does not.
    "field-in-another-case": (
        "VMAgent",
        put_in(*WRITE, "maxdiskusage", value="50GiB"),
        'unknown field "spec.remoteWrite[0].maxdiskusage"',
    ),
    # RelabelConfig ignores what it does not know.
    "field-that-the-operator-drops": (
        "VMAgent",
        put_in(*WRITE, "inlineUrlRelabelConfig", value=[{"action": "drop", "sourceLabel": ""}]),
        'unknown field "spec.remoteWrite[0].inlineUrlRelabelConfig[0].sourceLabel"',
    ),
    "field-beside-the-spec": ("VLAgent", put_in("specs", value={}), 'unknown field "specs"'),
    "field-of-metadata": ("VMAuth", put_in("metadata", "label", value={}), 'unknown field "metadata.label"'),
    "quantity-that-is-not-one-of-theirs": (
        "VMAgent",
        put_in(*WRITE, "maxDiskUsage", value="50Gi"),
        'cannot parse VMAgentSpec: bytes value="50Gi" must match pattern',
    ),
    "value-of-a-wrong-type": (
        "VLCluster",
        put_in("spec", "vlstorage", "replicaCount", value="two"),
        "cannot parse VLClusterSpec: json: cannot unmarshal string",
    ),
    "panic-in-validate": (
        "VMCluster",
        put_in("spec", "vmstorage", "rollingUpdateStrategyBehavior", value={}),
        "Validate(): panic: ",
    ),
    "panic-in-validate-of-vmagent": (
        "VMAgent",
        put_in("spec", "statefulRollingUpdateStrategyBehavior", value={}),
        "Validate(): panic: ",
    ),
    "panic-in-decoding": (
        "VMAgent",
        put_in(*WRITE, "inlineUrlRelabelConfig", value=[{"action": "drop", "regex": None}]),
        "decoding: panic: ",
    ),
    "vmuser-without-targets": ("VMUser", take_out("spec", "targetRefs"), "Validate(): "),
    "vmagent-without-remote-write": ("VMAgent", take_out("spec", "remoteWrite"), "Validate(): "),
    "vmalert-without-datasource": ("VMAlert", take_out("spec", "datasource"), "Validate(): "),
    "field-of-a-notifier": (
        "VMAlert",
        put_in("spec", "notifiers", value=[{"url": "http://a", "urls": []}]),
        'unknown field "spec.notifiers[0].urls"',
    ),
    "rule-whose-expression-does-not-parse": (
        "VMRule",
        put_in(*RULE, "expr", value="up =="),
        "Validate(): validation failed for VMRule: telemetry/rules-agents group: agents",
    ),
    "rule-without-a-name": ("VMRule", put_in(*RULE, "alert", value=""), "Validate(): "),
    "rule-with-a-field-too-many": (
        "VMRule",
        put_in(*RULE, "severity", value="warning"),
        'unknown field "spec.groups[0].rules[0].severity"',
    ),
    "scrape-with-a-field-too-many": (
        "VMStaticScrape",
        put_in(*TARGET, "tlsConfig", "ca", "configMap", "path", value="a"),
        'unknown field "spec.targetEndpoints[0].tlsConfig.ca.configMap.path"',
    ),
    "field-of-a-cluster-role": (
        "ClusterRole",
        put_in("rules", 0, "verb", value="list"),
        'unknown field "rules[0].verb"',
    ),
    "claim-of-a-wrong-type": (
        "StatefulSet",
        put_in("spec", "volumeClaimTemplates", 0, "spec", "accessModes", value="ReadWriteOnce"),
        "decoding: json: cannot unmarshal string",
    ),
    "checks-switched-off": (
        "VMUser",
        put_in("metadata", "annotations", f"{VICTORIA_METRICS}/skip-validation", value="true"),
        f"{VICTORIA_METRICS}/skip-validation has the operator check nothing",
    ),
    "version-that-is-not-there": (
        "VMAgent",
        put_in("apiVersion", value=f"{VICTORIA_METRICS}/v1"),
        f"there is no {VICTORIA_METRICS}/v1 VMAgent",
    ),
    "network-policy-misspelt": (
        "NetworkPolicy",
        put_in("spec", "podSelecter", value={}),
        'unknown field "spec.podSelecter"',
    ),
    "service-port-of-a-wrong-type": (
        "Service",
        put_in("spec", "ports", 0, "port", value="many"),
        "decoding: json: cannot unmarshal string",
    ),
    "role-without-a-kind": ("Role", take_out("kind"), "not an object with apiVersion and kind"),
}


@pytest.mark.parametrize(("kind", "edit", "problem"), BROKEN.values(), ids=BROKEN)
def test_what_is_broken_is_refused(
    kind: str, edit: Edit, problem: str, rendered: Mapping[str, Path], tmp_path: Path
) -> None:
    body = example(kind, rendered)
    edit(body)
    found = problems_of(to_yaml(body), tmp_path)
    assert any(one.startswith(problem) for one in found), found


def test_a_key_given_twice_is_refused(rendered: Mapping[str, Path], tmp_path: Path) -> None:
    body = next(object_of_kind("VMUser", rendered["default"]))
    text = to_yaml(body).replace("\nspec:\n", "\nspec:\n  username: other\n")
    assert any('key "username" already set' in one for one in problems_of(text, tmp_path))


def test_what_was_not_broken_is_accepted(rendered: Mapping[str, Path], tmp_path: Path) -> None:
    for kind in {kind for kind, _, _ in BROKEN.values()}:
        body = example(kind, rendered)
        assert not problems_of(to_yaml(body), tmp_path)


def test_a_kind_that_is_not_rendered_is_known_too(tmp_path: Path) -> None:
    """So that what asks for it instead of a VMPodScrape is checked from the first day on."""
    spec = {"selector": {}, "endpoints": [{"port": "a"}]}
    body = {"apiVersion": f"{VICTORIA_METRICS}/v1beta1", "kind": "VMServiceScrape", "metadata": {"name": "a"}}
    assert not problems_of(to_yaml(body | {"spec": spec}), tmp_path)
    assert problems_of(to_yaml(body | {"spec": spec | {"extra": 1}}), tmp_path)


def example(kind: str, rendered: Mapping[str, Path]) -> dict[str, Any]:
    """An object of *kind* of the default output, or of the one with everything."""
    return next(one for case in ("default", "everything-on") for one in object_of_kind(kind, rendered[case]))


def object_of_kind(kind: str, folder: Path) -> Iterator[dict[str, Any]]:
    """The objects of *kind* below *folder*."""
    for file in sorted(folder.rglob(f"{kind.lower()}-*.yaml")):
        yield yaml.load(file.read_bytes(), yaml.CSafeLoader)


def problems_of(text: str, folder: Path) -> list[str]:
    """What the operator says of *text*."""
    file = folder / "object.yaml"
    file.write_text(text, encoding="utf-8")
    return answers([file])[file].problems
