"""vmalert and its test runner: the real programs, built once per version of the module in vmalert/."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tools.cache import CACHE, held
from tools.command import run
from tools.go import ENVIRONMENT, with_some_go

MODULE = Path(__file__).with_name("vmalert")
PACKAGE = "github.com/VictoriaMetrics/VictoriaMetrics/app"


def program(name: str) -> Path:
    """`vmalert` or `vmalert-tool`; ToolError where it cannot be built."""
    version = hashlib.sha256(b"".join((MODULE / file).read_bytes() for file in ("go.mod", "go.sum"))).hexdigest()[:12]
    built = CACHE / "bin" / f"{name}-{version}"
    with held(CACHE / name):
        if not built.exists():
            with_some_go(lambda go: _build(go, name, built), f"`go build` of {name}")
    return built


def dry_run(rules: Path) -> str:
    """What vmalert says against the rule files of the folder *rules*; empty where it would start with them."""
    # It parses and validates, and speaks to nobody.
    asked = ["-dryRun", f"-rule={rules}/*.yaml", "-notifier.blackhole", "-datasource.url=http://127.0.0.1:1"]
    done = subprocess.run([program("vmalert"), *asked], capture_output=True, text=True, check=False, timeout=120)
    return "" if done.returncode == 0 else done.stderr


def unit_test(files: Iterable[Path], cwd: Path) -> str:
    """What the test runner says against *files*; empty where every case holds. It keeps its data below *cwd*."""
    asked = ["unittest", *(f"--files={file}" for file in files)]
    done = subprocess.run(
        [program("vmalert-tool"), *asked],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=cwd,
        env={**os.environ, "TMPDIR": str(cwd)},
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def _build(go: str, name: str, goal: Path) -> None:
    unfinished = goal.with_name(f"{goal.name}.{os.getpid()}")
    goal.parent.mkdir(parents=True, exist_ok=True)
    options = ["-mod=readonly", "-buildvcs=false", "-trimpath", "-ldflags=-s -w"]
    run([go, "build", *options, "-o", str(unfinished), f"{PACKAGE}/{name}"], cwd=MODULE, env=ENVIRONMENT)
    unfinished.replace(goal)
