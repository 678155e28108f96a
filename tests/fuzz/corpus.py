"""What mutation starts from: the inputs of the golden cases, valid and wrong ones alike."""

from __future__ import annotations

from functools import cache
from random import Random

from tests.golden.cases import find_cases

Files = dict[str, bytes]
CONFIG = (
    "telemetry_config.yml",
    "telemetry_storage_config.yml",
    "software_config.json",
    "pxe_mapping_file.csv",
    "telecompile.yml",
)
LARGEST_SEED = 60_000
"""Bytes of a whole input directory; larger cases cost more time than they have to tell."""
_GOOD_ODDS = 0.75
"""Share of seeds that compile: what is wrong already hides what stands behind it."""


@cache
def seeds() -> tuple[tuple[Files, ...], tuple[Files, ...]]:
    """Input directories that compile, and those that do not."""
    good: list[Files] = []
    wrong: list[Files] = []
    for case in find_cases():
        files = case.input_files()
        if sum(map(len, files.values())) <= LARGEST_SEED:
            (good if case.has_plan else wrong).append(files)
    return tuple(good), tuple(wrong)


def seed(random: Random) -> Files:
    """One of them."""
    good, wrong = seeds()
    return dict(random.choice(good if random.random() < _GOOD_ODDS else wrong))
