"""The same work for many names, on every processor, told in the order of the names."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

WORTH = 8
"""Names for each process: below that its start costs more than it saves."""


def each(work: Callable[[str], int], names: Sequence[str]) -> Iterator[int]:
    """What ``work`` gives for each of ``names``, in order; what it prints is printed in that order too.

    The processes are forked, so that they know all that this one does. What one of them did not get done, because it
    was killed or ``work`` raised, is done here, and raises here.
    """
    workers = min(_processors(), len(names) // WORTH) if hasattr(os, "fork") else 0
    if workers < 2:
        yield from map(work, names)
        return
    pipes = [_forked(work, names[first::workers]) for first in range(workers)]
    for position, name in enumerate(names):
        yield _told(pipes[position % workers], work, name)
    for pipe in pipes:
        pipe.close()
    for _ in pipes:
        os.wait()


def _processors() -> int:
    # Not all of the machine's may be ours, in a container for one.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _forked(work: Callable[[str], int], names: Sequence[str]) -> BinaryIO:
    """The end to read from of a process that does ``names``."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        return os.fdopen(reading, "rb")
    status = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            for name in names:
                _tell(pipe, work, name)
        status = 0
    finally:
        # Neither what the first process has still to print, nor what it does at its end, is ours.
        os._exit(status)


def _tell(pipe: BinaryIO, work: Callable[[str], int], name: str) -> None:
    import marshal

    sys.stdout, sys.stderr = _Text(sys.stdout.isatty()), _Text(sys.stderr.isatty())
    status = work(name)
    marshal.dump((status, sys.stdout.getvalue(), sys.stderr.getvalue()), pipe)
    pipe.flush()


def _told(pipe: BinaryIO, work: Callable[[str], int], name: str) -> int:
    import marshal

    try:
        status, said, diagnostics = marshal.load(pipe)  # noqa: S302 # what our own process wrote a moment ago
    except (EOFError, ValueError, TypeError):
        return work(name)
    # Diagnostics come first in one process too.
    sys.stdout.flush()
    sys.stderr.write(diagnostics)
    sys.stdout.write(said)
    return int(status)


class _Text(io.StringIO):
    """Keeps what is printed, and looks like what it will be printed on."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal
