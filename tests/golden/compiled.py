"""What the compiler makes of an input directory, through the same commands that a user calls."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from telecompile.commands.build import Request, build
from telecompile.commands.console import Console, lines_of
from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.diagnostics.diagnostic import Diagnostic, located
from telecompile.diagnostics.text import render
from telecompile.output.paths import LOCK
from telecompile.pipeline import Until, compile_input
from telecompile.plan.plan import Plan
from telecompile.plan.text import as_text
from tests.golden.cases import INPUT, files_below

TOOLCHAIN = {"code": "golden"}
"""In place of the real one, so that the lock says the same whichever libraries are installed."""
KUSTOMIZATION = "kustomization.yaml"
NODE_FILES = "nodes/"
"""What goes to nodes and not to the cluster."""


class Compiled(NamedTuple):
    """``tree`` has every file that `build` wrote, the lock too; ``plan`` is None for a wrong input."""

    status: int
    tree: Mapping[str, bytes]
    plan: Plan | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, bytes | str]

    @property
    def passed(self) -> bool:
        """Whether the build wrote anything."""
        return self.status == 0

    @property
    def sure_plan(self) -> Plan:
        """The plan of an input that has one."""
        assert self.plan is not None
        return self.plan

    def output(self) -> dict[str, bytes]:
        """The output without the lock, in which an equal output may still have other inputs."""
        return {path: data for path, data in self.tree.items() if path != LOCK}

    def object_files(self) -> dict[str, bytes]:
        """The files that hold one Kubernetes object each."""
        return {
            path: data
            for path, data in self.output().items()
            if not path.endswith(KUSTOMIZATION) and not path.startswith(NODE_FILES)
        }

    def objects(self) -> dict[str, dict[str, Any]]:
        """What these files hold."""
        return {path: parsed(data) for path, data in self.object_files().items()}

    def plan_text(self) -> str:
        """What `telecompile plan` prints."""
        return as_text(self.sure_plan)

    def said(self) -> str:
        """What `telecompile validate input` prints."""
        texts = {f"{INPUT}/{name}": content for name, content in self.sources.items()}
        return render(located(self.diagnostics, INPUT), lines_of(texts))


def compile_directory(directory: Path, out: Path, *, strict: bool = False) -> Compiled:
    """Build *directory* into *out*, which must not exist."""
    status = build(Request(str(directory), str(out), TOOLCHAIN, Silent(strict=strict)))
    contents = read_directory(str(directory))
    # As the commands do; certificates of cases have ended long ago, or end in a hundred years.
    now = int(time.time())
    compilation = compile_input(contents, lambda path: read_referenced(str(directory), path), until=Until.PLAN, now=now)
    return Compiled(status, files_below(out), compilation.plan, compilation.diagnostics, contents)


@cache
def parsed(data: bytes) -> Any:
    """The object in a file; most files are the same in most cases."""
    return yaml.load(data, Loader=yaml.CSafeLoader)


def as_json(data: bytes) -> str:
    """The object in a file as the API server stores it."""
    return json.dumps(parsed(data), separators=(",", ":"), ensure_ascii=False)


class Silent(Console):
    """What is printed is tested through the command line, once for all cases."""

    def say(self, text: str) -> None:
        pass

    def show(self, diagnostics: object, contents: object) -> None:
        pass
