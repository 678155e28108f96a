"""A build may die between any two changes of the file system: the next one finishes it, and knows its own."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from telecompile.output.lock import read_lock
from telecompile.output.paths import JOURNAL, LOCK, beside, folders_of
from tests.output.output_builds import Tree, build, dies, look, put, standing

# Few names, so that builds meet: files, folders, and one that is a file here and a folder there.
NAMES = ["a", "b", "c", "c/d", "c/e/f", "c/e/g", "h/i"]
BY_HAND = b"by hand"
FOREIGN = {"mine": b"foreign", "h/mine": b"foreign"}


def fits(tree: Tree) -> bool:
    return not folders_of(tree) & tree.keys()


trees = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([b"", b"one", b"two" * 9]), max_size=5).filter(fits)
names = st.sets(st.sampled_from(NAMES), max_size=2)
bounded = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def started(former: Tree, edited: Tree) -> Iterator[Path]:
    """Make a place with ``start``: the former build, edited by hand, and foreign files."""
    with tempfile.TemporaryDirectory() as place:
        start = Path(place, "start")
        build(start, former)
        put(start, {**edited, **FOREIGN})
        yield Path(place)


def again(place: Path) -> Path:
    """Make a fresh copy of ``start``."""
    shutil.rmtree(place / "out", ignore_errors=True)
    return Path(shutil.copytree(place / "start", place / "out"))


@given(former=trees, new=trees, third=trees, edits=names)
@settings(bounded, max_examples=25)
def test_whichever_change_was_the_last_the_next_build_ends_right(
    former: Tree, new: Tree, third: Tree, edits: set[str]
) -> None:
    edited = dict.fromkeys(edits & former.keys(), BY_HAND)
    with started(former, edited) as place:
        assume(not build(again(place), new).refused)
        expected = standing(place / "out")
        for step in itertools.count():
            out = again(place)
            if not dies(step, partial(build, out, new)):
                assert standing(out) == expected
                break
            check_after_death(out, new)
            dead = Path(shutil.copytree(out, place / f"dead{step}"))
            finish(out, new, edited)
            assert standing(out) == expected
            finish(dead, third, edited)


def check_after_death(out: Path, tree: Tree) -> None:
    changes = look(out, tree)
    assert not changes.clean
    assert changes.differences()
    if (out / LOCK).exists():
        read_lock((out / LOCK).read_bytes())


def finish(out: Path, tree: Tree, edited: Tree) -> None:
    """Build to the end, and require exactly the wanted tree beside what is foreign or was changed by hand."""
    changes = build(out, tree)
    assert {one.path for one in changes.findings if not one.refuses} <= edited.keys()
    found = standing(out)
    assert FOREIGN.items() <= found.items()
    if changes.refused:
        return
    files = {path: data for path, data in found.items() if data is not None}
    lock = read_lock(files.pop(LOCK))
    assert lock.outputs.keys() == tree.keys()
    assert tree.items() <= files.items()
    rest = files.keys() - tree.keys() - FOREIGN.keys()
    assert all(path in edited and files[path] == BY_HAND for path in rest)
    assert found.keys() - files.keys() - {LOCK} == folders_of(files)
    assert look(out, tree).clean


@given(
    former=trees,
    deaths=st.lists(st.tuples(trees, st.integers(0, 25)), min_size=2, max_size=4),
    last=trees,
    claimed=st.sets(st.sampled_from(["b", "c/e/g"])),
)
@settings(bounded, max_examples=120)
def test_many_deaths_in_a_row_lose_track_of_nothing(
    former: Tree, deaths: list[tuple[Tree, int]], last: Tree, claimed: set[str]
) -> None:
    held = dict.fromkeys(claimed - former.keys(), b"held")
    assume(fits({**former, **held}))
    with started(former, {}) as place:
        out = place / "start"
        put(out, held)
        for tree, step in deaths:
            dies(step, partial(build, out, tree, adopt=True))
        still_held = {path: data for path, data in held.items() if standing(out).get(path) == data}
        changes = build(out, last)
        assert changes.paths("rewritten") == changes.paths("kept") == ()
        found = standing(out)
        assert FOREIGN.items() <= found.items()
        assert {path: data for path, data in still_held.items() if path not in last}.items() <= found.items()
        if not changes.refused:
            files = {path for path, data in found.items() if data is not None}
            assert files <= {*last, *FOREIGN, *still_held, LOCK}
            assert {path: found[path] for path in last} == dict(last)
            assert look(out, last).clean


def test_what_a_dead_build_was_allowed_to_adopt_needs_no_second_leave(tmp_path: Path) -> None:
    put(tmp_path, {"a": b"held", "b": b"held"})
    assert dies(4, partial(build, tmp_path, {"a": b"1", "b": b"1"}, adopt=True))
    assert standing(tmp_path).keys() == {"a", "b", JOURNAL, beside("a")}
    changes = build(tmp_path, {"a": b"1"})
    assert [one.code for one in changes.diagnostics] == ["output-unfinished"]
    assert {path: data for path, data in standing(tmp_path).items() if path != LOCK} == {
        "a": b"1",
        "b": b"held",
    }
