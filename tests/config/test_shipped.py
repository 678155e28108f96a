"""What is offered in place of a missing part of the storage file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from telecompile.config.former import STORAGE
from telecompile.config.shipped import shipped
from telecompile.pipeline import Until, compile_input

INPUT = Path(__file__).resolve().parents[2] / "input"
DEFAULT = yaml.safe_load((INPUT / STORAGE).read_text(encoding="utf-8"))


def mappings(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of everything that stands in a mapping."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield (*path, key)
            yield from mappings(one, (*path, key))


def test_it_is_what_the_example_input_has() -> None:
    assert shipped(()) == DEFAULT


def test_elsewhere_there_is_nothing() -> None:
    assert shipped(("victoria_cluster_storage", "vmstorages")) is None
    assert shipped(("vector_storage", "ldms", "replicas", "x")) is None


@pytest.mark.parametrize("path", list(mappings(DEFAULT)), ids=".".join)
def test_what_is_offered_for_a_missing_part_can_be_typed_in(path: tuple[str, ...]) -> None:
    contents: dict[str, bytes | str] = {one.name: one.read_bytes() for one in INPUT.iterdir() if one.is_file()}
    less = yaml.safe_load((INPUT / STORAGE).read_text(encoding="utf-8"))
    parent = less
    for step in path[:-1]:
        parent = parent[step]
    del parent[path[-1]]
    contents[STORAGE] = yaml.safe_dump(less).encode()
    found = compile_input(contents, lambda name: contents.get(name, ""), until=Until.RULES).diagnostics
    assert len(found) == 1, [one.summary for one in found]
    offered = yaml.safe_load(found[0].help.split("`")[1])
    parent.update(offered)
    contents[STORAGE] = yaml.safe_dump(less).encode()
    assert compile_input(contents, lambda name: contents.get(name, ""), until=Until.RULES).diagnostics == ()
