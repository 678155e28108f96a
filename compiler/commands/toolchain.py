"""What made an output: the code and the libraries it ran with, as cheaply as it can be known."""

from __future__ import annotations

import hashlib
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The distributions whose code has a say in what is rendered.
DEPENDENCIES = ("pydantic", "PyYAML", "Jinja2")
# Rooms and folders below that have none: pages and schemas are for people and editors. Templates that stand inside
# the package are read as templates only.
_WITHOUT_A_SAY = ("__pycache__", "manifests_templates", "explain", "schema")


def toolchain() -> dict[str, str]:
    """Versions of the run-time dependencies, and a digest of telecompile's own code and templates.

    The digest notices what a version does not: a change in a checkout that is being worked on.
    """
    found = _versions()
    found["code"] = code_digest(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return found


def code_digest(package: str) -> str:
    """SHA-256 over the names and bytes of every source file and template with a say, the same on every machine."""
    total = hashlib.sha256()
    for folder in (package, _templates(package)):
        for path in sorted(_files(folder)):
            with open(path, "rb", buffering=0) as file:
                data = file.read()
            name = path[len(folder) + 1 :].replace(os.sep, "/")
            total.update(f"{name}\0{len(data)}\0".encode())
            total.update(data)
    return total.hexdigest()


def _templates(package: str) -> str:
    """Inside the package when installed, beside it in a checkout."""
    inside = os.path.join(package, "manifests_templates")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "manifests_templates")


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            # What begins with a dot belongs to other tools, and is in no wheel.
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                if entry.name not in _WITHOUT_A_SAY:
                    yield from _files(entry.path)
            elif not entry.name.endswith(".pyc"):
                yield entry.path


def _versions() -> dict[str, str]:
    """From the names of the metadata folders: reading the metadata costs 20 ms."""
    wanted = {name.lower().replace("-", "_"): name for name in DEPENDENCIES}
    found = dict.fromkeys(DEPENDENCIES, "unknown")
    for folder in sys.path:
        try:
            entries = os.listdir(folder or ".")
        except OSError:
            continue
        for entry in entries:
            name = wanted.get(entry.partition("-")[0].lower()) if entry.endswith(".dist-info") else None
            # The first on the path is the one that is imported.
            if name is not None and found[name] == "unknown":
                found[name] = entry[len(name) + 1 : -len(".dist-info")]
    return found
