"""Core Kubernetes schemas for kubeconform: `python -m tools.core_schemas [1.NN ...]` fills the cache.

They come from the wheel `kubernetes-validate`. Its files carry an `$id` and references that kubeconform would
look up on the network; here they refer to the `_definitions.json` beside them, and hold structure only.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.cache import CACHE, held
from tools.command import ToolError

# Strimzi 1.2.0 needs Kubernetes 1.30; 1.37 is the newest in kubernetes-validate 1.37.0.
VERSIONS = tuple(f"1.{minor}" for minor in range(30, 38))
CORE_SCHEMAS = CACHE / "core-schemas"
DEFINITIONS = "_definitions.json"
_WHEEL = "kubernetes-validate"
_STAMP = "_made_from.json"
_REVISION = 1  # raise it when the conversion below changes: what is in a cache is then made again

_QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"
# The pattern that controller-gen gives every resource.Quantity; the wheel's schema takes any string (`1GB`).
QUANTITY_PATTERN = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)


def core_schemas(version: str) -> Path:
    """The folder of the strict schemas of Kubernetes *version* ("1.37"), made if absent or outdated."""
    target = CORE_SCHEMAS / f"v{version}.0-standalone-strict"
    stamp = json.dumps({"wheel": importlib.metadata.version(_WHEEL), "revision": _REVISION})
    with held(CORE_SCHEMAS):
        if not _is_made_from(target, stamp):
            _make(version, target, stamp)
    return target


def _is_made_from(target: Path, stamp: str) -> bool:
    file = target / _STAMP
    return file.exists() and file.read_text(encoding="utf-8") == stamp


def _make(version: str, target: Path, stamp: str) -> None:
    """Write into a folder beside *target* and rename, so that an interrupted run leaves no half of it."""
    source = _wheel_folder() / f"v{version}.0-local-strict"
    if not source.is_dir():
        raise ToolError(f"{_WHEEL} has no schemas of Kubernetes {version}")
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        made = Path(scratch) / target.name
        made.mkdir()
        for file in sorted(source.glob("*.json")):
            schema = json.loads(file.read_text(encoding="utf-8"))
            if file.name == DEFINITIONS or _is_kind(schema):
                (made / file.name).write_text(json.dumps(relocatable(schema)), encoding="utf-8")
        (made / _STAMP).write_text(stamp, encoding="utf-8")
        if target.exists():
            shutil.move(target, Path(scratch) / "outdated")
        made.rename(target)


def _wheel_folder() -> Path:
    spec = importlib.util.find_spec("kubernetes_validate")
    if spec is None or not spec.origin:
        raise ToolError(f"{_WHEEL} is not installed")
    return Path(spec.origin).parent / "kubernetes-json-schema"


def _is_kind(schema: Any) -> bool:
    return isinstance(schema, dict) and "x-kubernetes-group-version-kind" in schema


def relocatable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """*schema* (a file of the wheel) without its `$id`, with references to the file beside it."""
    made: dict[str, Any] = _structure(schema)
    made.pop("$id", None)
    definitions = made.get("$defs", {})
    if _QUANTITY in definitions:
        definitions[_QUANTITY] = {"type": ["string", "number"], "pattern": QUANTITY_PATTERN}
    return made


def _structure(schema: Any) -> Any:
    """*schema* without descriptions, and without the null that it allows wherever a field is optional.

    We never write null: in a manifest it is a value that someone forgot.
    """
    if isinstance(schema, list):
        return [_structure(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            kept[key] = {name: _structure(part) for name, part in value.items()}
        elif key == "$ref":
            kept[key] = re.sub(r"^/api/(?=_definitions\.json#)", "", value)
        elif key == "type" and isinstance(value, list):
            kept[key] = [name for name in value if name != "null"]
        elif key != "description":
            kept[key] = _structure(value)
    return kept


def main(versions: list[str]) -> int:
    """Make the schemas of *versions*, else of all that telecompile supports."""
    try:
        for version in versions or VERSIONS:
            print(core_schemas(version))
    except ToolError as error:
        print(f"core schemas: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
