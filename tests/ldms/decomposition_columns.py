"""The columns of a static decomposition: `handle_cfg_col` of decomp_static.c and its man page (LDMS 4.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

# Sources that are no metrics of the set. ldmsd asserts that a type given for one is its own, and aborts if not.
SPECIAL = frozenset(
    "timestamp producer instance M_card M_digest M_duration M_gid M_instance M_perm M_producer M_schema M_timestamp "
    "M_uid".split()
)
# `ldms_metric_str_to_type` of ldms.c, which knows no difference of case and calls an unknown name NONE. Lists and
# records are left out: JSON rows cannot hold them.
_SCALARS = frozenset("char s8 u8 s16 u16 s32 u32 s64 u64 f32 d64".split())
TYPES = _SCALARS | {f"{one}_array" for one in _SCALARS} | {"ts", "timestamp"}
_BOUNDS = {f"s{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)} | {
    f"u{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)
}
# A member of the records of a list, addressed within the source.
_MEMBER = re.compile(r"[^\[\]]+\[[^\[\]]+\]")


def is_text(value: object) -> TypeGuard[str]:
    """A text that is not empty."""
    return isinstance(value, str) and value != ""


def unknown_keys(path: str, value: Mapping[str, Any], known: set[str]) -> Iterator[str]:
    """Those that ldmsd would pass over in silence."""
    yield from (f"{path}: unknown key {name}".removeprefix(": ") for name in value if name not in known)


def column_problems(path: str, value: object) -> Iterator[str]:
    """`op` is left out: it needs a group of rows over time, which nothing here has."""
    if not isinstance(value, dict):
        yield f"{path}: not an object"
        return
    yield from unknown_keys(path, value, {"src", "dst", "type", "rec_member", "fill"})
    yield from (f"{path}.{name}: not a text" for name in ("dst", "rec_member") if not is_text(value.get(name, "x")))
    yield from _source(path, value)
    kind = value.get("type")
    if "type" in value and (not isinstance(kind, str) or kind.lower() not in TYPES):
        yield f"{path}.type: not a type of a metric"
    elif "fill" in value and kind is None:
        yield f"{path}.fill: without a type"
    elif "fill" in value and not _fills(value["fill"], str(kind).lower()):
        yield f"{path}.fill: not a value of {kind}"


def _source(path: str, value: Mapping[str, Any]) -> Iterator[str]:
    source = value.get("src")
    if not is_text(source):
        yield f"{path}.src: not a text"
        return
    if source in SPECIAL:
        names = ("type", "rec_member", "fill")
        yield from (f"{path}.{name}: not with the special source {source}" for name in names if name in value)
    if ("[" in source or "]" in source) and not _MEMBER.fullmatch(source):
        yield f"{path}.src: {source} is not of the form list[member]"
    elif "[" in source and "rec_member" in value:
        yield f"{path}.rec_member: the source names a member already"


def _fills(fill: object, kind: str) -> bool:
    """If *fill* stands for a metric of *kind* without a change: ldmsd would wrap or round what does not fit."""
    base, _, array = kind.partition("_")
    if base == "char":
        return isinstance(fill, str) and fill.isascii() and (bool(array) or len(fill) == 1)
    if array:
        return isinstance(fill, list) and bool(fill) and all(_fills(one, base) for one in fill)
    if isinstance(fill, bool) or not isinstance(fill, int | float):
        return False
    if base not in _BOUNDS:
        return True
    low, high = _BOUNDS[base]
    return isinstance(fill, int) and low <= fill <= high
