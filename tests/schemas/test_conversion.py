"""From a CRD to a strict schema: what is closed, what stays open, and what is dropped."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tools.command import ToolError
from tools.crd_schema import METADATA, manifest_schema, strict, text
from tools.vm_operator_crds import apply_operation

OPEN = {"x-kubernetes-preserve-unknown-fields": True}
TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("crd", "expected"),
    [
        pytest.param(
            {"type": "object", "properties": {"a": TEXT}},
            {"type": "object", "properties": {"a": TEXT}, "additionalProperties": False},
            id="an object is closed",
        ),
        pytest.param(
            {"type": "object"},
            {"type": "object", "additionalProperties": False},
            id="of one that lists nothing the API server prunes everything",
        ),
        pytest.param({"type": "object"} | OPEN, {"type": "object"}, id="one that preserves stays open"),
        pytest.param(
            {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}} | OPEN,
            {
                "type": "object",
                "properties": {"a": {"type": "object", "properties": {}, "additionalProperties": False}},
            },
            id="but what it lists is closed",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": TEXT},
            {"type": "object", "additionalProperties": TEXT},
            id="a map stays a map",
        ),
        pytest.param(
            {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, TEXT], "pattern": "^1$"},
            {"type": ["integer", "string"], "pattern": "^1$"},
            id="a number or text",
        ),
        pytest.param(
            {"type": "string", "nullable": True, "description": "a", "default": "b", "format": "int32"},
            TEXT,
            id="only structure is kept, and null is never ours to write",
        ),
        pytest.param(
            {"type": "object", "properties": {"description": TEXT, "format": TEXT, "x-kubernetes-a": TEXT}},
            {
                "type": "object",
                "properties": {"description": TEXT, "format": TEXT, "x-kubernetes-a": TEXT},
                "additionalProperties": False,
            },
            id="a field may have the name of a keyword",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"a": {}},
                "oneOf": [{"properties": {"a": {}}, "required": ["b", "a"]}],
            },
            {
                "type": "object",
                "properties": {"a": {}},
                "oneOf": [{"properties": {"a": {}}, "required": ["a", "b"]}],
                "additionalProperties": False,
            },
            id="a condition is not closed",
        ),
    ],
)
def test_strict(crd: dict[str, Any], expected: dict[str, Any]) -> None:
    assert strict(crd) == expected


def crd(**version: Any) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {"spec": {"type": "object"}, "status": {"type": "object"}},
        "required": ["spec"],
    }
    one = {"name": "v1", "served": True, "schema": {"openAPIV3Schema": schema}} | version
    return {"spec": {"group": "example.com", "names": {"kind": "Thing"}, "versions": [one]}}


def test_a_manifest_is_of_one_kind_with_closed_metadata_and_no_status() -> None:
    schema = manifest_schema(crd(), "v1")
    assert schema["properties"] == {
        "apiVersion": {"const": "example.com/v1"},
        "kind": {"const": "Thing"},
        "metadata": METADATA,
        "spec": {"type": "object", "additionalProperties": False},
    }
    assert schema["required"] == ["apiVersion", "kind", "metadata", "spec"]


def test_a_version_that_is_not_served_has_no_schema() -> None:
    with pytest.raises(ValueError, match="not served"):
        manifest_schema(crd(served=False), "v1")


def test_the_text_is_sorted_json_with_short_lines() -> None:
    value = {"b": ["x" * 60, "y" * 60], "a": {"c": 1, "b": 2}}
    assert json.loads(text(value)) == value
    assert text(value).splitlines()[1] == ' "a": {"b": 2, "c": 1},'
    assert text(value) == text(dict(reversed(value.items())))


def test_the_patches_of_the_operator_are_applied_as_written() -> None:
    document = {"versions": [{"a/b": {"properties": 1}}]}
    apply_operation(document, {"op": "add", "path": "/versions/0/a~1b/open", "value": True})
    apply_operation(document, {"op": "remove", "path": "/versions/0/a~1b/properties"})
    assert document == {"versions": [{"a/b": {"open": True}}]}


@pytest.mark.parametrize(
    ("op", "path"), [("remove", "/a"), ("add", "/a/b"), ("remove", "/versions/3/a"), ("move", "/b")]
)
def test_a_patch_that_does_not_fit_is_an_error(op: str, path: str) -> None:
    with pytest.raises(ToolError):
        apply_operation({"versions": [], "b": 1}, {"op": op, "path": path, "value": 1})
