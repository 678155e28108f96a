"""Carries out what `ownership` decided, so that a build may die between any two steps.

Order: half-written files of dead builds, the journal, new bytes (beside, then renamed), stale files and the
folders they leave empty, the lock, and last the journal goes.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import disk
from .paths import JOURNAL, LOCK, STATE_BESIDE, above, beside
from .problem import OutputProblem, refused_by_system

if TYPE_CHECKING:
    from .changes import Changes


@contextmanager
def hold(out: str, *, writing: bool) -> Iterator[None]:
    """Keep other builds away from ``out`` from examining to the last step.

    It is made when ``writing`` and absent. Readers (`--check`) share. The kernel lets go when the process
    dies. Raises `OutputProblem`: ``output-busy`` when another build is at it, ``output-unusable`` when
    ``out`` is no folder or cannot be opened.
    """
    if writing:
        disk.make_output(out)
    elif not os.path.lexists(out):
        yield  # nothing there to be written by anyone
        return
    try:
        descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise refused_by_system(error, "read", out) from error
    try:
        _take(descriptor, out, fcntl.LOCK_EX if writing else fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


def apply(changes: Changes) -> None:
    """Do all of ``changes``. Raises `OutputProblem`; the next build then finishes what was begun."""
    if changes.refused:
        raise ValueError("changes with an error among their findings are not applied")
    for path in changes.leftovers:
        disk.remove(_full(changes, path))
    if changes.journal is not None:
        _put(changes, JOURNAL, STATE_BESIDE, changes.journal)
    for step in (_clear, _write) if changes.removals_first else (_write, _clear):
        step(changes)
    if changes.lock is not None:
        _put(changes, LOCK, STATE_BESIDE, changes.lock)
    if changes.journal is not None or changes.unfinished:
        disk.remove(_full(changes, JOURNAL))


def _take(descriptor: int, out: str, mode: int) -> None:
    try:
        fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = f"another build is writing to {out}"
        raise OutputProblem("output-busy", message, "wait until it is done", out) from error
    except OSError:
        pass  # a file system that locks no folders, as NFS does not: builds go on without the protection


def _write(changes: Changes) -> None:
    made: set[str] = set()
    for path, data in changes.writes.items():
        for folder in reversed([folder for folder in above(path) if folder not in made]):
            disk.make_folder(_full(changes, folder))
            made.add(folder)
        _put(changes, path, beside(path), data)


def _clear(changes: Changes) -> None:
    for path in changes.removals:
        disk.remove(_full(changes, path))
    for folder in changes.folders:
        disk.remove_folder_if_empty(_full(changes, folder))


def _put(changes: Changes, path: str, aside: str, data: bytes) -> None:
    disk.write_new(_full(changes, aside), data)
    disk.rename(_full(changes, aside), _full(changes, path))


def _full(changes: Changes, path: str) -> str:
    return os.path.join(changes.out, path)
