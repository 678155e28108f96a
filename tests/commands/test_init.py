"""`telecompile init`: all files or none, and never over anything."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from telecompile.commands import init as module
from telecompile.commands.init import init
from telecompile.explain.starter import starter
from telecompile.output.disk import write_new
from telecompile.output.problem import OutputProblem
from tests.golden.cases import files_below
from tests.golden.compiled import Silent

TELECOMPILE = Path(sys.executable).with_name("telecompile")


def run(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TELECOMPILE, *words], cwd=folder, capture_output=True, text=True, check=False)


def test_it_writes_what_builds_without_a_word(tmp_path: Path) -> None:
    made = run("init", "mine", folder=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert "mine/telemetry_config.yml" in made.stdout
    built = run("build", "mine", "-o", "out", "--strict", folder=tmp_path)
    assert (built.returncode, built.stderr) == (0, "")


def test_the_command_that_it_proposes_can_be_typed_in(tmp_path: Path) -> None:
    made = run("init", "x y", folder=tmp_path)
    proposed = made.stdout.rstrip("\n").rpartition(": ")[2]
    assert shlex.split(proposed) == ["telecompile", "plan", "x y"]
    assert run(*shlex.split(proposed)[1:], folder=tmp_path).returncode == 0


def test_the_directory_may_be_there_and_hold_other_files(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert init(str(tmp_path), Silent()) == 0
    assert files_below(tmp_path).keys() == starter().keys() | {"notes.txt"}


@pytest.mark.parametrize("held", ["telecompile.yml", "schemas/telecompile.schema.json"])
def test_what_is_there_stays_and_nothing_is_written(tmp_path: Path, held: str) -> None:
    (tmp_path / "mine" / held).parent.mkdir(parents=True)
    (tmp_path / "mine" / held).write_text("mine", encoding="utf-8")
    done = run("init", "mine", folder=tmp_path)
    assert done.returncode == 4
    assert f"mine has {held} already" in done.stderr
    assert "help: move it away, or write to another directory" in done.stderr
    assert files_below(tmp_path / "mine") == {held: b"mine"}


def test_a_link_to_nothing_is_something(tmp_path: Path) -> None:
    (tmp_path / "telemetry_config.yml").symlink_to(tmp_path / "elsewhere")
    assert init(str(tmp_path), Silent()) == 4
    assert not (tmp_path / "elsewhere").exists()


def test_a_file_in_the_place_of_the_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("", encoding="utf-8")
    done = run("init", "mine", folder=tmp_path)
    assert done.returncode == 4
    assert "error[output-unusable]" in done.stderr


@pytest.mark.parametrize("there", [True, False], ids=["directory there", "directory made"])
def test_where_one_file_cannot_be_written_none_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    target = tmp_path / "mine"
    if there:
        target.mkdir()
    write = write_new

    def full(path: str, data: bytes) -> None:
        if path.endswith("telecompile.yml"):
            raise OutputProblem("output-unusable", "no space left", "", path)
        write(path, data)

    monkeypatch.setattr(module, "write_new", full)
    assert init(str(target), Silent()) == 4
    assert target.exists() == there
    assert not list(target.rglob("*"))
