"""The rendered iDRAC collector, from an input with a few changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import Compilation, compile_input
from tests.config.changed import DEFAULT, TELEMETRY, changed

Body = Mapping[str, Any]
Edits = Mapping[str, tuple[tuple[str, str], ...]]
BOTH = "collection_targets: [victoria_metrics, kafka]"
KAFKA_ONLY: Edits = {TELEMETRY: ((BOTH, "collection_targets: [kafka]"),)}
VICTORIA_ONLY: Edits = {TELEMETRY: ((BOTH, "collection_targets: [victoria_metrics]"),)}


def compilation(edits: Edits | None = None, **whole: str | None) -> Compilation:
    """Of the default input; see `changed`."""
    found = compile_input(changed(edits, **whole), lambda path: read_referenced(str(DEFAULT), path))
    assert found.plan is not None, found.diagnostics
    return found


def objects(found: Compilation) -> dict[str, Body]:
    """By kind and name."""
    return {f"{one.body['kind']} {one.body['metadata']['name']}": one.body for one in found.manifests}


def pod(found: Compilation) -> Body:
    """The pod's specification."""
    spec: Body = objects(found)["StatefulSet idrac-telemetry"]["spec"]["template"]["spec"]
    return spec


def containers(found: Compilation) -> dict[str, Body]:
    """By name, in their order."""
    return {one["name"]: one for one in pod(found)["containers"]}


def environment(container: Body) -> dict[str, str]:
    """Values that are written out; of a Secret its name and key."""
    return {
        one["name"]: one["value"] if "value" in one else "/".join(one["valueFrom"]["secretKeyRef"].values())
        for one in container.get("env", [])
    }
