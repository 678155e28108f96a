"""Where a file is read that the configuration names by a path of another host."""

from __future__ import annotations

from .options import Options


def resolved(path: str, options: Options) -> str:
    """Where ``path`` is read: below the directory that `paths` gives for its longest prefix.

    A result that is not absolute is taken from the input directory.
    """
    longest = longest_prefix(path, options)
    if longest is None:
        return path
    rest = path[len(longest) :].lstrip("/")
    return f"{options.paths[longest].rstrip('/')}/{rest}"


def longest_prefix(path: str, options: Options) -> str | None:
    """The longest prefix of ``path`` in `paths`; None where it has none."""
    return max((prefix for prefix in options.paths if _below(path, prefix)), key=len, default=None)


def _below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")
