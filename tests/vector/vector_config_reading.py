"""Read a text the way Vector 0.57 does, and say what its loader refuses or misreads.

Vector turns YAML into TOML values before it looks at a key, so a null is an error (accepted from 0.58 on). Its YAML
reader refuses a key given twice, which PyYAML does not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

import yaml

CONFIG_MAP_BYTES = 1024 * 1024
"""The limit of all data of one ConfigMap (Kubernetes documentation)."""


class Document(NamedTuple):
    """The top-level mapping, if the text is one, and what is wrong with the text."""

    value: dict[str, Any] | None
    problems: list[str]


class _Loader(yaml.SafeLoader):
    """SafeLoader that refuses duplicate keys."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, Any]:
    keys = [key.value for key, _ in node.value]
    for position, key in enumerate(keys):
        if key in keys[:position]:
            raise yaml.constructor.ConstructorError(None, None, f"duplicate key {key!r}", node.start_mark)
    return loader.construct_mapping(node, deep=True)


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read(text: str) -> Document:
    """The mapping in *text* and the problems that are seen before any key has a meaning."""
    problems = list(_text_problems(text))
    try:
        value = yaml.load(text, Loader=_Loader)  # noqa: S506 # it is a SafeLoader
    except yaml.YAMLError as error:
        return Document(None, [*problems, f"not YAML: {' '.join(str(error).split())}"])
    if not isinstance(value, dict):
        return Document(None, [*problems, "the top level is not a mapping"])
    return Document(value, [*problems, *_nulls(value, "")])


def _text_problems(text: str) -> Iterator[str]:
    """A `$` is a variable to every Vector before 0.57 and to one with interpolation allowed; `$$` differs, too."""
    for number, line in enumerate(text.splitlines(), 1):
        if "$" in line:
            yield f"line {number}: a $ is replaced or not, depending on how Vector is started"
        if "\t" in line:
            yield f"line {number}: a tab"
    if len(text.encode()) > CONFIG_MAP_BYTES:
        yield f"{len(text.encode())} bytes do not fit into a ConfigMap"


def _nulls(value: object, path: str) -> Iterator[str]:
    if value is None:
        yield f"{path}: null is not accepted before 0.58"
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _nulls(one, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for position, one in enumerate(value):
            yield from _nulls(one, f"{path}[{position}]")
