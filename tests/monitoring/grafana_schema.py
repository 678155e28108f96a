"""Dashboards against Grafana's own schema: the models that Grafana generates from it for Python.

Their decoders drop what they do not know and check no type, so both are looked for here.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any

from grafana_foundation_sdk.cog import plugins
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

plugins.register_default_plugins()


def problems(board: dict[str, Any]) -> list[str]:
    """What of a dashboard Grafana does not know or would not understand."""
    return text_problems(json.dumps(board))


@cache
def text_problems(text: str) -> list[str]:
    """The same of its text; many cases have the same dashboards."""
    board = json.loads(text)
    try:
        decoded = Dashboard.from_json(board)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [f"not a dashboard: {error!r}"]
    again = json.loads(JSONEncoder().encode(decoded))
    return [*_lost(board, again, "dashboard"), *_misfits(decoded, Dashboard, "dashboard")]


def _lost(ours: Any, theirs: Any, path: str) -> Iterator[str]:
    """What is there before decoding and not after."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key, value in ours.items():
            if key not in theirs:
                yield f"{path}.{key} is not in the schema"
            else:
                yield from _lost(value, theirs[key], f"{path}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from _lost(*pair, f"{path}[{index}]")
    elif ours != theirs:
        yield f"{path} is {ours!r}, and read as {theirs!r}"


def _misfits(value: Any, hint: Any, path: str) -> Iterator[str]:
    """Values of another type than the model says."""
    if not _fits(value, hint):
        yield f"{path} is {value!r}, and should be {hint}"
    elif isinstance(value, list):
        inner = next((typing.get_args(one) for one in _alternatives(hint) if typing.get_origin(one) is list), (Any,))
        for index, one in enumerate(value):
            yield from _misfits(one, inner[0], f"{path}[{index}]")
    elif hasattr(value, "__dict__") and not isinstance(value, Enum):
        hints = typing.get_type_hints(type(value))
        for name, one in vars(value).items():
            yield from _misfits(one, hints.get(name, Any), f"{path}.{name}")


def _fits(value: Any, hint: Any) -> bool:
    return any(_is(value, one) for one in _alternatives(hint))


def _is(value: Any, hint: Any) -> bool:
    origin = typing.get_origin(hint)
    if hint in (Any, object):
        return True
    if origin is typing.Literal:
        return value in typing.get_args(hint)
    if origin in (list, dict):
        return isinstance(value, origin)
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return isinstance(value, hint) or value in {one.value for one in hint}
    return isinstance(value, hint) if isinstance(hint, type) else True


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
