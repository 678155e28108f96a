"""Builds without a compiler: trees, locks and deaths for the tests of the output directory."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from telecompile.output.apply import apply, hold
from telecompile.output.lock import Lock
from telecompile.output.ownership import examine

if TYPE_CHECKING:
    from telecompile.output.changes import Changes

Tree = Mapping[str, bytes]


def lock_of(tree: Tree, **fields: Any) -> Lock:
    """Give the lock of a build of ``tree``; what says which build it was is in the plan."""
    plain = Lock("0.1.0", {"code": "c0de"}, {}, {"a.yml": None}, {}, {}, {}, (), {"files": sorted(tree)})
    return plain._replace(**fields)


def look(out: Path, tree: Tree, **options: bool) -> Changes:
    """Say what a build of ``tree`` would do."""
    return examine(str(out), tree, lock_of(tree), **options)


def build(out: Path, tree: Tree, **options: bool) -> Changes:
    """Build ``tree`` unless it is refused."""
    with hold(str(out), writing=True):
        changes = look(out, tree, **options)
        if not changes.refused:
            apply(changes)
    return changes


def standing(out: Path) -> dict[str, bytes | None]:
    """Everything in ``out``: bytes of files, None for folders."""
    found = sorted(out.rglob("*"))
    return {str(path.relative_to(out)): path.read_bytes() if path.is_file() else None for path in found}


def put(out: Path, files: Tree) -> None:
    """Write files past the compiler, as a user does."""
    for path, data in files.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)


def dies(step: int, work: Callable[[], object]) -> bool:
    """Run ``work`` in a child that dies before its change number ``step`` of the file system, from 0 on.

    A write that is the last is done by half. False when ``work`` needs no more than ``step`` changes.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _arm(step)
            work()
            status = 0
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, DEAD), "the child failed by itself"
    return status == DEAD


DEAD = 86
CHANGING = ("write", "mkdir", "replace", "rename", "unlink", "remove", "rmdir", "truncate", "chmod")


def _arm(step: int) -> None:
    """Let the process die at its change number ``step``, through whichever call of the system it comes."""
    left = step

    def dying(call: Callable[..., Any], changes: Callable[..., bool]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            nonlocal left
            if changes(*arguments):
                if left == 0:
                    if call is write:
                        write(arguments[0], arguments[1][: len(arguments[1]) // 2])
                    os._exit(DEAD)
                left -= 1
            return call(*arguments, **options)

        return counted

    write = os.write
    os.open = dying(os.open, lambda path, flags, *_: bool(flags & os.O_CREAT))
    for name in CHANGING:
        setattr(os, name, dying(getattr(os, name), lambda *_: True))
