"""Each case compiled once a session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.golden.cases import GOLDEN, INPUT, Case, find_cases, put
from tests.golden.compiled import Compiled, compile_directory


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[case.name for case in CASES])


CASES = find_cases()
Compile = Callable[[Case], Compiled]


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the whole `input/` of every case that was compiled, and what was built of it."""
    return tmp_path_factory.mktemp("golden")


@pytest.fixture(scope="session")
def compiled(workspace: Path) -> Compile:
    """Compile a case, or give what was made of it before."""
    made: dict[str, Compiled] = {}

    def compiled_once(case: Case) -> Compiled:
        if case.name not in made:
            folder = workspace / case.name
            put(folder / INPUT, case.input_files())
            made[case.name] = compile_directory(folder / INPUT, folder / "out", strict=case.strict)
        return made[case.name]

    return compiled_once


@pytest.fixture(scope="session")
def default(compiled: Compile) -> Compiled:
    """What the default input gives."""
    return compiled(Case(GOLDEN / "default"))


@pytest.fixture(scope="session")
def passing(compiled: Compile) -> dict[str, Compiled]:
    """Every case whose input is right, by name."""
    found = {case.name: compiled(case) for case in CASES}
    return {name: one for name, one in found.items() if one.passed}
