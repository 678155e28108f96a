"""Hold built-in objects to the models of the `kubernetes` client, stricter in types than the schemas."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import kubernetes.client
from pydantic import ValidationError

_GROUPS_OF_OTHERS = ("victoriametrics.com", "strimzi.io", "kustomize.config.k8s.io")


def is_built_in(obj: Mapping[str, Any]) -> bool:
    """Whether the client must know *obj*. A misspelt group counts as built-in, so that it is found."""
    group = str(obj.get("apiVersion", "")).rpartition("/")[0]
    return not any(group == other or group.endswith(f".{other}") for other in _GROUPS_OF_OTHERS)


def round_trip_problems(obj: Mapping[str, Any]) -> list[str]:
    """Why *obj* is not what its client model makes of it; empty for a custom resource, which has none.

    The model drops a field that it does not know and refuses a value of another type. A quantity has to be a
    string (`"1"`, not `1`): the model's type is a string, though the API server would take both.
    """
    if not is_built_in(obj):
        return []
    where = f"{obj.get('kind')} {(obj.get('metadata') or {}).get('name')}"
    model = model_name(str(obj.get("apiVersion", "")), str(obj.get("kind", "")))
    if model is None:
        return [f"{where}: Kubernetes has no {obj.get('kind')} in {obj.get('apiVersion')}"]
    client = _client()
    try:
        decoded = client.deserialize(json.dumps(obj), model, "application/json")
    except ValidationError as error:
        return [f"{where}: {error.title}.{_path(one['loc'])}: {one['msg']}" for one in error.errors()]
    except (TypeError, ValueError, AttributeError) as error:
        return [f"{where}: cannot be decoded into {model}: {error}"]
    encoded: Any = client.sanitize_for_serialization(decoded)  # type: ignore[no-untyped-call]  # theirs has no types
    return [f"{where}: {problem}" for problem in differences(obj, encoded)]


def model_name(api_version: str, kind: str) -> str | None:
    """The client model of *kind*, if the client can create one in the group and version *api_version*."""
    group, _, version = api_version.rpartition("/")
    api = "".join(part.capitalize() for part in (group or "core").removesuffix(".k8s.io").split("."))
    methods = getattr(kubernetes.client, f"{api}{version.capitalize()}Api", None)
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind).lower()
    if not any(hasattr(methods, f"create_{scope}{snake}") for scope in ("", "namespaced_")):
        return None
    name = f"{version.capitalize()}{kind}"
    # Two kinds of one name in two groups have the group in front: CoreV1Event, EventsV1Event.
    return next((full for full in (name, f"{api}{name}") if hasattr(kubernetes.client, full)), None)


def differences(ours: Any, theirs: Any, path: str = "") -> Iterator[str]:
    """Where *theirs*, what came back, is not identical to *ours*; True is not 1 and 1 is not 1.0."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in ours.keys() | theirs.keys():
            at = f"{path}.{key}".lstrip(".")
            if key not in theirs:
                yield f"{at} is unknown to the model" if ours[key] is not None else f"{at} is null"
            elif key not in ours:
                yield f"{at} was added by the model"
            else:
                yield from differences(ours[key], theirs[key], at)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(mine, other, f"{path}[{index}]")
    elif type(ours) is not type(theirs) or ours != theirs:
        yield f"{path} is {ours!r}, and {theirs!r} when it comes back"


def _path(location: tuple[int | str, ...]) -> str:
    return ".".join(map(str, location))


@functools.cache
def _client() -> kubernetes.client.ApiClient:
    return kubernetes.client.ApiClient()
