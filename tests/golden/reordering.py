"""The same input with the keys of its mappings, and the columns of its CSV, the other way round.

Of any two keys the second comes first then, so that whatever depends on the order of two shows.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import yaml


def reordered(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """*files* with the same values. YAML is written as JSON, which no YAML reader takes for anything else."""
    return {name: _reordered(name, data) for name, data in files.items()}


def _reordered(name: str, data: bytes) -> bytes:
    suffix = name.rpartition(".")[2]
    if suffix in ("yml", "yaml"):
        return _dumped(yaml.safe_load(data))
    if suffix == "json":
        return _dumped(json.loads(data))
    return _columns(data.decode("utf-8-sig")).encode() if suffix == "csv" else data


def _dumped(value: Any) -> bytes:
    # JSON escapes what is beyond U+FFFF as two surrogates, which YAML does not know.
    return json.dumps(_keys(value), indent=1, ensure_ascii=False).encode()


def _keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _keys(inner) for key, inner in reversed(value.items())}
    return [_keys(inner) for inner in value] if isinstance(value, list) else value


def _columns(text: str) -> str:
    written = io.StringIO()
    rows = csv.reader(io.StringIO(text))
    csv.writer(written, lineterminator="\n").writerows(row[::-1] for row in rows if row)
    return written.getvalue()
