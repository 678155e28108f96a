"""One wrong input directory from a seed and a number: the same one wherever it is asked for."""

from __future__ import annotations

from random import Random

from tests.fuzz import text_mutations, value_mutations
from tests.fuzz.corpus import CONFIG, Files, seed

_MOST = 4
"""Changes of one mutant at most; more hide each other."""


def mutant(seed_number: int, number: int) -> Files:
    """Case *number* of the run *seed_number*."""
    random = Random(f"telecompile/{seed_number}/{number}")  # noqa: S311 - repeatable is what it must be
    files = seed(random)
    for _ in range(random.choices(range(1, _MOST + 1), (8, 4, 2, 1))[0]):
        name = _file(random, files)
        if name is None:
            continue
        if random.random() < 0.02:
            files = _exchanged(random, files, name)
            continue
        new = value_mutations.mutated(random, name, files) if random.random() < 0.6 else None
        if new is None:
            mutations, weights = zip(*text_mutations.MUTATIONS, strict=True)
            new = random.choices(mutations, weights)[0](random, files[name], files)
        files[name] = new
    return files


def _file(random: Random, files: Files) -> str | None:
    """A file to change: mostly the large ones, sometimes what they name."""
    there = [name for name in CONFIG if name in files]
    others = [name for name in files if name not in CONFIG]
    if others and random.random() < 0.1:
        return random.choice(others)
    return random.choice(there) if there else None


def _exchanged(random: Random, files: Files, name: str) -> Files:
    """A file that is gone, or has the contents of another one."""
    if random.random() < 0.5:
        return {one: data for one, data in files.items() if one != name}
    return {**files, name: random.choice(list(files.values()))}
