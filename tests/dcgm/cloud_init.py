"""cloud-init's own schema of user data, from the package of Debian: kept in the cache that git ignores."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from tools.cache import CACHE, held
from tools.command import ToolError, run

_FOLDER = CACHE / "cloud-init"
_SCHEMA = "schema-cloud-config-v1.json"


def schema() -> Any:
    """The JSON schema; raises `ToolError` where it is not there and apt has none."""
    with held(_FOLDER):
        kept = _FOLDER / _SCHEMA
        if not kept.exists():
            _fetch(kept)
        return json.loads(kept.read_text(encoding="utf-8"))


def _fetch(kept: Path) -> None:
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise ToolError("no apt-get: the schema of cloud-init is read from Debian's package")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(["apt-get", "download", "--quiet", "cloud-init"], cwd=folder)
        (package,) = folder.glob("*.deb")
        run(["dpkg-deb", "-x", str(package), str(folder / "tree")])
        (found,) = (folder / "tree").rglob(_SCHEMA)
        kept.write_bytes(found.read_bytes())
