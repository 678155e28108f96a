"""Hold manifests to the core schemas and the operators', with the real kubeconform and no network."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools.cache import ROOT
from tools.core_schemas import core_schemas
from tools.get_kubeconform import kubeconform as program

SCHEMAS = ROOT / "tests" / "schemas"
_CUSTOM = str(SCHEMAS / "{{.Group}}_{{.ResourceKind}}_{{.ResourceAPIVersion}}.json")


def kubeconform(paths: Sequence[Path], kubernetes_version: str) -> list[str]:
    """The problems of *paths*, one run for all, against Kubernetes *kubernetes_version* ("1.37").

    A kind without a schema is a problem, and so is a file in which nothing was checked.
    """
    if not paths:
        return ["kubeconform was given no file"]
    core = core_schemas(kubernetes_version).parent
    done = subprocess.run(
        [
            str(program()),
            "-strict",
            "-verbose",
            "-output",
            "json",
            "-kubernetes-version",
            f"{kubernetes_version}.0",
            "-schema-location",
            str(core),
            "-schema-location",
            _CUSTOM,
            *map(str, paths),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        reported = json.loads(done.stdout)["resources"] or []
    except (ValueError, KeyError):
        return [f"kubeconform failed: {done.stderr.strip() or done.stdout.strip()}"]
    resources = [resource for resource in reported if resource["status"]]  # an empty document has none
    problems = [_problem(resource) for resource in resources if resource["status"] != "statusValid"]
    checked = {resource["filename"] for resource in resources}
    problems += [f"{path}: holds no object" for path in paths if str(path) not in checked]
    if done.returncode and not problems:
        problems.append(f"kubeconform failed: {done.stderr.strip() or done.returncode}")
    return problems


def _problem(resource: dict[str, str]) -> str:
    said = resource["msg"] or resource["status"]
    return f"{resource['filename']}: {resource['kind']} {resource['name']}: {said}"
