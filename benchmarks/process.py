"""Runs a command and tells what it took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

TELECOMPILE = str(Path(sys.executable).with_name("telecompile"))
"""The script that users run, of the same environment."""

# What a user's shell does not set, and what would make every run compile all of telecompile anew.
_NOT_THE_USERS = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONDEVMODE", "PYTHONPROFILEIMPORTTIME")
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in _NOT_THE_USERS}


class Cost(NamedTuple):
    """Wall time in seconds, and the most memory that was resident, in KiB."""

    seconds: float
    memory: int


def run(command: tuple[str, ...]) -> Cost:
    """Run ``command`` to its end. Raises RuntimeError when it fails: a mistake is quickly made."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_ENVIRONMENT)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"status {process.returncode} from {' '.join(command)}")
    return Cost(seconds, used.ru_maxrss)


def imported(command: tuple[str, ...]) -> frozenset[str]:
    """The top-level modules that a Python script imports."""
    timed = (sys.executable, "-X", "importtime", *command)
    said = subprocess.run(timed, capture_output=True, text=True, env=_ENVIRONMENT, check=True).stderr
    lines = (line for line in said.splitlines() if line.startswith("import time:"))
    return frozenset(line.rpartition("|")[2].strip().partition(".")[0] for line in lines)
