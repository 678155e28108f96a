"""The committed schemas are those of the CRDs that clusters have, and let nothing undescribed pass."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.checks.kubeconform import SCHEMAS
from tools.cache import ROOT
from tools.crd_files import read
from tools.crd_schema import text
from tools.make_schemas import KINDS, schema_file, schemas

# The operators' own release files; not ours to commit, so absent from a plain clone.
CRDS = ROOT.parent / "shared" / "crds"
FILES = sorted(schema_file(group, kind, version) for (group, kind), version in KINDS.items())
# Keywords of structure and of the values it takes: all that a committed schema may consist of.
KEYWORDS = {
    *("type", "properties", "required", "additionalProperties", "items", "oneOf", "anyOf", "allOf", "not"),
    *("enum", "const", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
}


def load(file: str) -> dict[str, Any]:
    return dict(json.loads((SCHEMAS / file).read_text(encoding="utf-8")))


def test_the_listed_kinds_and_no_others_are_committed() -> None:
    assert sorted(file.name for file in SCHEMAS.glob("*.json")) == FILES


def test_they_are_what_the_installed_crds_say() -> None:
    files = sorted(CRDS.glob("*.yaml"))
    if not files:
        pytest.skip("../shared/crds is not here: nothing to compare the committed schemas with")
    expected = schemas(crd for file in files for crd in read(file))
    assert sorted(expected) == FILES
    differing = [file for file in FILES if (SCHEMAS / file).read_text(encoding="utf-8") != expected[file]]
    assert differing == [], "run `make schemas`, or look at what the pinned generators make of these"


@pytest.mark.parametrize("file", FILES)
def test_each_is_in_the_committed_form(file: str) -> None:
    assert (SCHEMAS / file).read_text(encoding="utf-8") == text(load(file))


@pytest.mark.parametrize(("key", "version"), KINDS.items(), ids=[kind for _, kind in KINDS])
def test_group_version_and_kind_are_pinned(key: tuple[str, str], version: str) -> None:
    group, kind = key
    schema = load(schema_file(group, kind, version))
    assert schema["properties"]["apiVersion"] == {"const": f"{group}/{version}"}
    assert schema["properties"]["kind"] == {"const": kind}
    assert {"apiVersion", "kind", "metadata"} <= set(schema["required"])
    assert set(schema["properties"]) == {"apiVersion", "kind", "metadata", "spec"}
    assert schema["additionalProperties"] is False
    assert schema["properties"]["metadata"]["additionalProperties"] is False


@pytest.mark.parametrize("file", FILES)
def test_there_is_structure_only(file: str) -> None:
    assert {keyword for part in parts(load(file)) for keyword in part} <= KEYWORDS


@pytest.mark.parametrize("file", FILES)
def test_every_pattern_compiles(file: str) -> None:
    for part in parts(load(file)):
        re.compile(part.get("pattern", ""))


# Objects that list fields and yet take others, since the API server keeps what is not listed there.
PARTLY_OPEN = re.compile(r"^(spec|.*\.extraEnvs\.\[\])$")


@pytest.mark.parametrize("file", FILES)
def test_an_object_that_lists_its_fields_takes_no_other(file: str) -> None:
    takes_others = {
        place
        for place, part in places(load(file))
        if part.get("properties") and part.get("additionalProperties", True) is not False
    }
    assert {place for place in takes_others if not PARTLY_OPEN.match(place)} == set()
    assert "spec" not in takes_others or "vmauth" in file


DEEP: list[tuple[str, dict[str, Any]]] = [
    ("kafka.strimzi.io_kafka_v1.json", {"kafka": {"listeners": [{"configuration": {"bootstrap": {}}}]}}),
    ("kafka.strimzi.io_kafkauser_v1.json", {"authorization": {"acls": [{"resource": {}}]}}),
    ("kafka.strimzi.io_kafkanodepool_v1.json", {"template": {"pod": {"metadata": {}}}}),
    ("operator.victoriametrics.com_vmcluster_v1beta1.json", {"vmstorage": {"serviceSpec": {"metadata": {}}}}),
    ("operator.victoriametrics.com_vmagent_v1beta1.json", {"remoteWrite": [{"tlsConfig": {"ca": {}}}]}),
    ("operator.victoriametrics.com_vlagent_v1.json", {"syslogSpec": {"tcpListeners": [{"tlsConfig": {}}]}}),
    ("operator.victoriametrics.com_vmuser_v1beta1.json", {"targetRefs": [{"crd": {}}]}),
    ("operator.victoriametrics.com_vmrule_v1beta1.json", {"groups": [{"rules": [{}]}]}),
]


@pytest.mark.parametrize(("file", "spec"), DEEP, ids=[file.split("_")[1] for file, _ in DEEP])
def test_an_unknown_field_is_refused_at_every_depth(file: str, spec: dict[str, Any]) -> None:
    depths = list(containers(spec))
    assert len(depths) > 2
    for depth in range(len(depths)):
        broken = copy.deepcopy(spec)
        list(containers(broken))[depth]["bogus"] = 1
        assert refused_fields({"spec": broken}, load(file)) == ["bogus"]
    assert refused_fields({"spec": spec}, load(file)) == []


def containers(value: Any) -> Iterator[dict[str, Any]]:
    """*value* and the objects in it, outermost first."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from containers(part)


def refused_fields(value: Any, schema: dict[str, Any]) -> list[str]:
    """The fields of *value* that closed objects of *schema* do not list."""
    if isinstance(value, list):
        return [name for item in value for name in refused_fields(item, schema["items"])]
    if not isinstance(value, dict):
        return []
    known = schema.get("properties", {})
    refused = [name for name in value if name not in known and schema.get("additionalProperties") is False]
    return refused + [name for key in value if key in known for name in refused_fields(value[key], known[key])]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema in *schema*; a field's name is not taken for a keyword."""
    if not isinstance(schema, dict):
        return
    yield schema
    below = [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
    below += [
        schema.get("not"),
        *(branch for key in ("oneOf", "anyOf", "allOf") for branch in schema.get(key, ())),
    ]
    for part in below:
        yield from parts(part)


def places(schema: dict[str, Any], place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and schema of every field, conditions left out."""
    yield place, schema
    for name, part in schema.get("properties", {}).items():
        yield from places(part, f"{place}.{name}".lstrip("."))
    for key, name in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(key), dict):
            yield from places(schema[key], f"{place}.{name}")


def test_no_crd_is_committed() -> None:
    assert list(SCHEMAS.rglob("*.y*ml")) == []
