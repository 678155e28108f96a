"""The program of accepts/, built once per version of its sources: the operator's own types, asked from Python."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tools.command import ToolError
from tools.go import go_program

SOURCES = Path(__file__).with_name("accepts")


class Answer(NamedTuple):
    """What the program says of a file: the kinds that it decoded, none for a group it ignores, and what is wrong."""

    kinds: list[str]
    problems: list[str]


def answers(files: Iterable[Path]) -> dict[Path, Answer]:
    """An answer for each of *files*."""
    asked = list(files)
    text = "".join(f"{file}\n" for file in asked)
    done = subprocess.run([go_program(SOURCES)], input=text, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode:
        raise ToolError(f"{SOURCES.name} failed: {done.stderr.strip()}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    found = {Path(line["path"]): Answer(line["kinds"], line["problems"]) for line in lines}
    if list(found) != asked:
        raise ToolError(f"{SOURCES.name} was asked about {len(asked)} files and answered for {len(found)}")
    return found
