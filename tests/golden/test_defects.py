"""No output has a defect of the existing stack, and docs/defects.md says what shows it for each of them."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.golden.cases import ROOT
from tests.golden.compiled import Compiled
from tests.golden.defects import CHECKS

PAGE = ROOT / "docs" / "defects.md"
NUMBERS = tuple(range(1, 56))
"""The defects of the existing stack, as its description numbers them."""
NOT_AVOIDED = {30, 42, 43, 44, 48}
"""What the output cannot avoid, in whole or in part: the page says what protects instead."""
HERE = "tests/golden/test_defects.py::test_no_output_has_it"
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
Edit = Callable[[dict[str, Any]], object]


class Row(NamedTuple):
    """A row of the page."""

    number: int
    defect: str
    answer: str
    tests: tuple[tuple[str, str], ...]


@cache
def rows() -> tuple[Row, ...]:
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.match(r"\| *[0-9]+ *\|", line):
            number, defect, answer, shown = cells
            found.append(Row(int(number), defect, answer, tuple(_TEST.findall(shown))))
    return tuple(found)


def test_the_page_has_every_defect_once_and_in_order() -> None:
    assert [row.number for row in rows()] == list(NUMBERS)
    assert not [row.number for row in rows() if not row.defect or not row.answer or not row.tests]


def test_what_is_not_avoided_is_said_to_be_so() -> None:
    assert {row.number for row in rows() if row.answer.startswith("**Not avoided")} == NOT_AVOIDED


@pytest.mark.parametrize("number", NUMBERS)
def test_the_tests_that_are_named_are_there(number: int) -> None:
    (row,) = (row for row in rows() if row.number == number)
    assert not [f"{file}::{name}" for file, name in row.tests if name not in functions(file)]
    assert (tuple(HERE.split("::")) in row.tests) is (number in CHECKS)


@cache
def functions(file: str) -> frozenset[str]:
    """The tests of a file, by name."""
    path = Path(ROOT, file)
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.exists() else []
    return frozenset(one.name for one in body if isinstance(one, ast.FunctionDef))


@pytest.mark.parametrize("number", CHECKS)
def test_no_output_has_it(number: int, passing: dict[str, Compiled]) -> None:
    found = {name: list(CHECKS[number](list(one.objects().values()))) for name, one in passing.items()}
    assert not {name: problems for name, problems in found.items() if problems}


def test_the_plan_tells_that_idrac_writes_one_partition(passing: dict[str, Compiled]) -> None:
    """30: its pump has no other way, so nobody shall be surprised."""
    told = 0
    for name, one in passing.items():
        for source in one.sure_plan.sources:
            if source.name == "idrac" and source.on and "kafka" in source.targets:
                decided = dict(source.settings)["partition"]
                assert (decided.value, "topic_partitions" in decided.reason) == (0, True), name
                told += 1
    assert told


def _vector(text: str, replacement: str) -> Edit:
    def edit(body: dict[str, Any]) -> None:
        before = body["data"]["vector.yaml"]
        body["data"]["vector.yaml"] = before.replace(text, replacement, 1)
        assert body["data"]["vector.yaml"] != before

    return edit


def _unacknowledged(body: dict[str, Any]) -> None:
    config = yaml.safe_load(body["data"]["vector.yaml"])
    config["sinks"]["vmagent"]["acknowledgements"]["enabled"] = False
    body["data"]["vector.yaml"] = yaml.safe_dump(config)


def _extra(part: str, key: str, value: str) -> Edit:
    return lambda body: body["spec"][part].setdefault("extraArgs", {}).update({key: value})


def _first_image(tag: str) -> Edit:
    return lambda body: body["spec"]["vmstorage"]["image"].update(tag=tag)


def _toleration(body: dict[str, Any]) -> None:
    late = {"key": "node.kubernetes.io/not-ready", "effect": "NoExecute", "tolerationSeconds": 5}
    body["spec"]["template"]["spec"]["tolerations"] = [late]


def _acl(body: dict[str, Any]) -> None:
    body["spec"]["authorization"]["acls"].append(
        {"resource": {"type": "topic", "name": "*", "patternType": "literal"}, "operations": ["All"]}
    )


def _decomposition(body: dict[str, Any]) -> None:
    rows = json.loads(body["data"]["decomposition.json"])
    body["data"]["decomposition.json"] = json.dumps({**rows, "digest": {"0": "meminfo"}})


def _become(kind: str) -> Edit:
    return lambda body: body.update(kind=kind)


BROKEN: tuple[tuple[int, str, Edit], ...] = (
    (1, "VMCluster/victoria-cluster", lambda body: body["spec"]["vmstorage"].update(replicationFactor=2)),
    (1, "VMCluster/victoria-cluster", lambda body: body["spec"].pop("replicationFactor")),
    (2, "VLCluster/victoria-logs-cluster", lambda body: body["spec"]["vlstorage"].update(replicationFactor=2)),
    (
        3,
        "VMCluster/victoria-cluster",
        lambda body: body["spec"]["vmstorage"].update(livenessProbe={"httpGet": {"port": 8482}, "tlsConfig": {}}),
    ),
    (4, "VMPodScrape/victoria-metrics", lambda body: body["spec"].update(relabelConfigs=[{"action": "drop"}])),
    (
        5,
        "VMPodScrape/victoria-metrics",
        lambda body: body["spec"]["podMetricsEndpoints"][0].update(
            metricRelabelConfigs=[{"targetLabel": "cluster", "replacement": name} for name in ("one", "two")]
        ),
    ),
    (6, "VMAgent/vmagent", lambda body: body["spec"]["remoteWrite"][0].update(queueConfig={"capacity": 1})),
    (6, "VLAgent/vlagent", lambda body: body["spec"].update(serviceSpec={"metadata": {"name": "another"}})),
    (8, "VLAgent/vlagent", lambda body: body["spec"].update(volumeMounts=[{"name": "tmp-data", "mountPath": "/a"}])),
    (8, "VLAgent/vlagent", lambda body: body["spec"].update(initContainers=[])),
    (
        10,
        "VMAgent/vmagent",
        lambda body: body["spec"]["remoteWrite"][0].update(tlsConfig={"caFile": "/etc/ufm/ca.crt"}),
    ),
    (
        10,
        "VMAgent/vmagent-vector",
        lambda body: body["spec"]["remoteWrite"][0].update(tlsConfig={"ca": {"secret": {"name": "a", "key": "b"}}}),
    ),
    (13, "VMCluster/victoria-cluster", _extra("vmstorage", "tls", "true")),
    (13, "VMAgent/vmagent", lambda body: body["spec"].update(remoteWrite=[{"url": "https://a.telemetry.svc:1/"}])),
    (14, "Kafka/kafka", lambda body: body["spec"]["clusterCa"].update(validityDays=3650)),
    (15, "ConfigMap/vector-ldms", _vector('address: "0.0.0.0:9598"', 'address: "0.0.0.0:9599"')),
    (16, "ConfigMap/vector-ldms", _vector("      - self\n", "")),
    (16, "Service/vector-ldms", lambda body: body["metadata"].update(annotations={"prometheus.io/scrape": "true"})),
    (17, "ConfigMap/vector-ldms", _vector('- "ldms"', '- "OME-1.*"')),
    (17, "ConfigMap/vector-ldms", _vector('- "ldms"', '- "^OME-1.*"')),
    (21, "VMCluster/victoria-cluster", _extra("vmselect", "dedup.minScrapeInterval", "2000ms")),
    (21, "VMCluster/victoria-cluster", lambda body: body["spec"]["vmstorage"].pop("extraArgs")),
    (22, "VMAgent/vmagent", lambda body: body["spec"].pop("statefulStorage")),
    (22, "VLAgent/vlagent", lambda body: body["spec"]["remoteWrite"][0].pop("maxDiskUsage")),
    (23, "ConfigMap/vector-ldms", _unacknowledged),
    (27, "ConfigMap/ldms-store-0", _decomposition),
    (29, "KafkaTopic/idrac", lambda body: body["spec"].update(replicas=2)),
    (31, "Kafka/kafka", lambda body: body["spec"]["kafka"].pop("quotas")),
    (
        31,
        "VLCluster/victoria-logs-cluster",
        lambda body: body["spec"]["vlstorage"].pop("retentionMaxDiskSpaceUsageBytes"),
    ),
    (32, "KafkaNodePool/broker", lambda body: body["spec"].pop("resources")),
    (
        34,
        "Deployment/ldms-store-0",
        lambda body: body["spec"].update(
            selector={
                "matchLabels": {"app.kubernetes.io/name": "vector-ldms", "app.kubernetes.io/instance": "vector-ldms"}
            }
        ),
    ),
    (
        35,
        "ConfigMap/otel-collector",
        lambda body: body["data"].update(
            {"collector.yaml": body["data"]["collector.yaml"].replace("storage: f", "s: f")}
        ),
    ),
    (
        36,
        "Deployment/kube-state-metrics",
        lambda body: body["spec"]["template"]["spec"]["containers"][0].update(command=["pip", "install", "a"]),
    ),
    (38, "Service/vector-ldms", _become("KafkaBridge")),
    (40, "ConfigMap/vector-ldms", lambda body: body["data"].update(key="-----BEGIN PRIVATE KEY-----")),
    (40, "ConfigMap/vector-ldms", _become("Secret")),
    (41, "Deployment/ldms-store-0", lambda body: body["metadata"].update(annotations={"auth": "munge"})),
    (
        42,
        "ConfigMap/idrac-telemetry",
        lambda body: body["data"].update({"activemq.xml": body["data"]["activemq.xml"].replace("127.0.0.1", "[::]")}),
    ),
    (
        42,
        "StatefulSet/idrac-telemetry",
        lambda body: body["spec"]["template"]["spec"]["containers"][0]["args"].remove("--bind-address=127.0.0.1"),
    ),
    (44, "Role/vmagent", lambda body: body["rules"][0].pop("resourceNames")),
    (45, "KafkaUser/ldms-store", _acl),
    (45, "Kafka/kafka", lambda body: body["spec"]["kafka"]["config"].update({"auto.create.topics.enable": True})),
    (46, "KafkaNodePool/broker", lambda body: body["spec"]["template"]["pod"].pop("topologySpreadConstraints")),
    (46, "VMAgent/vmagent", lambda body: body["spec"].pop("podDisruptionBudget")),
    (47, "Deployment/vector-ldms", _toleration),
    (49, "Service/vector-ldms", _become("Endpoints")),
    (50, "VMAgent/vmagent", lambda body: body["spec"].update(podScrapeSelector={})),
    (50, "Role/vmagent", lambda body: body["rules"].pop()),
    (51, "Deployment/vector-ldms", _become("Job")),
    (52, "ConfigMap/vector-ldms", lambda body: body["metadata"].update(name="vlagent-config")),
    (53, "VMCluster/victoria-cluster", _first_image("latest")),
    (54, "Service/vector-ldms", lambda body: body["spec"]["ports"][0].update(nodePort=32400)),
)


@pytest.mark.parametrize(("number", "what", "edit"), BROKEN, ids=[f"{number}-{what}" for number, what, _ in BROKEN])
def test_it_would_be_seen(number: int, what: str, edit: Edit, default: Compiled) -> None:
    bodies = [copy.deepcopy(body) for body in default.objects().values()]
    (body,) = (one for one in bodies if f"{one['kind']}/{one['metadata']['name']}" == what)
    edit(body)
    assert list(CHECKS[number](bodies))


def test_each_check_is_seen_to_fail() -> None:
    assert {number for number, _, _ in BROKEN} == set(CHECKS)


def test_no_file_has_a_key_twice(passing: dict[str, Compiled]) -> None:
    """7: strict readers refuse such a file, and others take either value."""
    read = 0
    for data in {data for one in passing.values() for data in one.object_files().values()}:
        assert not list(_repeated(data.decode())), data.decode()[:300]
        read += 1
    assert read
    assert list(_repeated("spec:\n  hostname: a\n  b: 1\n  hostname: c\n")) == ["hostname"]


def _repeated(text: str) -> Iterator[str]:
    """Keys that a mapping has twice; our own writer makes no flow mappings, anchors or block scalars with keys."""

    def walk(node: Any) -> Iterator[str]:
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            yield from {key for key in keys if keys.count(key) > 1}
            for _, value in node.value:
                yield from walk(value)
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                yield from walk(value)

    yield from walk(yaml.compose(text, Loader=yaml.CSafeLoader))
