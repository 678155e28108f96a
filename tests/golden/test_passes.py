"""Every failing case has a twin that just passes: the smallest mend, or the value exactly at the bound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from telecompile.diagnostics.codes import CODES
from tests.golden.cases import DIAGNOSTICS, EXPECTED, INPUT, PASSES, PLAN, Case, find_cases, put
from tests.golden.compiled import compile_directory

CASES = find_cases()
WITH_TWIN = [case for case in CASES if case.has_twin]


def codes_of(told: str) -> set[str]:
    """The codes of errors and warnings in the text of diagnostics; notes ask for nothing."""
    return set(re.findall(r"^(?:error|warning)\[([a-z0-9-]+)\]", told, re.MULTILINE))


def told_of(case: Case) -> set[str]:
    """The codes that a case is told."""
    told = case.folder / DIAGNOSTICS
    return codes_of(told.read_text(encoding="utf-8")) if told.exists() else set()


@pytest.mark.parametrize("failing", WITH_TWIN, ids=[case.name for case in WITH_TWIN])
def test_the_twin_passes_and_is_told_nothing_of_it(failing: Case, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    put(tmp_path / INPUT, failing.twin_files())
    found = compile_directory(tmp_path / INPUT, tmp_path / "out", strict=True)
    # Only where something is expected: that a twin is to be told of anything a person decides.
    if pytestconfig.getoption("--update-golden") and failing.told_of_twin():
        put(failing.folder, {f"{PASSES}/{DIAGNOSTICS}": found.said().encode()})
    assert found.said() == failing.told_of_twin()
    assert found.status == 0
    assert not codes_of(found.said()) & told_of(failing)


def test_every_failing_case_has_a_twin() -> None:
    failing = [case for case in CASES if not case.has_plan]
    assert len(failing) > 60
    assert [case.name for case in failing if not case.has_twin] == []


def test_every_code_of_a_golden_case_is_told_in_one_that_has_a_twin() -> None:
    told = set().union(*(told_of(case) for case in CASES))
    assert sorted(told - set().union(*(told_of(case) for case in WITH_TWIN))) == []
    assert told <= set(CODES)


def test_a_twin_is_not_the_case_itself() -> None:
    assert [case.name for case in WITH_TWIN if case.twin_files() == case.input_files()] == []


def test_a_twin_holds_no_expectation_of_an_output() -> None:
    """It is about what is told; what is written the other cases show."""
    assert [
        case.name for case in WITH_TWIN if any((case.folder / PASSES / name).exists() for name in (EXPECTED, PLAN))
    ] == []
