"""Everything wrong with a decomposition file of a storage policy, that its text alone can tell.

The shapes are those of ldmsd_decomposition(7), decomp_flex.c, decomp_static.c and decomp_as_is.c (LDMS 4.5). Where
these crash or lose rows, less is allowed: one default alone (the array of decompositions has room for one), no digest
`*`, `indices` always for `as_is`, no type on a special source, no column twice in a row.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.ldms import posix_regex
from tests.ldms.decomposition_columns import column_problems, is_text, unknown_keys

_SHAPES = {"flex", "static", "as_is"}
_DIGEST = re.compile(r"[0-9a-f]{64}")  # SHA-256 of a schema, in ldms_digest_str's lower case


def problems(text: str) -> list[str]:
    """What is wrong, a line for each, with the path of the place."""
    doubled: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        doubled.extend(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_constant=_refuse)
    except ValueError as error:
        return [f"no JSON: {error}"]
    return [f"the key {name} twice in an object" for name in doubled] + list(_decomposition("", document, _SHAPES))


def _refuse(constant: str) -> None:
    msg = f"{constant} is a number of Python's only"
    raise ValueError(msg)


def _decomposition(path: str, value: object, shapes: set[str]) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path or 'the document'}: not an object"
        return
    shape = value.get("type")
    if not isinstance(shape, str) or shape not in shapes:
        yield f"{_at(path, 'type')}: not one of {', '.join(sorted(shapes))}"
    elif shape == "flex":
        yield from _flex(value)
    elif shape == "static":
        yield from _static(path, value)
    else:
        yield from unknown_keys(path, value, {"type", "indices"})
        yield from _indices(path, value.get("indices"), None)


def _flex(value: Mapping[str, Any]) -> Iterator[str]:
    yield from unknown_keys("", value, {"type", "decomposition", "matches", "digest", "default"})
    parts = value.get("decomposition")
    if not isinstance(parts, dict) or not parts:
        yield "decomposition: not an object with members"
        return
    for name, part in parts.items():
        yield from _decomposition(f"decomposition.{name}", part, _SHAPES - {"flex"})
    used: set[str] = set()
    matches = value.get("matches", [])
    if not isinstance(matches, list):
        yield "matches: not an array"
        matches = []
    for index, match in enumerate(matches):
        yield from _match(f"matches[{index}]", match, parts, used)
    digests = value.get("digest", {})
    if not isinstance(digests, dict):
        yield "digest: not an object"
        digests = {}
    for digest, names in digests.items():
        if not _DIGEST.fullmatch(digest):
            yield f"digest.{digest}: not 64 hexadecimal digits"
        yield from _names(f"digest.{digest}", names, parts, used)
    yield from _names("default", value.get("default"), parts, used, most=1)
    yield from (f"decomposition.{name}: nothing applies it" for name in parts if name not in used)


def _match(path: str, value: object, parts: Mapping[str, Any], used: set[str]) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: not an object"
        return
    yield from unknown_keys(path, value, {"schema", "instance", "apply"})
    patterns = {name: value[name] for name in ("schema", "instance") if name in value}
    if not patterns:
        yield f"{path}: neither schema nor instance"
    for name, pattern in patterns.items():
        if not isinstance(pattern, str) or posix_regex.extended(pattern) is None:
            yield f"{path}.{name}: not an extended regular expression"
    yield from _names(f"{path}.apply", value.get("apply"), parts, used)


def _names(path: str, value: object, parts: Mapping[str, Any], used: set[str], most: int = 99) -> Iterator[str]:
    """One name of a decomposition, or a list of such; what is named is added to *used*."""
    given = value if isinstance(value, list) else [value]
    names = [name for name in given if is_text(name)]
    if not names or len(names) < len(given):
        yield f"{path}: neither a name nor a list of names"
        return
    yield from (f"{path}: no decomposition {name}" for name in names if name not in parts)
    yield from _twice(path, names)
    if len(names) > most:
        yield f"{path}: more than {most}"
    used.update(names)


def _static(path: str, value: Mapping[str, Any]) -> Iterator[str]:
    yield from unknown_keys(path, value, {"type", "rows"})
    rows = value.get("rows")
    if not isinstance(rows, list) or not rows:
        yield f"{_at(path, 'rows')}: not an array with members"
        return
    for index, row in enumerate(rows):
        yield from _row(f"{_at(path, 'rows')}[{index}]", row)


def _row(path: str, value: object) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: not an object"
        return
    yield from unknown_keys(path, value, {"schema", "cols", "indices"})
    if not is_text(value.get("schema")):
        yield f"{path}.schema: not a text"
    columns = value.get("cols")
    if not isinstance(columns, list) or not columns:
        yield f"{path}.cols: not an array with members"
        return
    for index, column in enumerate(columns):
        yield from column_problems(f"{path}.cols[{index}]", column)
    objects = [column for column in columns if isinstance(column, dict)]
    targets = [name for one in objects if is_text(name := one.get("dst", one.get("src")))]
    yield from _twice(f"{path}.cols", targets)
    yield from _indices(path, value.get("indices", []), targets)


def _indices(path: str, value: object, columns: list[str] | None) -> Iterator[str]:
    """*columns* are the names to choose from; nothing if they depend on the set."""
    where = _at(path, "indices")
    if not isinstance(value, list):
        yield f"{where}: not an array"
        return
    for number, one in enumerate(value):
        names = one.get("cols") if isinstance(one, dict) else None
        if not isinstance(one, dict) or set(one) != {"name", "cols"} or not is_text(one["name"]):
            yield f"{where}[{number}]: not an object of name and cols"
        elif not isinstance(names, list) or not names or not all(is_text(name) for name in names):
            yield f"{where}[{number}].cols: not an array of names"
        elif columns is not None:
            yield from (f"{where}[{number}].cols: no column {name}" for name in names if name not in columns)


def _twice(path: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"{path}: {name} twice" for name, count in Counter(names).items() if count > 1)


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
