"""Run a generator; what goes wrong with one becomes a single line for whoever typed `make`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path


class ToolError(Exception):
    """A tool we need is absent or failed; the text is the one line to show."""


def run(command: list[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """The standard output of *command*, run with *env* on top of the present environment."""
    try:
        done = subprocess.run(
            command, cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise ToolError(f"{command[0]}: {error.strerror or error}") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise ToolError(f"{' '.join(command[:3])} failed: {said[-1] if said else 'it said nothing'}")
    return done.stdout
