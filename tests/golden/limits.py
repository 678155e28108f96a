"""What Kubernetes refuses although no schema says so: a request above its limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kubernetes.utils.quantity import parse_quantity


def limit_problems(value: Any, path: str = "") -> Iterator[str]:
    """Every `requests` that stands beside `limits`, wherever in an object."""
    if isinstance(value, Mapping):
        if "requests" in value and "limits" in value:
            for name, limit in value["limits"].items():
                request = value["requests"].get(name, "0")
                if parse_quantity(request) > parse_quantity(limit):  # type: ignore[no-untyped-call] # theirs has no types
                    yield f"{path}: {name} {request} is requested, {limit} the limit"
        for key, inner in value.items():
            yield from limit_problems(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from limit_problems(inner, f"{path}[{index}]")
