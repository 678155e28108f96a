"""Validate parts of objects by the core definitions of a Kubernetes version, or by our own schemas."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

# types-jsonschema is not among the dev dependencies: this is the one place that imports it.
from jsonschema import Draft202012Validator  # type: ignore[import-untyped,unused-ignore] # it has no types of its own
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012, Schema

from tests.checks.kubeconform import SCHEMAS
from tools.core_schemas import DEFINITIONS, core_schemas
from tools.make_schemas import KINDS, schema_file

_CORE = "urn:core"
_LONGEST = 200


def core(name: str) -> dict[str, Any]:
    """The schema of the core definition *name*, such as `core.v1.Affinity`."""
    return {"$ref": f"{_CORE}#/$defs/io.k8s.api.{name}"}


def definition(name: str, kubernetes_version: str) -> dict[str, Any]:
    """The text of the core definition *name*, for schemas that are composed of its fields."""
    found: dict[str, Any] = _definitions(kubernetes_version)["$defs"][f"io.k8s.api.{name}"]
    return found


@functools.cache
def custom(kind: str) -> dict[str, Any] | None:
    """Our schema of the custom resource *kind*, if there is one."""
    for (group, known), version in KINDS.items():
        if known == kind:
            text = (SCHEMAS / schema_file(group, kind, version)).read_text(encoding="utf-8")
            return dict(json.loads(text))
    return None


def problems(value: Any, schema: dict[str, Any], path: str, kubernetes_version: str) -> Iterator[str]:
    """What *schema*, whose references may name core definitions, finds in *value*, which stands at *path*."""
    validator = Draft202012Validator(schema, registry=_registry(kubernetes_version))
    for error in validator.iter_errors(value):
        message = error.message if len(error.message) <= _LONGEST else f"{error.message[:_LONGEST]}..."
        yield f"{path}{error.json_path.removeprefix('$')}: {message}"


@functools.cache
def _definitions(kubernetes_version: str) -> dict[str, Any]:
    file = core_schemas(kubernetes_version) / DEFINITIONS
    return dict(json.loads(file.read_text(encoding="utf-8")))


@functools.cache
def _registry(kubernetes_version: str) -> Registry[Schema]:
    resource: Resource[Schema] = DRAFT202012.create_resource(_definitions(kubernetes_version))
    empty: Registry[Schema] = Registry()
    registry: Registry[Schema] = empty.with_resource(_CORE, resource)
    return registry
