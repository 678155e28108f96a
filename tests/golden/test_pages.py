"""What the pages for operators tell to look at is there: workloads, Secrets, counters, files."""

from __future__ import annotations

import re

import pytest

from tests.golden.cases import GOLDEN, ROOT, Case
from tests.golden.conftest import Compile
from tests.golden.pods import Object
from tests.vector import ome_engine
from tests.vector.shape import COUNTERS

PAGES = ("docs/ldms.md", "docs/kafka.md", "docs/ome.md")
MADE_BY_STRIMZI = {"kafka-cluster-ca-cert", "kafka-clients-ca-cert", "kafka-clients-ca", "kafka-cluster-ca"}


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def objects(compiled: Compile) -> list[Object]:
    """With the mapping CSV and without it."""
    cases = [compiled(Case(GOLDEN / name)) for name in ("default", "without-csv")]
    return [body for one in cases for body in one.objects().values()]


def names(objects: list[Object], kind: str) -> set[str]:
    return {body["metadata"]["name"] for body in objects if body["kind"] == kind}


@pytest.mark.parametrize("name", PAGES)
def test_workloads_that_are_named_are_rendered(name: str, objects: list[Object]) -> None:
    found = set(re.findall(r"\bdeploy(?:ment)?/([a-z0-9-]+)", page(name)))
    assert found <= names(objects, "Deployment")
    assert set(re.findall(r"\bget service ([a-z0-9-]+)", page(name))) <= names(objects, "Service")


@pytest.mark.parametrize("name", PAGES)
def test_secrets_that_are_read_are_made(name: str, objects: list[Object]) -> None:
    found = set(re.findall(r"\bget secret ([a-z0-9-]+)", page(name)))
    assert found <= names(objects, "KafkaUser") | MADE_BY_STRIMZI


def test_counters_of_the_bridge_are_all_there_and_no_others() -> None:
    assert set(re.findall(r"vector_ldms_\w+_total", page("docs/ldms.md"))) == set(COUNTERS)
    assert set(re.findall(r"vector_ome_\w+_total", page("docs/ome.md"))) == ome_engine.COUNTERS


def test_files_for_nodes_are_all_there(compiled: Compile) -> None:
    one = compiled(Case(GOLDEN / "default"))
    files = {path.rpartition("/")[2] for path in one.output() if path.startswith("nodes/ldms/")}
    assert files
    assert not [file for file in files if f"`{file}`" not in page("docs/ldms.md")]


def test_files_in_pods_are_where_the_pages_say(compiled: Compile) -> None:
    text = page("docs/ldms.md")
    bodies = compiled(Case(GOLDEN / "default")).objects().values()
    mounts = [
        mount["mountPath"]
        for body in bodies
        if body["kind"] == "Deployment"
        for container in body["spec"]["template"]["spec"]["containers"]
        for mount in container["volumeMounts"]
    ]
    for path in re.findall(r"(?:/etc/vector|/run/ldms)/[\w./-]+", text):
        assert any(path.startswith(f"{mount}/") for mount in mounts), path
