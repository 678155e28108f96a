"""A bounded number of wrong inputs in every run; `make fuzz` compiles as many as one likes."""

from __future__ import annotations

import pytest

from tests.fuzz.commanding import command_problems
from tests.fuzz.judging import Problem, compiled, problems
from tests.fuzz.limiting import limited
from tests.fuzz.minimising import minimised
from tests.fuzz.mutants import mutant

SEED = 5
"""Never another one here, so that a red run is about the change; new ground is broken by `make fuzz SEED=...`."""
CASES, AT_ONCE, COMMANDED = 600, 50, 6


@pytest.mark.parametrize("first", range(0, CASES, AT_ONCE))
def test_any_input_is_answered(first: int) -> None:
    """No exception, nothing beside the table of codes, every place inside its file, no word of a library."""
    for number in range(first, first + AT_ONCE):
        assert not limited(problems, mutant(SEED, number)), (
            f"`python -m tools.fuzz --seed {SEED} --case {number}` makes it small"
        )


@pytest.mark.parametrize("number", range(COMMANDED))
def test_every_command_ends_as_it_may(number: int) -> None:
    """With a status of semantics.md, section 5, and never with a bug."""
    files = mutant(SEED, CASES + number)
    assert not limited(command_problems, files)


def test_a_mutant_is_the_same_again() -> None:
    assert [mutant(SEED, number) for number in range(20)] == [mutant(SEED, number) for number in range(20)]


def test_mutants_are_many_kinds_of_wrong_and_some_are_right() -> None:
    """A mutator that only broke the syntax would find nothing behind the loaders."""
    told = [
        {one.code for one in compiled(mutant(SEED, number)).diagnostics if one.severity == "error"}
        for number in range(200)
    ]
    assert len(set().union(*told)) > 20
    assert sum(not one for one in told) > 20


def test_what_fails_is_made_small() -> None:
    files = minimised(
        mutant(SEED, 3) | {"telecompile.yml": b"alerts: true\nlabels:\n  a: wrong\n"},
        lambda one: b"wrong" in one.get("telecompile.yml", b""),
    )
    assert files["telecompile.yml"] == b"wrong"


def test_a_failure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in the compiler is a failure of its own kind."""

    def broken(*arguments: object, **more: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("tests.fuzz.judging.compile_input", broken)
    assert [one.kind.partition(" ")[0] for one in problems(mutant(SEED, 0))] == ["RuntimeError"]
    assert isinstance(problems(mutant(SEED, 0))[0], Problem)
