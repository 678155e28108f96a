"""What is measured, and how long it may take (semantics.md, section 6)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from .process import TELECOMPILE

INPUT = Path(__file__).parent.parent / "input"
IMPORTS = (sys.executable, "-c", "import pydantic, yaml, jinja2")
"""The unit, I: every limit is a multiple of its wall time in the same run."""

FEW, MANY = 25, 100
"""Clusters of the two fleets; what the larger one costs more tells whether it is linear."""


class Work(NamedTuple):
    """A command, made ready by ``before``; ``limit`` and ``stretch`` hold for each of its ``clusters``."""

    name: str
    command: tuple[str, ...]
    limit: float
    stretch: float
    clusters: int = 1
    before: Callable[[], None] = lambda: None


def unchanged_build(room: Path) -> tuple[str, ...]:
    """The command of a build that finds nothing to do from its second time on."""
    return (TELECOMPILE, "build", str(INPUT), "-o", str(room / "same"))


def single(room: Path) -> tuple[Work, ...]:
    """The everyday commands on the default input; ``room`` is a folder of ours."""
    new = room / "new"
    return (
        Work("--version", (TELECOMPILE, "--version"), 0.5, 0.3),
        Work("--help", (TELECOMPILE, "--help"), 0.5, 0.3),
        Work("validate", (TELECOMPILE, "validate", str(INPUT)), 2.0, 1.5),
        Work("build, empty directory", (*unchanged_build(room)[:-1], str(new)), 2.6, 1.8, before=_emptied(new)),
        Work("build, nothing changed", unchanged_build(room), 0.4, 0.25),
    )


def fleets(room: Path) -> tuple[Work, ...]:
    """The fleet of `MANY` clusters into empty directories and again, by cluster; last the one of `FEW`, to compare."""
    many, few = _fleet(room, MANY), _fleet(room, FEW)
    name = f"fleet of {MANY}, a cluster"
    return (
        Work(f"{name}, empty directory", many, 0.25, 0.1, MANY, _emptied(Path(many[-1]))),
        Work(f"{name}, nothing changed", many, 0.03, 0.03, MANY),
        Work(f"fleet of {FEW}, a cluster, empty directory", few, 0.25, 0.1, FEW, _emptied(Path(few[-1]))),
    )


def _fleet(room: Path, clusters: int) -> tuple[str, ...]:
    inputs = room / f"clusters-{clusters}"
    _make_clusters(inputs, clusters)
    return (TELECOMPILE, "build", "--fleet", str(inputs), "-o", str(room / f"fleet-{clusters}"))


def _make_clusters(folder: Path, number: int) -> None:
    """No two alike, so that nothing remembered of one serves another."""
    for index in range(number):
        cluster = folder / f"cluster-{index:03}"
        shutil.copytree(INPUT, cluster)
        (cluster / "telecompile.yml").write_text(f"namespace: telemetry-{index:03}\n")


def _emptied(folder: Path) -> Callable[[], None]:
    """Out of the way, and not removed: ext4 passes over what was freed a moment ago, which would be measured too."""
    numbers = count()

    def moved() -> None:
        if folder.exists():
            folder.rename(folder.with_name(f"{folder.name}.before-{next(numbers)}"))

    return moved
