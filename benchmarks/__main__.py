"""Measures everything in one run and prints a table; exit status 1 when a limit is exceeded.

Every round runs each command once, so that a machine that grows slower does so for all of
them, the unit included.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from .process import Cost, imported, run
from .table import Row, table
from .works import FEW, IMPORTS, MANY, Work, fleets, single, unchanged_build

FLEET_RUNS = 5
"""A fleet is long enough to be measured few times."""

HEAVY = frozenset({"pydantic", "pydantic_core", "jinja2", "yaml"})
"""What a build that changes nothing must not import."""

TOLERANCE = 1.15
"""How far linear time and flat memory may be missed, by noise."""


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, metavar="N", help="rounds of the short commands (default: 20)")
    runs = max(1, parser.parse_args().runs)
    with TemporaryDirectory(prefix="telecompile-benchmark-") as name:
        room = Path(name)
        unit, works, costs = _measure(single(room), runs)
        rows = _rows(unit, works, costs)
        heavy = HEAVY & imported(unchanged_build(room))
        fleet_unit, fleet_works, fleet_costs = _measure(fleets(room), FLEET_RUNS)
        # Of the smaller fleet only the growth is judged: what one start costs weighs more on each of its clusters.
        rows += _rows(fleet_unit, fleet_works[:-1], fleet_costs[:-1])
        rows += _growth(few=fleet_costs[-1], many=fleet_costs[0])
    best = min(cost.seconds for cost in (*unit, *fleet_unit))
    print(f"I = {best * 1000:.0f} ms: {IMPORTS[-1]}\n\n{table(rows)}")
    if heavy:
        print(f"\na build that changes nothing imports {', '.join(sorted(heavy))}")
    return 1 if heavy or any(row.ratio > row.limit for row in rows) else 0


def _measure(works: Sequence[Work], runs: int) -> tuple[list[Cost], Sequence[Work], list[list[Cost]]]:
    """The cost of the unit and of every work, run in turn; the first round only warms up."""
    unit: list[Cost] = []
    costs: list[list[Cost]] = [[] for _ in works]
    for number in range(runs + 1):
        of_unit, of_works = run(IMPORTS), [_run(work) for work in works]
        if number:
            unit.append(of_unit)
            for known, cost in zip(costs, of_works, strict=True):
                known.append(cost)
    return unit, works, costs


def _run(work: Work) -> Cost:
    work.before()
    return run(work.command)


def _rows(unit: Sequence[Cost], works: Sequence[Work], costs: Sequence[Sequence[Cost]]) -> list[Row]:
    rows = []
    for work, cost in zip(works, costs, strict=True):
        best, typical = (
            of(one.seconds for one in cost) / of(one.seconds for one in unit) / work.clusters for of in (min, median)
        )
        rows.append(Row(work.name, best, typical, work.limit, work.stretch))
    return rows


def _growth(*, few: Sequence[Cost], many: Sequence[Cost]) -> list[Row]:
    """How time and memory of the larger fleet compare with the smaller one's."""
    linear = MANY / FEW
    time, typical = (of(one.seconds for one in many) / of(one.seconds for one in few) for of in (min, median))
    memory = max(one.memory for one in many) / max(one.memory for one in few)
    return [
        Row(f"time, {MANY} clusters to {FEW}", time, typical, linear * TOLERANCE, linear),
        Row(f"memory, {MANY} clusters to {FEW}", memory, memory, TOLERANCE, 1.05),
    ]


if __name__ == "__main__":
    sys.exit(main())
