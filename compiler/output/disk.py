"""The only place that changes the file system.

Each function is one step that happens or does not happen; what may stand between two of them is for the
callers to know. All raise `OutputProblem` (``output-unusable``) with the system's own reason.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .problem import refused_by_system

# Another process may have put something there since; then the folder simply stays.
_STILL_USED = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR)


def make_output(path: str) -> None:
    """Make the output directory and the folders above it, unless it is there."""
    if os.path.isdir(path):
        return
    with _named("make the output directory", path):
        os.makedirs(path, 0o755, exist_ok=True)


def make_folder(path: str) -> None:
    """Make one folder unless it is there."""
    with _named("make the folder", path), suppress(FileExistsError):
        os.mkdir(path, 0o755)


def write_new(path: str, data: bytes) -> None:
    """Write a file that is not there yet. One that cannot be written whole is taken away again."""
    with _named("write", path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            _write_all(descriptor, data)
        except OSError:
            with suppress(OSError):
                os.unlink(path)
            raise
        finally:
            os.close(descriptor)


def rename(source: str, target: str) -> None:
    """Put ``source`` in the place of ``target``: readers see the former bytes or the new ones."""
    with _named("write", target):
        os.replace(source, target)


def remove(path: str) -> None:
    """Remove a file unless it is gone already."""
    with _named("remove", path), suppress(FileNotFoundError):
        os.unlink(path)


def remove_folder_if_empty(path: str) -> None:
    """Remove a folder that holds nothing any more."""
    with _named("remove the folder", path):
        try:
            os.rmdir(path)
        except OSError as error:
            if error.errno not in _STILL_USED:
                raise


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextmanager
def _named(action: str, path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise refused_by_system(error, action, path) from error
