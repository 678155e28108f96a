"""Which files of the output directory a build writes, takes over, keeps or refuses."""

from __future__ import annotations

import ast
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from telecompile.output.apply import apply, hold
from telecompile.output.ownership import examine
from telecompile.output.paths import JOURNAL, LOCK, STATE_BESIDE, beside
from telecompile.output.problem import OutputProblem
from tests.output.output_builds import build, lock_of, look, put, standing

OUTPUT = Path(__file__).resolve().parents[2] / "compiler" / "output"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where to build to; not there yet."""
    return tmp_path / "deep" / "out"


def codes(changes: Any) -> list[tuple[str, str, str]]:
    return [(one.code, one.severity, one.file) for one in changes.diagnostics]


def test_first_build_writes_tree_and_lock_and_nothing_else(out: Path) -> None:
    changes = build(out, {"a/b.yaml": b"one", "c.yaml": b""})
    assert changes.differences() == ("would write a/b.yaml", "would write c.yaml", f"would write {LOCK}")
    assert standing(out).keys() == {"a", "a/b.yaml", "c.yaml", LOCK}


def test_only_files_whose_bytes_change_are_touched(out: Path) -> None:
    build(out, {"same": b"1", "new": b"1"})
    before = {name: (out / name).stat() for name in ("same", "new", LOCK)}
    assert build(out, {"same": b"1", "new": b"1"}).clean
    assert {name: (out / name).stat() for name in before} == before
    build(out, {"same": b"1", "new": b"2"})
    assert (out / "same").stat() == before["same"]
    assert (out / "new").stat().st_ino != before["new"].st_ino


def test_modes_follow_the_umask(out: Path) -> None:
    former = os.umask(0o027)
    try:
        build(out, {"a/b": b""})
    finally:
        os.umask(former)
    assert [(out / name).stat().st_mode & 0o777 for name in ("a", "a/b", LOCK)] == [0o750, 0o640, 0o640]


def test_files_no_longer_needed_go_with_their_folders(out: Path) -> None:
    build(out, {"a/b/c": b"1", "a/d": b"1", "e/f": b"1"})
    put(out, {"e/mine": b""})
    changes = build(out, {"a/d": b"1"})
    assert changes.differences() == ("would remove a/b/c", "would remove e/f", f"would write {LOCK}")
    assert standing(out).keys() == {"a", "a/d", "e", "e/mine", LOCK}


@pytest.mark.parametrize(("first", "second"), [({"a": b"1"}, {"a/b/c": b"1"}), ({"a/b/c": b"1"}, {"a": b"1"})])
def test_a_file_may_turn_into_a_folder_and_back(out: Path, first: Any, second: Any) -> None:
    build(out, first)
    build(out, second)
    assert {path: data for path, data in standing(out).items() if data == b"1"} == second


@pytest.mark.parametrize(("data", "said"), [(b"theirs", "did not write"), (b"1", "its bytes are the needed ones")])
def test_a_foreign_file_is_refused_until_adopted(out: Path, data: bytes, said: str) -> None:
    put(out, {"a": data})
    refused = build(out, {"a": b"1", "b": b"1"})
    assert codes(refused) == [("output-foreign-file", "error", "a")]
    assert said in refused.diagnostics[0].summary
    assert standing(out) == {"a": data}
    assert refused.differences()[0] == "held by a foreign file a"
    adopted = build(out, {"a": b"1", "b": b"1"}, adopt=True)
    assert (adopted.paths("adopted"), adopted.diagnostics) == (("a",), ())
    assert adopted.adoptions() == (
        f"adopts a, {'which is as needed' if data == b'1' else 'and replaces what it holds'}",
    )
    assert (out / "a").read_bytes() == b"1"
    assert build(out, {"a": b"1", "b": b"1"}).clean


def test_a_lost_lock_is_one_matter(out: Path) -> None:
    tree = {"a": b"1", "b": b"1", "c": b"1"}
    build(out, tree)
    (out / LOCK).unlink()
    put(out, {"c": b"theirs"})
    refused = build(out, tree)
    assert codes(refused) == [("output-foreign-file", "error", LOCK), ("output-foreign-file", "error", "c")]
    assert refused.diagnostics[0].summary == f"{LOCK} is missing; 2 files hold just what is needed"
    assert "--adopt" in refused.diagnostics[0].help
    assert look(out, tree, adopt=True).differences()[:3] == ("would adopt a", "would adopt b", "would replace c")
    assert not build(out, tree, adopt=True).refused
    assert look(out, tree).clean


def test_with_a_lock_each_foreign_file_is_a_matter_of_its_own(out: Path) -> None:
    build(out, {})
    put(out, {"a": b"1", "b": b"1"})
    assert [one.file for one in build(out, {"a": b"1", "b": b"1"}).diagnostics] == ["a", "b"]


def test_an_edited_file_is_written_anew_with_a_warning(out: Path) -> None:
    build(out, {"a": b"1"})
    put(out, {"a": b"edited"})
    changes = build(out, {"a": b"1"})
    assert codes(changes) == [("output-hand-edited", "warning", "a")]
    assert changes.differences() == ("changed by hand a",)
    assert (out / "a").read_bytes() == b"1"
    assert build(out, {"a": b"1"}).clean


def test_an_edit_that_foresaw_the_new_bytes_needs_no_warning(out: Path) -> None:
    build(out, {"a": b"1"})
    put(out, {"a": b"2"})
    assert not build(out, {"a": b"2"}).diagnostics


def test_an_edited_file_no_longer_needed_is_kept_named_and_then_foreign(out: Path) -> None:
    build(out, {"a": b"1"})
    put(out, {"a": b"edited"})
    assert codes(build(out, {})) == [("output-stale-kept", "warning", "a")]
    assert (out / "a").read_bytes() == b"edited"
    assert look(out, {}).clean
    assert look(out, {"a": b"1"}).refused


def test_a_deleted_file_comes_back_silently(out: Path) -> None:
    build(out, {"a/b": b"1"})
    (out / "a/b").unlink()
    changes = build(out, {"a/b": b"1"})
    assert (changes.differences(), changes.diagnostics) == (("would write a/b",), ())
    assert (out / "a/b").read_bytes() == b"1"


def link(path: Path) -> None:
    path.symlink_to("elsewhere")


def link_inside(path: Path) -> None:
    path.mkdir()
    link(path / "b")


def folder_inside(path: Path) -> None:
    (path / "b").mkdir(parents=True)


def folder_with_a_file_inside(path: Path) -> None:
    put(path, {"b/theirs": b""})


def pipe_inside(path: Path) -> None:
    path.mkdir()
    os.mkfifo(path / "b")


def half_written_inside(path: Path) -> None:
    put(path, {".b.telecompile-new": b""})


@pytest.mark.parametrize("adopt", [False, True])
@pytest.mark.parametrize(
    ("stands", "how"),
    [
        ("a", link),
        ("a", link_inside),
        ("a", folder_inside),
        ("a", folder_with_a_file_inside),
        ("a", Path.touch),
        ("a", pipe_inside),
        ("a", half_written_inside),
        (STATE_BESIDE, link),
    ],
)
def test_what_nobody_may_replace_blocks(out: Path, stands: str, how: Any, adopt: bool) -> None:
    elsewhere = out / "elsewhere"
    elsewhere.mkdir(parents=True)
    how(out / stands)
    changes = build(out, {"a/b": b"1", "c": b"1"}, adopt=adopt)
    assert {one.code for one in changes.diagnostics} == {"output-unusable"}
    assert changes.refused
    assert not (out / "c").exists()
    assert not (out / LOCK).exists()
    assert not list(elsewhere.iterdir())
    with pytest.raises(ValueError, match="not applied"):
        apply(changes)


def test_the_output_directory_itself_may_be_a_link(out: Path) -> None:
    out.mkdir(parents=True)
    alias = out.parent / "alias"
    alias.symlink_to(out)
    build(alias, {"a": b"1"})
    assert (out / "a").read_bytes() == b"1"


def test_a_stale_file_behind_a_link_is_never_removed(out: Path) -> None:
    build(out, {"a/b": b"1"})
    (out / "a").rename(out.parent / "moved")
    (out / "a").symlink_to(out.parent / "moved")
    with pytest.raises(OutputProblem, match="is a link") as caught:
        build(out, {})
    assert caught.value.code == "output-lock"
    assert (out.parent / "moved/b").exists()


def test_a_stale_file_replaced_by_a_link_is_kept(out: Path) -> None:
    build(out, {"a": b"1"})
    (out / "a").unlink()
    (out / "a").symlink_to("elsewhere")
    assert build(out, {}).paths("kept") == ("a",)
    assert (out / "a").is_symlink()


def test_an_unfinished_build_is_reported_until_it_is_finished(out: Path) -> None:
    build(out, {"a": b"1"})
    put(out, {STATE_BESIDE: b"half"})
    assert look(out, {"a": b"1"}).differences() == ("unfinished build",)
    assert codes(build(out, {"a": b"1"})) == [("output-unfinished", "note", JOURNAL)]
    assert standing(out).keys() == {"a", LOCK}


@pytest.mark.parametrize("path", ["", "/a", "../a", "a/../b", "a//b", "a\\b", "c:a", "a\0", LOCK, JOURNAL, beside("a")])
def test_no_build_may_want_a_path_that_leads_elsewhere(out: Path, path: str) -> None:
    with pytest.raises(ValueError, match="output path"):
        look(out, {path: b""})


def test_two_builds_at_once_exclude_each_other_and_two_checks_do_not(out: Path) -> None:
    with (
        hold(str(out), writing=True),
        pytest.raises(OutputProblem, match="another build is writing to") as caught,
    ):
        build(out, {})
    assert caught.value.code == "output-busy"
    with hold(str(out), writing=False), hold(str(out), writing=False), pytest.raises(OutputProblem):
        build(out, {})
    build(out, {})


def test_a_check_makes_no_directory(out: Path) -> None:
    with hold(str(out), writing=False):
        assert not look(out, {"a": b"1"}).clean
    assert not out.parent.exists()


def test_an_output_directory_that_is_a_file_is_a_problem(out: Path) -> None:
    put(out.parent, {"out": b""})
    for writing in (True, False):
        with pytest.raises(OutputProblem) as caught, hold(str(out), writing=writing):
            pass
        assert (caught.value.code, caught.value.path) == ("output-unusable", str(out))
    with pytest.raises(OutputProblem, match="not a directory"):
        look(out, {"a": b"1"})


@pytest.mark.parametrize(
    ("call", "path"), [("open", STATE_BESIDE), ("replace", JOURNAL), ("mkdir", "x"), ("unlink", "old")]
)
def test_what_the_system_refuses_is_said_in_plain_words(
    out: Path, monkeypatch: pytest.MonkeyPatch, call: str, path: str
) -> None:
    build(out, {"old": b"1"})
    plain = getattr(os, call)

    def refuse(*arguments: Any, **options: Any) -> Any:
        if call != "open" or arguments[1] & os.O_CREAT:
            raise OSError(errno.EROFS, "never shown")
        return plain(*arguments, **options)

    changes = look(out, {"x/new": b"2"})
    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(OutputProblem) as caught:
        apply(changes)
    assert caught.value.message.endswith(f"{out / path}: read-only file system")
    assert caught.value.help
    monkeypatch.undo()
    assert not build(out, {"x/new": b"2"}).refused
    assert standing(out).keys() == {"x", "x/new", LOCK}


def test_a_full_disk_leaves_no_half_file(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out.mkdir(parents=True)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "")

    changes = examine(str(out), {"a": b"1"}, lock_of({}))
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OutputProblem, match="no space left"):
        apply(changes)
    assert not standing(out)


def test_one_module_changes_the_file_system() -> None:
    changing = {
        "mkdir",
        "makedirs",
        "write",
        "rename",
        "replace",
        "unlink",
        "remove",
        "rmdir",
        "truncate",
        "chmod",
    }
    for path in OUTPUT.glob("*.py"):
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        named = {one.attr for one in calls if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "os"}
        plain = {one.id for one in calls if isinstance(one, ast.Name)}
        assert path.name == "disk.py" or (not named & changing and "open" not in plain), path.name
