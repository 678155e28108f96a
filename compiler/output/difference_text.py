"""Differences for a person: a line a file, and below it what differs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..diagnostics.masking import masked
from .comparison import Absent, Change
from .difference import Difference, called
from .text_comparison import unified

LONGEST = 40
"""Lines that are shown of one file."""
WIDEST = 160
"""Characters that are shown of a line, and half of it of each of two values in one line."""
AROUND = 40
"""Characters that are shown before the first that differs."""
CUT = "..."
_ORDER = ("created", "changed", "adopted", "removed", "left")


def as_text(found: Iterable[Difference]) -> str:
    """Every file in the order given; what is long is shown in part, with the way to all of it."""
    lines = [line for one in found for line in _one(one)]
    if any(CUT in line for line in lines):
        lines.append("what is long is shown in part; --format json has all of it")
    return "".join(f"{line}\n" for line in lines)


def made_anew(found: Iterable[Difference]) -> str:
    """How many files and objects there will be of each component, for an output that is not there yet."""
    counted: dict[str, list[int]] = {}
    for one in found:
        component = one.path.partition("/")[0] if "/" in one.path else "."
        of = counted.setdefault(component, [0, 0])
        of[0] += 1
        of[1] += one.object is not None
    width = max((len(name) for name in counted), default=0)
    return "".join(f"created  {name:<{width}}  {_count(*numbers)}\n" for name, numbers in counted.items())


def _count(files: int, objects: int) -> str:
    said = f"{files} file{'s' if files > 1 else ''}"
    return f"{said}, {objects} object{'s' if objects > 1 else ''}" if objects else said


def totals(found: Iterable[Difference], files: int) -> str:
    """How many of each kind, and how many of ``files`` stay as they are."""
    counted: dict[str, int] = {}
    for one in found:
        counted[one.what] = counted.get(one.what, 0) + 1
    kept = files - sum(counted.get(what, 0) for what in ("created", "changed", "adopted"))
    said = [
        f"{counted[what]} {what}" for what in ("created", "changed", "adopted", "removed", "left") if what in counted
    ]
    return ", ".join([*said, f"{kept} as they are"])


def _one(one: Difference) -> Iterator[str]:
    codes = dict.fromkeys(f"! {verdict.diagnostic.code}" for verdict in one.verdicts)
    parts = [f"{one.what:<8} {one.path}", called(one.object) if one.object else "", *one.notes, *codes]
    yield visible("  ".join(part for part in parts if part))
    lines = [*(line for change in _fields(one) for line in _field(change)), *_narrow(_texts(one))]
    for line in lines[:LONGEST]:
        yield f"    {visible(line)}".rstrip()
    if len(lines) > LONGEST:
        yield f"    {CUT} {len(lines) - LONGEST} more lines"


def _field(change: Change) -> Iterator[str]:
    path, old, new = change
    if isinstance(old, Absent):
        yield f"{path}: + {_part(_value(new), 0, WIDEST)}"
    elif isinstance(new, Absent):
        yield f"{path}: - {_part(_value(old), 0, WIDEST)}"
    elif isinstance(old, str) and isinstance(new, str) and ("\n" in old or "\n" in new):
        yield f"{path}:"
        yield from (f"  {line}" for line in _narrow(unified(old, new)))
    else:
        yield f"{path}: {' -> '.join(_beside(_value(old), _value(new), WIDEST // 2))}"


def _narrow(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a unified diff; of long ones that replace each other the part that differs."""
    at = 0
    while at < len(lines):
        removed = _run(lines, at, "-")
        added = _run(lines, at + len(removed), "+")
        if removed and len(removed) == len(added):
            pairs = [_beside(old, new, WIDEST) for old, new in zip(removed, added, strict=True)]
            yield from (f"-{old}" for old, _ in pairs)
            yield from (f"+{new}" for _, new in pairs)
            at += 2 * len(removed)
        else:
            yield f"{lines[at][:1]}{_part(lines[at][1:], 0, WIDEST)}"
            at += 1


def _run(lines: Sequence[str], start: int, mark: str) -> list[str]:
    """The lines from ``start`` on that carry ``mark``, without it."""
    end = start
    while end < len(lines) and lines[end].startswith(mark):
        end += 1
    return [line[1:] for line in lines[start:end]]


def _value(value: Any) -> str:
    """Text as it stands where nobody can take it for something else, everything else as JSON."""
    if isinstance(value, str) and value.isprintable() and value == value.strip() and _is_plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_plain(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return bool(text)
    return False


def _beside(old: str, new: str, most: int) -> tuple[str, str]:
    """Both values, of long ones what is around the first character that differs."""
    if max(len(old), len(new)) <= most:
        return old, new
    same = next((index for index, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = max(0, same - AROUND)
    return _part(old, start, most), _part(new, start, most)


def _part(text: str, start: int, most: int) -> str:
    end = start + most
    return f"{CUT if start else ''}{text[start:end]}{CUT if end < len(text) else ''}"


def visible(text: str) -> str:
    """Nothing in it moves the cursor of a terminal or hides."""
    return "".join(one if one.isprintable() or one == "\t" else repr(one)[1:-1] for one in text)


def as_data(found: Iterable[Difference]) -> list[dict[str, Any]]:
    """The same for a program, whole: a side that has no value has no key."""
    return [_data(one) for one in found]


def _data(one: Difference) -> dict[str, Any]:
    data: dict[str, Any] = {"path": one.path, "change": one.what}
    if one.object is not None:
        made = one.object
        data |= {"apiVersion": made.api_version, "kind": made.kind, "namespace": made.namespace, "name": made.name}
    return data | {
        "notes": list(one.notes),
        "fields": [_sides(change) for change in _fields(one)],
        "lines": list(_texts(one)),
        "verdicts": [verdict.diagnostic.code for verdict in one.verdicts],
    }


def _sides(change: Change) -> Mapping[str, Any]:
    sides = {"old": change.old, "new": change.new}
    return {"path": change.path} | {side: value for side, value in sides.items() if not isinstance(value, Absent)}


def _fields(one: Difference) -> Iterator[Change]:
    """What differs, without what looks like a secret where somebody wrote it by hand."""
    for change in one.fields:
        yield Change(change.path, *(_hidden(change.path, side) for side in change[1:])) if one.notes else change


def _texts(one: Difference) -> Sequence[str]:
    return [masked(line) for line in one.lines] if one.notes else one.lines


def _hidden(path: str, value: Any) -> Any:
    if isinstance(value, Absent):
        return value
    line = f"{path}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
    hidden = masked(line)
    return value if hidden == line else hidden[len(path) + 2 :]
