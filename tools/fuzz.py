"""Compile wrong input directories by the thousand, and keep the smallest of each kind that is answered wrongly.

`make fuzz CASES=20000 SEED=7`. A case is had again by its seed and number. What fails is made small and written to
`.cache/fuzz/` as an input directory, from where it becomes a golden case or a test.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.fuzz.bounding import validated
from tests.fuzz.commanding import command_problems
from tests.fuzz.corpus import Files
from tests.fuzz.heavy import HEAVY
from tests.fuzz.judging import Problem, problems
from tests.fuzz.limiting import limited
from tests.fuzz.minimising import minimised
from tests.fuzz.mutants import mutant
from tests.golden.cases import put

KEPT = Path(".cache/fuzz")
_BATCH = 100
_COMMANDED = 20
"""Of so many cases one goes through the whole command line too, which takes ten times as long."""


class Failure(NamedTuple):
    """A kind of failure, the first case that showed it, and what was told."""

    kind: str
    number: int
    told: str


def main() -> int:
    """Run the cases on every processor, and print what fails."""
    asked = _arguments()
    shutil.rmtree(KEPT, ignore_errors=True)
    if asked.heavy:
        return _heavy()
    if asked.case is not None:
        return _report(asked.seed, {one.kind: one for one in _failures(asked.seed, asked.case, 1)}, 1)
    failures: dict[str, Failure] = {}
    starts = range(asked.first, asked.first + asked.cases, _BATCH)
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        done = workers.map(_batch, [(asked.seed, at, min(_BATCH, asked.first + asked.cases - at)) for at in starts])
        for found in done:
            for one in found:
                failures.setdefault(one.kind, one)
    return _report(asked.seed, failures, asked.cases)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--case", type=int, help="this one alone")
    parser.add_argument("--heavy", action="store_true", help="every kind of file of 4 MiB in place of the cases")
    return parser.parse_args()


def _heavy() -> int:
    """Validate one file of 4 MiB of every kind within the limits."""
    failed = 0
    for kind in HEAVY:
        before = os.times()
        with TemporaryDirectory() as folder:
            status = validated(kind, Path(folder)).status
        spent = os.times()
        seconds = spent.children_user + spent.children_system - before.children_user - before.children_system
        print(f"{kind}: status {status}, {seconds:.1f} s of processor time")
        failed += status not in (0, 1)
    return 1 if failed else 0


def _batch(work: tuple[int, int, int]) -> list[Failure]:
    return list(_failures(*work))


def _failures(seed: int, first: int, cases: int) -> Iterator[Failure]:
    for number in range(first, first + cases):
        files = mutant(seed, number)
        found = limited(problems, files)
        if number % _COMMANDED == 0:
            found += limited(command_problems, files)
        for one in found:
            yield Failure(one.kind, number, one.told)


def _report(seed: int, failures: dict[str, Failure], cases: int) -> int:
    """Print each kind with the smallest input that shows it, and keep that."""
    for place, one in enumerate(failures.values()):
        small = minimised(mutant(seed, one.number), partial(_fails, one.kind))
        folder = KEPT / str(place)
        put(folder, small)
        told = next((two.told for two in _judged(small) if two.kind == one.kind), one.told)
        print(f"{one.kind}\n  seed {seed}, case {one.number}; made small in {folder}\n  {told}\n")
    print(f"{cases} cases, {len(failures)} kinds of failure")
    return 1 if failures else 0


def _fails(kind: str, files: Files) -> bool:
    return any(one.kind == kind for one in _judged(files))


def _judged(files: Files) -> list[Problem]:
    return limited(problems, files) or limited(command_problems, files)


if __name__ == "__main__":
    sys.exit(main())
