"""What telecompile calls its own files in the output directory, and which paths it refuses.

Paths are relative to the output directory and written the POSIX way. On the path of an unchanged build, so
nothing is imported here.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing costs 4 ms, more than a whole unchanged directory
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LOCK = "telecompile.lock"
JOURNAL = "telecompile.lock.next"
LOCK_VERSION = 1
_SUFFIX = ".telecompile-new"


def beside(path: str) -> str:
    """Name the file that new bytes of ``path`` are written to before it is renamed: ``a/.b.telecompile-new``.

    It follows from ``path`` alone, so that the build after a dead one knows what to clean up.
    """
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}.{name}{_SUFFIX}"


# Lock and journal share one: both are written in turn, never at once.
STATE_BESIDE = beside(LOCK)


def flaw(path: str) -> str:
    """Say why telecompile neither writes nor believes this path, "" when it does."""
    if not path or not path.isprintable():
        return "is empty or holds control characters"
    if "\\" in path or path[1:2] == ":":
        return "is not a POSIX path"
    parts = path.split("/")
    if "" in parts or "." in parts or ".." in parts:
        return "is absolute or not in its shortest form"
    if parts[-1] in (LOCK, JOURNAL) or parts[-1].endswith(_SUFFIX):
        return "is a name telecompile keeps for itself"
    return ""


def above(path: str) -> Iterator[str]:
    """Give the folders that ``path`` lies in, the nearest first, without the output directory itself."""
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder that one of ``paths`` lies in."""
    return {folder for path in paths for folder in above(path)}
