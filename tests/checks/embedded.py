"""Hold the parts of custom resources that their CRDs do not check to the core schemas and operators' types.

What stands at an open place for which `embedded_parts.py` knows no type is itself a problem: nothing would
check it. Add the type there before an emitter writes the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.checks.definitions import custom, problems
from tests.checks.embedded_parts import Part, parts
from tools.core_schemas import VERSIONS
from tools.make_schemas import STRIMZI, VICTORIA_METRICS


def embedded_problems(obj: Mapping[str, Any], kubernetes_version: str = VERSIONS[-1]) -> list[str]:
    """What is wrong in the embedded parts of *obj*; empty for anything but an operator's custom resource."""
    group = str(obj.get("apiVersion", "")).rpartition("/")[0]
    if group not in (STRIMZI, VICTORIA_METRICS):
        return []
    where = f"{obj.get('kind')} {(obj.get('metadata') or {}).get('name')}"
    schema = custom(str(obj.get("kind")))
    if schema is None:
        return [f"{where}: tools/make_schemas.py does not list this kind"]
    walk = _Walk(parts(group, kubernetes_version), kubernetes_version)
    return [f"{where}: {problem}" for problem in walk.at(obj.get("spec"), schema["properties"]["spec"], "spec")]


def part_at(known: Mapping[str, Part], place: str) -> Part | None:
    """What *known* says of *place*; the longer end of a path is the more exact one."""
    ends = [end for end in known if f".{place}".endswith(f".{end}")]
    return known[max(ends, key=len)] if ends else None


def is_open(schema: Mapping[str, Any]) -> bool:
    """Whether *schema* lets fields or values pass that it does not describe."""
    if "type" not in schema:
        return "const" not in schema
    return schema["type"] == "object" and "additionalProperties" not in schema


@dataclass(frozen=True)
class _Walk:
    """Along an object and its schema at once, so that a key of a free map is never taken for a field."""

    known: Mapping[str, Part]
    kubernetes_version: str

    def at(self, value: Any, schema: Mapping[str, Any], path: str) -> Iterator[str]:
        part = part_at(self.known, _place(path))
        blank = is_open(schema) and not schema.get("properties")
        # An operator's type stands in for a blank only: VLAgent spells out a `tlsConfig` of another type.
        if part is None or (part.walked and not blank):
            if blank:
                yield f"{path}: no check knows what belongs here"
            yield from self._inside(value, schema, path)
            return
        yield from problems(value, part.schema, path, self.kubernetes_version)
        if part.walked:
            yield from self._inside(value, part.schema, path)

    def _inside(self, value: Any, schema: Mapping[str, Any], path: str) -> Iterator[str]:
        """The fields of *value*; one of a wrong type is kubeconform's to find."""
        fields = schema.get("properties", {})
        if isinstance(value, Mapping):
            for name, part in value.items():
                if name in fields:
                    yield from self.at(part, fields[name], f"{path}.{name}")
                elif fields and is_open(schema):
                    yield f"{path}.{name}: unknown field"
        elif isinstance(value, list):
            for index, part in enumerate(value):
                yield from self.at(part, schema.get("items", {}), f"{path}[{index}]")


def _place(path: str) -> str:
    """*path* with `[]` as a name of its own for whichever index: `a.b[3].c` is the place `a.b.[].c`."""
    names = []
    for step in path.split("."):
        name, bracket, _ = step.partition("[")
        names += [name, "[]"] if bracket else [name]
    return ".".join(names)
