"""The differences that are told are those that a build makes, on any ground."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.output.difference import Difference, differences, lock_differences
from telecompile.output.difference_text import as_data, as_text, totals
from telecompile.output.lock import RenderedObject
from telecompile.output.ownership import examine
from telecompile.output.standing import body_of
from tests.output.output_builds import Tree, build, lock_of, look, put, standing

files = st.sampled_from(["a.yaml", "b/c.yaml", "b/d.txt", "e"])
contents = st.sampled_from(
    [b"kind: A\n", b"kind: B\n", b"kind: A # by hand\n", b"a: {b: [1, 2]}\n", b"", b"\xff", b"[\n"]
)
trees = st.dictionaries(files, contents, max_size=4)


def told(out: Path, tree: Tree, *, adopt: bool = False) -> tuple[Difference, ...]:
    return differences(look(out, tree, adopt=adopt), {}, ())


@given(trees, trees, trees, st.booleans())
def test_they_are_what_a_build_writes_and_removes(first: Tree, hand: Tree, second: Tree, lost: bool) -> None:
    with TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        build(out, first)
        put(out, hand)
        if lost:
            (out / "telecompile.lock").unlink()
        before = standing(out)
        found = told(out, second, adopt=True)
        assert standing(out) == before
        # Nothing is without a word: what differs does so in its fields or in its lines.
        assert all(one.fields or one.lines for one in found if one.what == "changed")
        build(out, second, adopt=True)
        after = standing(out)
        by = {what: {one.path for one in found if one.what == what} for what in ("created", "changed", "removed")}
        names = {path for path, data in (before | after).items() if data is not None and "telecompile" not in path}
        assert by["created"] == {name for name in names if before.get(name) is None}
        assert by["removed"] == {name for name in names if after.get(name) is None}
        assert by["changed"] == {
            name for name in names if None not in (was := (before.get(name), after.get(name))) and was[0] != was[1]
        }
        assert told(out, second) == ()
        as_text(found), as_data(found), totals(found, len(second))


def test_what_stays_is_named_as_well(tmp_path: Path) -> None:
    build(tmp_path, {"a.yaml": b"a: 1\n", "b.yaml": b"b: 1\n"})
    put(tmp_path, {"a.yaml": b"a: 2\n"})
    (one,) = told(tmp_path, {"b.yaml": b"b: 1\n"})
    assert (one.path, one.what, one.notes) == ("a.yaml", "left", ("changed by hand",))
    put(tmp_path, {"c.yaml": b"c: 1\n"})
    (_, other) = told(tmp_path, {"b.yaml": b"b: 1\n", "c.yaml": b"c: 1\n"}, adopt=True)
    assert (other.path, other.what) == ("c.yaml", "adopted")


def test_a_change_by_hand_is_told_from_disk_to_build(tmp_path: Path) -> None:
    build(tmp_path, {"a.yaml": b"a: 1\n"})
    put(tmp_path, {"a.yaml": b"a: 2\n"})
    assert as_text(told(tmp_path, {"a.yaml": b"a: 1\n"})) == "changed  a.yaml  changed by hand\n    a: 2 -> 1\n"


def test_what_differs_in_form_alone_is_told_as_text(tmp_path: Path) -> None:
    build(tmp_path, {"a.yaml": b"a: 1\n"})
    said = as_text(told(tmp_path, {"a.yaml": b"a:  1\n"}))
    assert said == "changed  a.yaml\n    @@ -1,2 +1,2 @@\n    -a: 1\n    +a:  1\n\n"


def test_a_secret_that_somebody_wrote_by_hand_is_not_shown(tmp_path: Path) -> None:
    build(tmp_path, {"a.yaml": b"a: 1\n", "b.txt": b"b\n"})
    put(tmp_path, {"a.yaml": b"a: 1\npassword: geheim\n", "b.txt": b"b\ntoken=geheim\n"})
    found = told(tmp_path, {"a.yaml": b"a: 1\n", "b.txt": b"b\n"})
    for said in (as_text(found), str(as_data(found))):
        assert "password" in said
        assert "token" in said
        assert "geheim" not in said


def test_nothing_that_is_shown_moves_a_cursor(tmp_path: Path) -> None:
    build(tmp_path, {"a.txt": b"a\n"})
    put(tmp_path, {"a.txt": b"\x1b[2J\r\xff\n"})
    said = as_text(told(tmp_path, {"a.txt": b"a\n"}))
    assert said.replace("\n", "").isprintable()
    assert "x1b[2J" in said


def test_an_object_that_only_changes_its_file_is_the_same(tmp_path: Path) -> None:
    body = b"apiVersion: v1\nkind: Service\nmetadata:\n  name: s\n  namespace: n\n"
    one = RenderedObject("v1", "Service", "n", "s", data=False)
    build(tmp_path, {"a/s.yaml": body})
    lock = (tmp_path / "telecompile.lock").read_text(encoding="utf-8")
    assert '"objects": {}' in lock
    written = (
        '"objects": {"a/s.yaml": {"apiVersion": "v1", "kind": "Service", "namespace": "n", "name": "s", "data": false}}'
    )
    (tmp_path / "telecompile.lock").write_text(lock.replace('"objects": {}', written), encoding="utf-8")
    tree = {"b/s.yaml": body}
    changes = examine(str(tmp_path), tree, lock_of(tree))
    gone, made = differences(changes, {"b/s.yaml": one}, ())
    assert (gone.what, gone.notes) == ("removed", ("the same object as in b/s.yaml",))
    assert (made.what, made.notes) == ("created", ("the same object as in a/s.yaml",))


@pytest.mark.parametrize(
    "data",
    [
        b"a: &a [x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c]\n",
        b"a: &a\n  b: *a\n",
        b"a: 2020-01-01\n",
        b"1: a\n",
        b"- a\n",
        b"a: {\n",
        b"!!python/object/apply:os.getcwd []\n",
        b"a: " + b"[" * 300_000 + b"]" * 300_000 + b"\n",
        b"a: b\n---\nc: d\n",
        b"",
        b"a: \xff\n",
    ],
    ids=lambda data: data[:20].decode("latin-1"),
)
def test_what_no_build_writes_is_no_object(data: bytes) -> None:
    assert body_of("a.yaml", data) is None


def test_a_lock_says_what_of_the_input_and_the_program_differs() -> None:
    former = lock_of({}, inputs={"a.yml": "1", "b.yml": None})
    new = lock_of({}, inputs={"a.yml": "2", "b.yml": None}, toolchain={"code": "other"}, telecompile="9")
    assert lock_differences(former, new) == ("version of telecompile", "toolchain code", "input a.yml")
    assert lock_differences(former, former) == ()
    assert lock_differences(None, new) == ("telecompile.lock is made",)
