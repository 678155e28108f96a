"""Mermaid's own parser in node, installed once per version of the files in mermaid/."""

from __future__ import annotations

import hashlib
import html
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tools.cache import CACHE, held
from tools.command import ToolError, run

PACKAGE = Path(__file__).with_name("mermaid")
FILES = ("package.json", "package-lock.json", "parse.mjs")


class Understood(NamedTuple):
    """What Mermaid reads in a flowchart: texts by node, links with theirs, and nodes by the title of their group."""

    nodes: dict[str, str]
    links: list[tuple[str, str, str]]
    groups: dict[str, set[str]]


class Parser:
    """The running program."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def read(self, text: str) -> Understood:
        """What it understands; ValueError for what it refuses."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(text)}\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        if "refused" in said:
            raise ValueError(said["refused"])
        return Understood(
            {name: _text(text) for name, text in said["nodes"]},
            [(start, end, _text(text)) for start, end, text in said["links"]],
            {_text(title): set(nodes) for _, title, nodes in said["groups"]},
        )


def _text(shown: str) -> str:
    """What a reader sees, lines apart as they are written."""
    return html.unescape(shown.replace("<br>", "<br/>"))


@contextmanager
def parser() -> Iterator[Parser]:
    """Run it; ToolError where it cannot be had."""
    folder, node = _installed(), shutil.which("node")
    assert node is not None
    with subprocess.Popen(
        [node, "parse.mjs"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield Parser(process)
        finally:
            process.kill()


def _installed() -> Path:
    if not shutil.which("npm") or not shutil.which("node"):
        raise ToolError("npm and node are not on PATH")
    version = hashlib.sha256(b"".join((PACKAGE / file).read_bytes() for file in FILES)).hexdigest()[:12]
    folder = CACHE / "mermaid" / version
    with held(CACHE / "mermaid"):
        if not folder.exists():
            unfinished = folder.with_name(f"{version}.{os.getpid()}")
            unfinished.mkdir()
            try:
                for file in FILES:
                    shutil.copy(PACKAGE / file, unfinished / file)
                run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=unfinished)
                unfinished.replace(folder)
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
    return folder
