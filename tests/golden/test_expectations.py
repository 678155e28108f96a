"""Every case gives what stands in its folder; `make golden` is the only thing that writes there."""

from __future__ import annotations

import pytest

from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.expectations import expectation, problems, rewrite


def test_a_case_gives_what_stands_in_its_folder(
    case: Case, compiled: Compile, default: Compiled, pytestconfig: pytest.Config
) -> None:
    assert not list(case.flaws())
    wanted = expectation(case, compiled(case), default)
    if pytestconfig.getoption("--update-golden"):
        rewrite(case, wanted)
    found = list(problems(case, wanted))
    assert not found, "\n".join([f"golden/{case.name}:", *found, "(`make golden` rewrites, then read the diff)"])


def test_the_default_case_takes_the_default_input_as_it_is() -> None:
    """Every changes.diff is read against it."""
    default = Case(GOLDEN / "default")
    assert not default.own_files()
    assert not default.absent
    assert default.whole_folder


def test_golden_holds_cases_and_nothing_else() -> None:
    assert {entry.name for entry in GOLDEN.iterdir() if not entry.is_dir()} == {"README.md"}
