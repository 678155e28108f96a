"""The fingerprint by which a file is known again: SHA-256 in lower-case hexadecimal.

On the path of an unchanged build, so nothing heavy is imported here.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat

# Waits for no pipe and takes no terminal.
_READ = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


def digest(data: bytes) -> str:
    """Fingerprint of ``data``."""
    return hashlib.sha256(data).hexdigest()


def read_regular(name: str, folder: int | None = None, *, links: bool = False) -> bytes:
    """Read a regular file, ``name`` in the open folder ``folder``; through a link only with ``links``.

    Raises OSError, also for anything that is no regular file: only those are certain to end.
    """
    descriptor = os.open(name, _READ if links else _READ | os.O_NOFOLLOW, dir_fd=folder)
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", name)
        chunks = []
        while chunk := os.read(descriptor, state.st_size + 1):
            chunks.append(chunk)
        return b"".join(chunks)
    finally:
        os.close(descriptor)
