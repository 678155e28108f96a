"""The program on one heavy file, with as much processor time and memory as it may take."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from telecompile.loading.text import MAX_BYTES
from tests.fuzz.heavy import HEAVY
from tests.golden.cases import DEFAULT_INPUT, files_below, put

SECONDS = 60
"""Processor time at most. Measured: 13 s for the slowest kind (a mapping CSV whose 75,000 rows are all wrong)."""
MEMORY = 2**30
"""Bytes of address space at most; measured: 390 MiB resident for the largest kind (JSON of 190,000 wrong items)."""
TELEMETRY = "telemetry_config.yml"


class Spent(NamedTuple):
    """How it ended; negative for the signal of a limit."""

    status: int
    out: str
    err: str


def validated(kind: str, folder: Path) -> Spent:
    """Validate the default input with the heavy file of *kind* in it, within the limits."""
    file, text = HEAVY[kind]
    put(folder / "in", files_below(DEFAULT_INPUT))
    if file.endswith(".pem"):
        put(folder / "in", {TELEMETRY: _naming(file)})
    put(folder / "in", {file: text().encode()[:MAX_BYTES]})
    done = subprocess.run(
        [sys.executable, "-P", "-c", "from telecompile import cli; cli.main()", "validate", "in"],
        cwd=folder, capture_output=True, check=False, preexec_fn=_limit,
    )  # fmt: skip
    return Spent(done.returncode, done.stdout.decode(), done.stderr.decode())


def _naming(file: str) -> bytes:
    """A configuration that scrapes ufm with this CA."""
    text = (DEFAULT_INPUT / TELEMETRY).read_text(encoding="utf-8")
    for pattern, new in (
        (r"(  ufm:\n    metrics_enabled: )false", r"\1true"),
        (r'ufm_endpoint: ""', 'ufm_endpoint: "192.0.2.7"'),
        (r'tls_mode: "self_signed"\n  ufm_ca_cert_path: ""', f'tls_mode: "ca_signed"\n  ufm_ca_cert_path: "{file}"'),
    ):
        text, count = re.subn(pattern, new, text, count=1)
        assert count
    return text.encode()


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
