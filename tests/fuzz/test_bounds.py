"""A file of 4 MiB is answered within bounded time and memory, whatever it holds.

The limits are the kernel's, and several times what is measured: work that grows with the square of
a file goes past them by far. `make fuzz` runs every kind of `tests/fuzz/heavy.py`, these are the ones
that were quadratic once and those that take most.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.bounding import validated
from tests.fuzz.heavy import HEAVY

KINDS = [
    "yaml-60000-unknown-keys",
    "yaml-60000-duplicates",
    "yaml-wrong-items",
    "yaml-repeated-items",
    "yaml-wrong-objects",
    "yaml-many-ranges",
    "yaml-one-double-quote",
    "yaml-at-signs",
    "yaml-bomb",
    "json-backslashes",
    "csv-wrong-rows",
    "pem-open",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_heavy_file_is_answered(kind: str, tmp_path: Path) -> None:
    spent = validated(kind, tmp_path)
    assert spent.status in (0, 1), (spent.status, spent.err[-500:])
    assert ("error[" in spent.err) == (spent.status == 1)
    assert len(spent.err) < 2**20, "nobody reads a megabyte of messages"


@pytest.mark.parametrize(("kind", "told"), [("yaml-deep-64", False), ("yaml-deep-65", True)])
def test_nesting_is_refused_just_behind_its_bound(kind: str, told: bool, tmp_path: Path) -> None:
    assert ("error[nesting-too-deep]" in validated(kind, tmp_path).err) is told


def test_every_kind_is_as_large_as_it_says() -> None:
    assert set(KINDS) <= HEAVY.keys()
    assert len(HEAVY["yaml-brackets"][1]()) == 4 * 2**20
