"""One strict, structure-only JSON schema from one version of a CustomResourceDefinition.

Strict means: what the API server would prune or the operator would not read is refused. kubeconform's own
converter cannot serve here: it ignores `x-kubernetes-preserve-unknown-fields` and so refuses good objects.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# A manifest of ours has these and no others: the rest of ObjectMeta is the API server's to write.
_STRINGS = {"type": "object", "additionalProperties": {"type": "string"}}
METADATA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "annotations": _STRINGS,
        "labels": _STRINGS,
        "name": {"type": "string", "minLength": 1},
        "namespace": {"type": "string", "minLength": 1},
    },
    "required": ["name"],
    "additionalProperties": False,
}

# Annotations of a schema, not structure. `format` goes too: kubeconform checks none of int32, int64, double.
_DROPPED = frozenset({"default", "description", "example", "format", "nullable"})
_OPEN = "x-kubernetes-preserve-unknown-fields"
_LINE = 110


def manifest_schema(crd: Mapping[str, Any], version: str) -> dict[str, Any]:
    """The schema of the manifests of *crd*'s *version*: kind pinned, metadata closed, no status."""
    group, kind = crd["spec"]["group"], crd["spec"]["names"]["kind"]
    source = next(entry for entry in crd["spec"]["versions"] if entry["name"] == version)
    if not source["served"]:
        raise ValueError(f"{kind} {version} is in the CRD but not served")
    schema: dict[str, Any] = strict(source["schema"]["openAPIV3Schema"])
    properties = schema["properties"]
    properties.pop("status", None)
    properties |= {
        "apiVersion": {"const": f"{group}/{version}"},
        "kind": {"const": kind},
        "metadata": METADATA,
    }
    schema["required"] = sorted({*schema.get("required", []), "apiVersion", "kind", "metadata"})
    return schema


def strict(schema: Any, *, condition: bool = False) -> Any:
    """*schema* with every object closed that lists its fields, and only structure kept.

    The branches of oneOf, anyOf, allOf and not (*condition*) add conditions to an object that is closed
    already; closed themselves they would refuse the fields of the others.
    """
    if not isinstance(schema, Mapping):
        return schema
    kept = {
        key: _part(key, value, condition)
        for key, value in schema.items()
        if key not in _DROPPED and not key.startswith("x-kubernetes-")
    }
    if schema.get("x-kubernetes-int-or-string"):
        kept.pop("anyOf", None)
        kept["type"] = ["integer", "string"]
    if "additionalProperties" not in schema and not condition and _is_closed(schema):
        kept["additionalProperties"] = False
    return kept


def _part(key: str, value: Any, condition: bool) -> Any:
    """*value* of the schema keyword *key*; a field of this name stands under `properties`, not here."""
    if key == "properties":
        return {name: strict(part, condition=condition) for name, part in value.items()}
    if key in ("items", "additionalProperties"):
        return strict(value, condition=condition)
    if key in ("oneOf", "anyOf", "allOf"):
        return [strict(part, condition=True) for part in value]
    if key == "not":
        return strict(value, condition=True)
    return sorted(value) if key == "required" else value


def _is_closed(schema: Mapping[str, Any]) -> bool:
    """Whether the API server prunes what *schema* does not list: of an object that lists nothing, all."""
    return not schema.get(_OPEN) and ("properties" in schema or schema.get("type") == "object")


def text(schema: Any) -> str:
    """*schema* as we commit it: sorted, a part that fits a line on one line, so that diffs are short."""
    return _text(schema, "") + "\n"


def _text(value: Any, indent: str) -> str:
    line = json.dumps(value, sort_keys=True)
    if len(indent) + len(line) <= _LINE or not value or not isinstance(value, dict | list):
        return line
    inner = indent + " "
    if isinstance(value, list):
        parts = [inner + _text(part, inner) for part in value]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    parts = [f"{inner}{json.dumps(key)}: {_text(part, inner)}" for key, part in sorted(value.items())]
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
