"""The software plan, for whoever prepares the nodes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..kube.objects import Manifest
from ..kube.workloads import config_map
from ..plan.plan import Plan
from ..plan.software_parts import software_parts

NAME = "software-plan"


def emit_software(plan: Plan) -> Iterable[Manifest]:
    """One ConfigMap, and numbered further ones where it would be too large."""
    parts = software_parts(plan.software)
    for number, groups in enumerate(parts, 1):
        name = NAME if number == 1 else f"{NAME}-{number}"
        head = {"repo_config": plan.software.mode, "part": number, "parts": len(parts)}
        yield config_map(plan.platform, "software", name, {"software-plan.json": _text(head, groups)})


def _text(head: dict[str, Any], groups: Iterable[dict[str, Any]]) -> str:
    """JSON with a line for each package, so that a changed package is a changed line."""
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    listed = _list((_group(group) for group in groups), 1)
    return "\n".join(("{", *lines, f' "functional_groups": {listed}', "}", ""))


def _group(group: dict[str, Any]) -> str:
    packages = group["software"]
    head = json.dumps({key: value for key, value in group.items() if key != "software"})[:-1]
    listed = _list((json.dumps(package) for package in packages), 2)
    return f'{head}, "software": {listed}}}'


def _list(items: Iterable[str], depth: int) -> str:
    lines = [f"{' ' * (depth + 1)}{item}" for item in items]
    return "\n".join(("[", ",\n".join(lines), f"{' ' * depth}]")) if lines else "[]"
