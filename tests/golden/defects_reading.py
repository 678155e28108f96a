"""What a check of a defect looks at: the parts of an output, and what they are called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from tests.golden.pods import Object

Objects = Sequence[Object]


def named(one: Object) -> str:
    """How a line calls an object."""
    return f"{one['kind']}/{one['metadata']['name']}"


def texts(objects: Objects) -> Iterator[tuple[str, str, str]]:
    """The object, the name and the content of every text that a ConfigMap carries."""
    for one in objects:
        if one["kind"] == "ConfigMap":
            yield from ((named(one), name, text) for name, text in one["data"].items())


def bridges(objects: Objects) -> Iterator[tuple[str, dict[str, Any]]]:
    """The configurations of Vector, as data."""
    for name, file, text in texts(objects):
        if file == "vector.yaml":
            yield name, yaml.safe_load(text)


def templates(objects: Objects) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pod specifications of workloads that are rendered here."""
    for one in objects:
        if one["kind"] in ("Deployment", "StatefulSet", "DaemonSet"):
            yield named(one), one["spec"]["template"]["spec"]
