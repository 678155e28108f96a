"""Where a file is read that the configuration names by a path of another host."""

from __future__ import annotations

from .options import Options


def resolved(path: str, options: Options) -> str:
    """Where ``path`` is read: below the directory that `paths` gives for its longest prefix.

    A result that is not absolute is taken from the input directory.
    """
    prefixes = [prefix for prefix in options.paths if _below(path, prefix)]
    if not prefixes:
        return path
    longest = max(prefixes, key=len)
    rest = path[len(longest) :].lstrip("/")
    return f"{options.paths[longest].rstrip('/')}/{rest}"


def _below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")
