"""How the store turns sets into rows: ldmsd's decomposition, as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ..kube.objects import Body
from ..plan.ldms import StoredColumn, StoredSet


def decomposition(sets: Iterable[StoredSet]) -> str:
    """Static rows for the schemas of ``sets``, chosen by name; every other set as it is.

    A column a line, so that a change is one line too.
    """
    static = {one.schema: one for one in sets}
    # By name and never by digest: a digest changes with the kernel, and an unknown one loses the set.
    matches = [json.dumps({"schema": f"^{name.replace('.', '[.]')}$", "apply": name}) for name in static]
    named = [f"{json.dumps(name)}: {_set(one)}" for name, one in static.items()]
    named.append(f"{json.dumps(AS_IS)}: {json.dumps({'type': 'as_is', 'indices': []})}")
    parts = {"type": '"flex"', "matches": _list(matches, 1), "default": json.dumps(AS_IS)}
    lines = [f'"{key}": {text}' for key, text in parts.items()]
    return _object([*lines, f'"decomposition": {_object(named, 1)}']) + "\n"


def _set(stored: StoredSet) -> str:
    rows = []
    for row in stored.rows:
        columns = _list([json.dumps(_column(one)) for one in row], 4)
        rows.append(_object([f'"schema": {json.dumps(stored.schema)}', f'"cols": {columns}'], 3))
    return _object(['"type": "static"', f'"rows": {_list(rows, 2)}'], 2)


def _object(lines: Sequence[str], depth: int = 0) -> str:
    return _lines("{", lines, "}", depth)


def _list(lines: Sequence[str], depth: int) -> str:
    return _lines("[", lines, "]", depth)


def _lines(start: str, lines: Sequence[str], end: str, depth: int) -> str:
    if not lines:
        return start + end
    inner = "\n" + " " * (depth + 1)
    return f"{start}{inner}{f',{inner}'.join(lines)}\n{' ' * depth}{end}"


def _column(stored: StoredColumn) -> Body:
    column: Body = {"src": stored.source}
    if stored.member is not None:
        column["rec_member"] = stored.member
    column["dst"] = stored.name
    if stored.fill is not None:
        column |= {"type": stored.type, "fill": stored.fill}
    return column


AS_IS = "as is"
"""Named so that no schema can be called the same: a name of ldmsd has no blank."""
