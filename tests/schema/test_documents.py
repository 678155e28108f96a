"""Each schema is one, accepts what compiles, and refuses what a schema can refuse."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from telecompile.commands.inputs import read_directory
from telecompile.config.former import FORMER_KEYS, NODES, OTHER_RELEASES
from telecompile.diagnostics.codes import CODES
from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.explain.keys import key_page
from telecompile.pipeline import Until, compile_input
from telecompile.schema.document import BY_SCHEMA, DIALECT, FILES
from tests.golden.cases import Case, find_cases
from tests.properties.inputs import whole_inputs
from tests.schema.checking import refusals, schema

SCHEMA_OF = {file.name: file.schema for file in FILES}
READER = "an editor's own reader of YAML or JSON tells it, or nothing can be read"
CSV = "it is about the mapping CSV, which has no schema"
OUTPUT = "it is about the output directory or the last build"
OTHER_FILE = "it depends on another file"
COMPARED = "it compares what stands at several places, or calculates"
SAID = {
    "missing-key", "unknown-key", "former-key", "wrong-type", "not-allowed", "out-of-range", "empty-value",
    "repeated-item", "quantity", "duration", "host", "address-range", "url", "url-path", "name", "toleration", "label",
    "image", "endpoint-access", "resources-wrapper", "ldms-activation", "ldms-config-parameters", "ldms-plugin-name",
    "ome-identifier", "source-without-target", "channel-without-target", "endpoint-not-set", "ldms-no-plugin",
    "replicas-fixed", "unknown-component", "role-repeated", "software-list-missing",
}  # fmt: skip
"""Errors that a schema refuses in every golden case that has them."""
BEYOND = {
    **dict.fromkeys(
        ("input-directory", "missing-file", "unreadable-file", "file-too-large", "not-utf8", "empty-file",
         "yaml-syntax", "json-syntax", "duplicate-key", "several-documents", "alias-cycle", "too-many-nodes",
         "non-string-key", "custom-tag", "nesting-too-deep"),
        READER,
    ),
    **dict.fromkeys((code for code in CODES if code.startswith(("csv-", "node-"))), CSV),
    **dict.fromkeys((code for code in CODES if code.startswith("output-")), OUTPUT),
    **dict.fromkeys(
        ("storage-section-missing", "referenced-file", "ca-certificate", "csm-values", "plain-http-password",
         "ldms-no-node", "ldms-memory", "ldms-ports", "group-not-in-csv"),
        OTHER_FILE,
    ),
    **dict.fromkeys(
        ("request-above-limit", "ldms-plugin-repeated", "ldms-schema-shared", "kafka-segment-above-volume",
         "software-repeated", "telemetry-scrape-timeout", "queue-above-volume"),
        COMPARED,
    ),
}  # fmt: skip
"""Errors that no schema can tell in general, and why."""
PARTLY = {"csm-values": "bad-csm-values-not-set"}
"""What of them a schema tells all the same, with a case of it."""
CASES = {case.name: case for case in find_cases()}


def diagnosed(case: Case) -> tuple[Diagnostic, ...]:
    files = case.input_files()
    contents: dict[str, bytes | str] = {name: data for name, data in files.items() if name in {*SCHEMA_OF, NODES}}
    return compile_input(contents, lambda path: files.get(path, "there is no such file"), until=Until.RULES).diagnostics


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_it_is_a_schema_of_its_dialect(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"] == DIALECT
    assert re.fullmatch("urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", schema(name)["$id"])


def test_no_two_files_share_an_id() -> None:
    assert len({schema(name)["$id"] for name in BY_SCHEMA}) == len(FILES)


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every key of a schema with its path."""
    for name, one in node.get("properties", {}).items():
        yield f"{path}.{name}", one
        yield from nodes(one, f"{path}.{name}")
    for keyword in ("items", "additionalProperties", "then", "else"):
        if isinstance(node.get(keyword), dict):
            yield from nodes(node[keyword], f"{path}[{keyword}]")


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_every_key_has_a_title_and_full_sentences(name: str) -> None:
    found = dict(nodes(schema(name)))
    assert found
    for path, node in found.items():
        if node == {"type": "null", "doNotSuggest": True}:
            continue  # the replicas of what has one pod
        assert node["title"], path
        assert re.fullmatch(r"[A-Z`(].*\.", node["description"], re.DOTALL), f"{path}: {node['description']}"
        for one in [*node.get("examples", []), *([node["default"]] if "default" in node else [])]:
            assert Draft202012Validator(node).is_valid(one), f"{path}: {one!r} is no example of itself"


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_the_command_of_a_hover_can_be_typed_in(name: str) -> None:
    shown = [node["markdownDescription"] for _, node in nodes(schema(name)) if "markdownDescription" in node]
    commands = [text.rpartition("\n")[2].strip("`") for text in shown]
    assert commands
    for command in commands:
        program, explain, path = shlex.split(command)
        assert (program, explain) == ("telecompile", "explain")
        assert key_page(path) is not None, path
        # What a shell would take for a pattern of file names stands in quotes.
        assert not set("*?[]") & set(re.sub("'[^']*'", "", command)), command


def read(name: str, data: bytes) -> Any:
    """A file as an editor reads it; fails where the editor tells of syntax instead."""
    text = data.decode("utf-8-sig")
    return json.loads(text) if name.endswith(".json") else yaml.load(text, Loader=yaml.CSafeLoader)


def documents(files: Mapping[str, bytes]) -> Iterator[tuple[str, Any]]:
    """The files with a schema that can be read at all."""
    for name in SCHEMA_OF.keys() & files.keys():
        try:
            yield name, read(name, files[name])
        except (yaml.YAMLError, ValueError):
            continue


def test_every_error_is_told_by_schemas_or_has_a_reason() -> None:
    errors = {code for code, told in CODES.items() if told.severity == "error"}
    assert not SAID & BEYOND.keys()
    assert errors - SAID - BEYOND.keys() == set(), "say whether a schema can tell these"
    assert not (SAID | BEYOND.keys()) - CODES.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_refused_where_a_schema_can_and_accepted_where_it_is_right(name: str) -> None:
    case = CASES[name]
    wrong = [one for one in diagnosed(case) if one.severity == "error"]
    for file, value in documents(case.input_files()):
        codes = {one.code for one in wrong if one.file == file}
        said = refusals(SCHEMA_OF[file], value)
        if codes & SAID:
            assert said, f"{file} has {codes & SAID}, and the schema says nothing"
        if not codes:
            assert not said, f"a false alarm in {file}: {said}"


@pytest.mark.parametrize(("code", "case"), PARTLY.items())
def test_what_is_told_in_part(code: str, case: str) -> None:
    wrong = [one for one in diagnosed(CASES[case]) if one.severity == "error"]
    assert {one.code for one in wrong} == {code}
    assert any(refusals(SCHEMA_OF[file], value) for file, value in documents(CASES[case].input_files()))


def _with(file: str, path: tuple[str, ...], value: Any) -> Any:
    content = read_directory("input")[file]
    assert isinstance(content, bytes)
    document = read(file, content)
    holder = document
    for step in path[:-1]:
        holder = holder.setdefault(step, {})
    holder[path[-1]] = value
    return document


@pytest.mark.parametrize("other", OTHER_RELEASES, ids=lambda one: ".".join(one.path))
def test_keys_of_other_releases_are_accepted_and_deprecated(other: Any) -> None:
    node: Any = schema(SCHEMA_OF[other.file])
    node = node.get("else", node)
    for step in other.path:
        node = node["properties"][step]
    assert node["deprecated"] is True
    for value in ("", None, {"a": ["b"]}):
        assert not refusals(SCHEMA_OF[other.file], _with(other.file, other.path, value))


@pytest.mark.parametrize("path", FORMER_KEYS, ids=".".join)
def test_former_keys_are_refused_with_the_new_path(path: tuple[str, ...]) -> None:
    node: Any = schema("telemetry_config")
    for step in path:
        node = node["properties"][step]
    assert FORMER_KEYS[path] in node["errorMessage"]
    assert refusals("telemetry_config", _with("telemetry_config.yml", path, True))


# No shrinking, which would compile for minutes.
_QUICK = [Phase.reuse, Phase.generate]
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def _errors(files: Mapping[str, bytes]) -> list[Diagnostic]:
    found = compile_input(dict(files), lambda path: files.get(path, "there is no such file"), until=Until.RULES)
    return [one for one in found.diagnostics if one.severity == "error"]


@settings(suppress_health_check=_SLOW, phases=_QUICK, max_examples=50)
@given(whole_inputs())
def test_whatever_compiles_is_accepted(files: dict[str, bytes]) -> None:
    # That all of them do is a test of its own (tests/properties).
    assume(not _errors(files))
    for name, value in documents(files):
        assert not refusals(SCHEMA_OF[name], value)
    assert {name for name, _ in documents(files)} == SCHEMA_OF.keys() & files.keys()


_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70_000),
    st.sampled_from(
        ["", "kafka", "8Gi", "30s", "512m", "none", "ca_signed", "a b", "http://a.example", "192.0.2.1", "vmauth"]
    ),
    st.sampled_from(
        [[], {}, [{}], ["kafka"], ["kafka", "kafka"], ["victoria_metrics"], [{"name": "x"}], {"requests": {}}]
    ),
)


@st.composite
def _mutated(draw: st.DrawFn, value: Any) -> Any:
    """*value* with one place in it replaced, removed, or beside another key."""
    if isinstance(value, dict) and value and draw(st.integers(0, 9)) > 0:
        key = draw(st.sampled_from(sorted(value)))
        how = draw(st.integers(0, 9))
        rest = {name: one for name, one in value.items() if name != key}
        if how == 0:
            return rest
        if how == 1:
            return {**rest, draw(st.sampled_from([f"{key}s", "name", "replicas"])): value[key]}
        return {**value, key: draw(_mutated(value[key]))}
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(_mutated(value[at])), *value[at + 1 :]]
    return draw(_VALUES)


@settings(suppress_health_check=_SLOW, phases=_QUICK, max_examples=100)
@given(st.data())
def test_whatever_a_schema_refuses_the_program_refuses(data: st.DataObject) -> None:
    files = data.draw(whole_inputs())
    name = data.draw(st.sampled_from(sorted(SCHEMA_OF.keys() & files.keys())))
    changed = data.draw(_mutated(dict(documents(files))[name]))
    said = refusals(SCHEMA_OF[name], changed)
    assume(said)
    wrong = {**files, name: json.dumps(changed).encode()}
    assert [one for one in _errors(wrong) if one.file == name], f"a false alarm: {said}"
