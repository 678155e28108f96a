"""The collector that `collector/` builds: of the components that are configured, at the version that is rendered.

The contrib module filestorage has no v0.150.0 on the module proxy; v0.149.0 is the nearest.
"""

from __future__ import annotations

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from tools.go import go_program

SOURCES = Path(__file__).with_name("collector")
QUEUE = "/var/lib/otelcol/queue"
"""Where the claim is mounted."""


def refusal(text: str, directory: Path) -> str:
    """What the collector has against a configuration whose queue is in *directory*; empty where it takes it."""
    file = directory / "collector.yaml"
    file.write_text(text.replace(QUEUE, str(directory)), encoding="utf-8")
    done = _run("validate", "--config", str(file))
    return done.stderr.strip() if done.returncode else ""


def sent(port: int, authority: Path, first: int, count: int, points: int) -> int:
    """How many of *count* requests with *points* samples each the collector says it has, before it refuses one."""
    numbers = [str(number) for number in (first, count, points)]
    done = _run("send", f"127.0.0.1:{port}", str(authority), *numbers)
    return int(done.stdout)


def certified(directory: Path) -> Path:
    """A new certificate for the collector's name in *directory*, and the file with the CA that signed it."""
    _run("certify", str(directory)).check_returncode()
    return directory / "ca.crt"


@contextmanager
def running(config: Any, directory: Path, health: int) -> Iterator[subprocess.Popen[bytes]]:
    """A collector with *config*, from when it is ready; killed at the end, so that it can tidy up nothing."""
    file = directory / "running.yaml"
    file.write_text(yaml.safe_dump(config), encoding="utf-8")
    log = (directory / "log").open("ab")
    process = subprocess.Popen([go_program(SOURCES), "--config", str(file)], stdout=log, stderr=log)
    try:
        _until_ready(process, health, directory / "log")
        yield process
    finally:
        process.kill()
        process.wait()
        log.close()


def _until_ready(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(300):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise AssertionError(log.read_text(encoding="utf-8"))


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([go_program(SOURCES), *arguments], capture_output=True, text=True, check=False, timeout=120)
