"""A read-only look at the output directory that never passes through a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import Literal, TypeVar

from .hashing import digest, read_regular
from .paths import above
from .problem import refused_by_system

Kind = Literal["absent", "file", "folder", "link", "special file"]
Found = TypeVar("Found")


class View:
    """What stands in the output directory ``out``, each path looked at once.

    ``out`` itself may be a link or absent. Raises `OutputProblem` for what cannot be read.
    """

    def __init__(self, out: str) -> None:
        self.out = out
        self._kinds: dict[str, Kind] = {}

    def full(self, path: str) -> str:
        """``path`` as the system and the user know it."""
        return os.path.join(self.out, path)

    def kind(self, path: str) -> Kind:
        """Say what stands at ``path``; "absent" too where a folder above it is none."""
        if path not in self._kinds:
            folder = path.rpartition("/")[0]
            reachable = not folder or self.kind(folder) == "folder"
            self._kinds[path] = self._look(path) if reachable else "absent"
        return self._kinds[path]

    def obstacle(self, path: str) -> str:
        """Give the folder above ``path`` that is there and no folder, "" when none is."""
        return next((folder for folder in above(path) if self.kind(folder) not in ("absent", "folder")), "")

    def read(self, path: str) -> bytes:
        """Give the bytes of the file at ``path``."""
        return self._read(read_regular, path)

    def digest(self, path: str) -> str:
        """Give the fingerprint of the file at ``path``."""
        return digest(self.read(path))

    def entries(self, folder: str) -> list[str]:
        """Give the paths of everything directly in ``folder``."""
        return [f"{folder}/{name}" for name in self._read(os.listdir, folder)]

    def _look(self, path: str) -> Kind:
        try:
            mode = os.lstat(self.full(path)).st_mode
        except FileNotFoundError:
            return "absent"
        except OSError as error:
            raise refused_by_system(error, "read", self.full(path)) from error
        if stat.S_ISREG(mode):
            return "file"
        if stat.S_ISDIR(mode):
            return "folder"
        return "link" if stat.S_ISLNK(mode) else "special file"

    def _read(self, read: Callable[[str], Found], path: str) -> Found:
        try:
            return read(self.full(path))
        except OSError as error:
            raise refused_by_system(error, "read", self.full(path)) from error
