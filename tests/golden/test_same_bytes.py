"""The same input gives the same bytes: again, in another process, and with its keys in another order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.golden.cases import GOLDEN, INPUT, ROOT, Case, files_below, put
from tests.golden.compiled import Compiled, compile_directory
from tests.golden.conftest import CASES, Compile
from tests.golden.expectations import changes
from tests.golden.reordering import reordered

LOCK = "telecompile.lock"


def test_a_second_build_gives_the_same_bytes(case: Case, compiled: Compile, tmp_path: Path) -> None:
    """The lock too."""
    first = compiled(case)
    put(tmp_path / INPUT, case.input_files())
    again = compile_directory(tmp_path / INPUT, tmp_path / "out", strict=case.strict)
    assert not changes(first.tree, again.tree)


def test_the_order_of_keys_changes_nothing(passing: dict[str, Compiled], tmp_path: Path) -> None:
    """Nor does that of the CSV's columns; only the lock knows the input's bytes."""
    for name, one in passing.items():
        case = Case(GOLDEN / name)
        put(tmp_path / name / INPUT, reordered(case.input_files()))
        again = compile_directory(tmp_path / name / INPUT, tmp_path / name / "out", strict=case.strict)
        assert not changes(one.output(), again.output()), name
        assert again.plan_text() == one.plan_text(), name


def test_the_command_line_gives_the_same_bytes_under_another_hash_seed(compiled: Compile, workspace: Path) -> None:
    """And says what the expectations say. One process for all cases."""
    found: dict[str, Compiled] = {case.name: compiled(case) for case in CASES}
    folders = [str(workspace / name) for name in found]
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-m", "tests.golden.rebuild", *folders], env=environment, cwd=ROOT, check=True)
    for case in CASES:
        folder, one = workspace / case.name, found[case.name]
        assert (folder / "validated.txt").read_text(encoding="utf-8") == one.said(), case.name
        if one.passed:
            again = {path: data for path, data in files_below(folder / "again").items() if path != LOCK}
            assert not changes(one.output(), again), case.name
