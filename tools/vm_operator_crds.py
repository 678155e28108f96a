"""The VictoriaMetrics operator's CRDs, made from its Go types the way its release makes them.

Upstream's Makefile (target `manifests`) runs controller-gen with `crd:maxDescLen=0` and then, with kustomize,
JSON patches that open the embedded pod parts to keep the CRDs small. Without those patches the result would
differ from what clusters have installed, so they are applied here too, from the operator's own module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tools.command import ToolError, run
from tools.crd_files import read

OPERATOR = "v0.74.1"
CONTROLLER_GEN = "v0.21.0"  # CONTROLLER_TOOLS_VERSION in the operator's Makefile at OPERATOR
_MODULE = "github.com/VictoriaMetrics/operator"
_CONTROLLER_GEN = f"sigs.k8s.io/controller-tools/cmd/controller-gen@{CONTROLLER_GEN}"


def crds(work: Path) -> list[dict[str, Any]]:
    """The CRDs of API versions v1 and v1beta1, generated into *work*/victoriametrics."""
    out = work / "victoriametrics"
    out.mkdir(parents=True, exist_ok=True)
    for stale in out.glob("*.yaml"):
        stale.unlink()
    api = _module_folder(f"{_MODULE}/api@{OPERATOR}", work)
    # In the module's own folder, so that its go.sum decides which Kubernetes API the types come from.
    run(
        [
            "go",
            "run",
            _CONTROLLER_GEN,
            "crd:maxDescLen=0",
            "paths=./operator/v1",
            "paths=./operator/v1beta1",
            f"output:crd:artifacts:config={out.resolve()}",
        ],
        cwd=api,
    )
    found = {crd["metadata"]["name"]: crd for file in sorted(out.glob("*.yaml")) for crd in read(file)}
    _apply_upstream_patches(found, _module_folder(f"{_MODULE}@{OPERATOR}", work) / "config" / "crd")
    return list(found.values())


def _module_folder(module: str, work: Path) -> Path:
    """Where the Go module cache holds *module* (path@version), downloaded if need be."""
    return Path(json.loads(run(["go", "mod", "download", "-json", module], cwd=work))["Dir"])


def _apply_upstream_patches(found: Mapping[str, dict[str, Any]], folder: Path) -> None:
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    for patch in kustomization["patches"]:
        crd = found[patch["target"]["name"]]
        for operation in yaml.safe_load((folder / patch["path"]).read_text(encoding="utf-8")):
            apply_operation(crd, operation)


def apply_operation(document: dict[str, Any], operation: Mapping[str, Any]) -> None:
    """Apply one `add` or `remove` on a mapping (RFC 6902; upstream uses no other) to *document*, in place."""
    *parents, last = (part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:])
    holder: Any = document
    try:
        for part in parents:
            holder = holder[int(part)] if isinstance(holder, list) else holder[part]
        if operation["op"] == "add":
            holder[last] = operation["value"]
        elif operation["op"] == "remove":
            del holder[last]
        else:
            raise ToolError(f"the operator's patches use {operation['op']!r}, which is not handled")
    except (KeyError, IndexError) as error:
        raise ToolError(f"the operator's patch of {operation['path']} finds nothing there") from error
