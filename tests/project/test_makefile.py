"""The targets of the Makefile, and how they refuse what they must refuse."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.source import ROOT

MAKE = shutil.which("make")
pytestmark = pytest.mark.skipif(MAKE is None, reason="make is not on PATH; the Makefile is then of no use either")


def make(*words: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    # A make that runs these tests would hand its own flags and variables down.
    own = {"CI", "PYTHON", "INPUT", "OUT", "WORKERS"}
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS")) and key not in own
    }
    command = [str(MAKE), "--no-print-directory", *words]
    return subprocess.run(command, cwd=folder, env=kept | environment, capture_output=True, text=True, check=False)


def test_without_a_target_it_lists_all_of_them() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony is not None
    listed = [line.split()[1] for line in make().stdout.splitlines()]
    assert listed == phony[1].split()
    assert {"build", "test", "check", "golden", "schemas", "bench"} <= set(listed)


def test_expectations_are_not_rewritten_under_ci() -> None:
    done = make("golden", CI="true")
    assert done.returncode != 0
    assert [line for line in done.stderr.splitlines() if "make: ***" not in line] == [
        "make golden: expectations are rewritten by a person who reads the difference, not under CI"
    ]


def test_what_ci_runs_contains_the_tests() -> None:
    assert "exec make check" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    planned = make("--dry-run", "check").stdout
    assert "-m pytest" in planned
    for step in ("ruff check", "ruff format --check", "mypy --strict", "tools.get_kubeconform"):
        assert step in planned


def test_without_a_python_that_is_new_enough_one_line_says_so(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("sh", "rm", "awk"):
        (programs / name).symlink_to(str(shutil.which(name)))
    old = programs / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = make("build", folder=tmp_path, PATH=str(programs))
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if "***" not in line]
    assert said == ["make: no Python from 3.11 on is found; set PYTHON=/path/to/python"]
    assert not (tmp_path / ".venv").exists()
