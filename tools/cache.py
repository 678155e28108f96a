"""Where the tools keep what they can make again, and how several processes share it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold *folder* (made if absent) against other processes: pytest-xdist starts several at once."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
