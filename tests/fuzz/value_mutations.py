"""Mutations of what a file says: its keys, values and rows, written out as a file again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import yaml

from tests.fuzz import words
from tests.fuzz.corpus import Files

Path = tuple[str | int, ...]
_MOST_PATHS = 2000


def mutated(random: Random, name: str, files: Files) -> bytes | None:
    """File *name* with a few changes of its values; None where it says nothing that could be read and written."""
    try:
        return _mutated(random, name, files)
    except (RecursionError, ValueError, TypeError, OverflowError, yaml.YAMLError, csv.Error):
        return None  # a value that contains itself, or one that this language cannot say


def _mutated(random: Random, name: str, files: Files) -> bytes | None:
    if name.endswith(".csv"):
        return _rows(random, files[name])
    value = _read(name, files[name])
    if not isinstance(value, (dict, list)):
        return None
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        value = _changed(random, value, files)
    return _written(random, name, value)


def _changed(random: Random, value: Any, files: Files) -> Any:
    """One change at one place; the value's mappings and lists are changed as they are."""
    places = [path for path in _paths(value) if path]
    if not places:
        return random.choice(words.VALUES)
    path = random.choice(places)
    parent, step = _at(value, path[:-1]), path[-1]
    match random.choices(range(7), (12, 6, 3, 5, 3, 2, 2))[0]:
        case 0:
            parent[step] = _new(random, parent[step])
        case 1:
            parent[step] = _elsewhere(random, files)
        case 2:
            del parent[step]
        case 3 if isinstance(parent, dict):
            renamed = _name(random, str(step), value)
            items = [(renamed if key == step else key, one) for key, one in parent.items()]
            parent.clear()
            parent.update(items)
        case 4:
            owner = _at(
                value, random.choice([one for one in _paths(value) if isinstance(_at(value, one), dict)] or [path[:-1]])
            )
            if isinstance(owner, dict):
                owner[_name(random, str(step), value)] = json.loads(json.dumps(parent[step], default=str))
        case 5 if isinstance(parent, list):
            parent.insert(random.randrange(len(parent) + 1), _copied(parent[step]))  # type: ignore[index] # a list has steps that are numbers
        case _ if isinstance(parent, dict):
            parent[random.choice(words.KEYS)] = _new(random, parent[step])
    return value


def _new(random: Random, old: Any) -> Any:
    """Something in the place of *old*: near to it, or from the lists of what breaks programs."""
    near = random.random() < 0.4
    if near and isinstance(old, bool):
        return not old
    if near and isinstance(old, int):
        return random.choice([old + 1, old - 1, -old, old * 1000, old * 10**9, old * 10**18, str(old), float(old)])
    if near and isinstance(old, str):
        return _near_text(random, old)
    if near and isinstance(old, list):
        return random.choice([old[::-1], old + old, old[:1], [old], dict(enumerate(map(str, old)))])
    if near and isinstance(old, dict):
        return random.choice([[old], list(old.items()), list(old), {"resources": old}, {**old, **old}])
    return random.choice(words.TEXTS) if random.random() < 0.65 else _copied(random.choice(words.VALUES))


def _near_text(random: Random, old: str) -> str:
    at = random.randint(0, len(old))
    return random.choice(
        [
            old.upper(),
            old + "\n",
            " " + old,
            old + " ",
            old * 2,
            old[:at],
            old[:at] + random.choice(words.TEXTS)[:30] + old[at:],
            old[:at] + random.choice("\0\x1b\t\n\"'{}%$\\:/@#,é\u2028") + old[at:],
            old + "/" + old,
            old.replace("i", "\u0131"),
            old[::-1],
        ]
    )


def _name(random: Random, old: str, value: Any) -> str:
    """Another key: misspelt, of another place, or one of the list."""
    at = random.randint(0, max(0, len(old) - 2))
    known = [str(path[-1]) for path in _paths(value) if path and isinstance(path[-1], str)] or [old]
    swapped = old[:at] + old[at + 1 : at + 2] + old[at : at + 1] + old[at + 2 :]
    return random.choice(
        [swapped, old[:at] + old[at + 1 :], old + "s", old.upper(), random.choice(known), random.choice(words.KEYS)]
    )


def _elsewhere(random: Random, files: Files) -> Any:
    """A value of any section of any file."""
    name = random.choice([one for one in files if one.endswith((".yml", ".json"))])
    value = _read(name, files[name])
    return _copied(_at(value, random.choice(_paths(value))))


def _rows(random: Random, data: bytes) -> bytes:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8", "replace").replace("\0", ""))))
    for _ in range(random.choice([1, 1, 2, 5])):
        row = random.choice(rows) if rows else []
        at = random.randrange(len(row)) if row else 0
        match random.choices(range(6), (8, 1, 1, 1, 1, 1))[0]:
            case 0 if row:
                row[at] = random.choice([*words.CSV, *words.TEXTS, random.choice(random.choice(rows) or [""])])
            case 1 if row:
                del row[at]
            case 2:
                row.insert(at, random.choice(words.CSV))
            case 3:
                rows.insert(random.randint(0, len(rows)), list(row))
            case 4:
                random.shuffle(rows)
            case _:
                rows.reverse()
    out = io.StringIO()
    csv.writer(
        out, lineterminator=random.choice(["\n", "\r\n"]), quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    ).writerows(rows)
    return out.getvalue().encode("utf-8", "surrogatepass")


def _read(name: str, data: bytes) -> Any:
    try:
        return json.loads(data) if name.endswith(".json") else yaml.load(data, Loader=yaml.CSafeLoader)
    except Exception:  # noqa: BLE001 - PyYAML raises all kinds of them, and a file that it cannot read is mutated as text
        return None


def _written(random: Random, name: str, value: Any) -> bytes:
    if name.endswith(".json"):
        return json.dumps(
            value, indent=random.choice([None, 2]), ensure_ascii=random.random() < 0.5, default=str
        ).encode("utf-8", "surrogatepass")
    flow = random.choice([None, False, False, True])
    text: str = yaml.dump(
        value,
        Dumper=yaml.CSafeDumper,
        default_flow_style=flow,
        sort_keys=False,
        allow_unicode=random.random() < 0.8,
        width=random.choice([80, 10**6]),
    )
    return text.encode("utf-8", "surrogatepass")


def _paths(value: Any) -> list[Path]:
    """Every path, or the first of them: aliases multiply without end."""
    return list(islice(_every_path(value), _MOST_PATHS))


def _every_path(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    if len(path) < 20:
        for step, inner in list(
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )[:200]:
            yield from _every_path(inner, (*path, step))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _copied(value: Any) -> Any:
    """A copy without shared parts, so that a change is at one place."""
    if sum(1 for _ in islice(_every_path(value), _MOST_PATHS)) == _MOST_PATHS:
        return None
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, list) else value
