"""A failing input directory made as small as it can be with the same failure."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.corpus import CONFIG, Files
from tests.golden.cases import DEFAULT_INPUT, files_below

Fails = Callable[[Files], bool]
_MOST_TRIES = 400


def minimised(files: Files, fails: Fails) -> Files:
    """The least that fails: files as in the default input where that will do, then lines, then characters."""
    default = files_below(DEFAULT_INPUT)
    tries = iter(range(_MOST_TRIES))

    def still(changed: Files) -> bool:
        return next(tries, None) is not None and fails(changed)

    for name in (*CONFIG, *files):
        for other in ({**files, name: default[name]} if name in default else None, _without(files, name)):
            if other is not None and other != files and files.get(name) != default.get(name) and still(other):
                files = other
                break
    for name in [one for one in files if files[one] != default.get(one)]:
        for mark in (b"\n", b""):
            files = _shortened(files, name, mark, still)
    return files


def _without(files: Files, name: str) -> Files | None:
    return {one: data for one, data in files.items() if one != name} if name in files else None


def _shortened(files: Files, name: str, mark: bytes, still: Fails) -> Files:
    """Take stretches out, half of all pieces first and one by one at last."""
    data = files[name]
    pieces = data.split(mark) if mark else [data[at : at + 1] for at in range(len(data))]
    size = len(pieces) // 2
    while size:
        at = 0
        while at < len(pieces):
            rest = pieces[:at] + pieces[at + size :]
            if still({**files, name: mark.join(rest)}):
                pieces = rest
            else:
                at += size
        size //= 2
    return {**files, name: mark.join(pieces)}
