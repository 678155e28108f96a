"""A fragment of an input file laid over a whole one, line by line, so that the lines of both stay as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import yaml

_KEY = re.compile(r"""( *)("[^"]*"|'[^']*'|[^\s#'"\[{&*!|>%@`-][^:]*|[^\s#:]+):(\s|$)""")


class _Entry(NamedTuple):
    """A key, its own line, and the lines below it; no key for what stands before the first."""

    key: str | None
    lines: tuple[str, ...]


def laid_over(name: str, whole: str, fragment: str, anew: Collection[str] = ()) -> str:
    """``whole`` with the keys of ``fragment``: mappings are merged, every other value is replaced.

    Of the top-level keys in ``anew`` nothing stays that the fragment does not have.

    Raises ValueError where the lines that come of it do not hold the values that are meant, as
    where the fragment has a mapping in braces.
    """
    if name.endswith(".json"):
        return _written(_merged(_without(json.loads(whole), anew), json.loads(fragment)))
    if not name.endswith((".yml", ".yaml")):
        raise ValueError(f"{name}: only YAML and JSON have keys to lay over; name it under `whole` or `added`")
    text = "\n".join(_laid(whole.splitlines(), fragment.splitlines(), anew)) + "\n"
    try:
        meant = yaml.safe_load(fragment)
    except yaml.YAMLError:
        return text
    if yaml.safe_load(text) != _merged(_without(yaml.safe_load(whole), anew), meant):
        raise ValueError(f"{name}: write every mapping of the fragment as lines of its own:\n{fragment}")
    return text


def less(name: str, whole: str, section: str) -> str:
    """``whole`` without one of its top-level keys."""
    if name.endswith(".json"):
        return _written(_without(json.loads(whole), (section,)))
    return "\n".join(line for one in _entries(whole.splitlines()) if one.key != section for line in one.lines) + "\n"


def _without(value: Any, anew: Collection[str]) -> Any:
    return {key: one for key, one in value.items() if key not in anew} if anew else value


def _merged(former: Any, new: Any) -> Any:
    if not isinstance(former, dict) or not isinstance(new, dict):
        return new
    return former | {key: _merged(former.get(key), value) for key, value in new.items()}


def _laid(whole: Sequence[str], fragment: Sequence[str], anew: Collection[str] = ()) -> list[str]:
    entries = list(_entries(whole))
    laid: set[str] = set()
    for new in _entries(fragment):
        if new.key is None:
            continue
        at = [index for index, one in enumerate(entries) if one.key == new.key]
        if new.key in laid:  # given twice, which is what the example is about
            entries.insert(at[-1] + 1, new)
        elif at:
            entries[at[0]] = _replaced(entries[at[0]], new, merge=new.key not in anew)
        else:
            entries.append(new)
        laid.add(new.key)
    return [line for one in entries for line in one.lines]


def _replaced(former: _Entry, new: _Entry, *, merge: bool) -> _Entry:
    below, above = _below(new), _below(former)
    if merge and below and above:
        return _Entry(former.key, (former.lines[0], *_laid(former.lines[1:], _moved(below, _indent(above)))))
    blank = len(former.lines) - len("\n".join(former.lines).rstrip().splitlines())
    return _Entry(new.key, (*_moved(new.lines, _indent(former.lines)), *[""] * blank))


def _below(entry: _Entry) -> Sequence[str]:
    """The lines of the mapping below a key; none where its value is something else."""
    head = _KEY.match(entry.lines[0])
    if head is None or entry.lines[0][head.end() :].split("#", maxsplit=1)[0].strip():
        return ()
    first = next((line for line in entry.lines[1:] if line.strip() and not line.lstrip().startswith("#")), "")
    return entry.lines[1:] if _KEY.match(first) else ()


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    keys = [_KEY.match(line) for line in lines]
    indent = next((len(one[1]) for one in keys if one), 0)
    starts = [index for index, one in enumerate(keys) if one and len(one[1]) == indent]
    if starts[:1] != [0]:
        yield _Entry(None, tuple(lines[: starts[0] if starts else len(lines)]))
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = keys[start]
        yield _Entry(found[2].strip("\"'") if found else None, tuple(lines[start:end]))


def _indent(lines: Sequence[str]) -> int:
    first = next(line for line in lines if _KEY.match(line))
    return len(first) - len(first.lstrip(" "))


def _moved(lines: Sequence[str], indent: int) -> tuple[str, ...]:
    """The lines, the first key of which stands so far to the right."""
    shift = indent - _indent(lines)
    return tuple(
        " " * shift + line if shift >= 0 and line.strip() else line[-shift if shift < 0 else 0 :] for line in lines
    )


def _written(value: Any) -> str:
    """JSON as the example input writes it: an item of a list on a line of its own."""
    if isinstance(value, list):
        return _list(value, "") + "\n"
    members = [
        f"  {json.dumps(key)}: {_list(one, '  ') if isinstance(one, list) and one else json.dumps(one)}"
        for key, one in value.items()
    ]
    return "{\n" + ",\n".join(members) + "\n}\n"


def _list(items: Sequence[Any], indent: str) -> str:
    return "[\n" + ",\n".join(f"{indent}  {json.dumps(one, ensure_ascii=False)}" for one in items) + f"\n{indent}]"
