"""The short way: taken only when nothing a build would read or write has changed, and cheap to import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.output.apply import apply
from telecompile.output.hashing import digest
from telecompile.output.ownership import examine
from telecompile.output.paths import JOURNAL, LOCK, STATE_BESIDE
from telecompile.output.unchanged import Unchanged, unchanged
from tests.output.output_builds import lock_of, standing

WARNING = Diagnostic("some-code", "warning", "said before", "a.yml")
TREE = {"kafka/a.yaml": b"1", "kafka/deep/b.yaml": b"2", "c.yaml": b"3"}
KEY: dict[str, Any] = {
    "input_names": ("a.yml", "b.csv"),
    "telecompile": "0.1.0",
    "toolchain": {"code": "c0de"},
    "options": {"o": "1"},
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Make a directory with the input ``in`` and its finished build ``out``."""
    files = {"in/a.yml": b"a", "in/values.yaml": b"v", "ca.pem": b"ca"}
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / "out").mkdir()
    lock = lock_of(
        TREE,
        options={"o": "1"},
        inputs={"a.yml": digest(b"a"), "b.csv": None},
        referenced={"values.yaml": digest(b"v"), str(tmp_path / "ca.pem"): digest(b"ca"), "none": None},
        diagnostics=(WARNING,),
        fresh_until=int(time.time()) + 1000,
    )
    apply(examine(str(tmp_path / "out"), TREE, lock))
    return tmp_path


def ask(place: Path, **other: Any) -> Unchanged | None:
    return unchanged(str(place / "in"), str(place / "out"), **{**KEY, **other})


def test_an_unchanged_build_says_again_what_it_said(place: Path) -> None:
    before = standing(place)
    answer = ask(place)
    assert answer is not None
    assert (answer.files, answer.diagnostics) == (3, (WARNING,))
    assert standing(place) == before


@pytest.mark.parametrize(
    "other",
    [
        {"telecompile": "0.1.1"},
        {"toolchain": {"code": "c0de", "pydantic": "2.12"}},
        {"options": {"o": "2"}},
        {"input_names": ("a.yml", "b.csv", "new.yml")},
    ],
)
def test_another_key_is_a_change(place: Path, other: dict[str, Any]) -> None:
    assert ask(place, **other) is None


def write(path: str, data: bytes = b"x") -> Callable[[Path], object]:
    return lambda place: (place / path).write_bytes(data)


def relink(place: Path) -> None:
    (place / "out/kafka").rename(place / "kafka")
    (place / "out/kafka").symlink_to(place / "kafka")


def relink_file(place: Path) -> None:
    (place / "out/c.yaml").rename(place / "c.yaml")
    (place / "out/c.yaml").symlink_to(place / "c.yaml")


def pipe(place: Path) -> None:
    (place / "in/values.yaml").unlink()
    os.mkfifo(place / "in/values.yaml")


def relock(**entries: Any) -> Callable[[Path], object]:
    def change(place: Path) -> None:
        path = place / "out" / LOCK
        path.write_text(json.dumps(json.loads(path.read_bytes()) | entries))

    return change


@pytest.mark.parametrize(
    "change",
    [
        write("in/a.yml"),
        write("in/b.csv"),
        write("in/values.yaml"),
        write("in/none"),
        write("ca.pem"),
        write("out/c.yaml"),
        write("out/kafka/deep/b.yaml"),
        write(f"out/{JOURNAL}"),
        write(f"out/{STATE_BESIDE}"),
        write(f"out/{LOCK}", b"[" * 100_000),
        lambda place: (place / "in/a.yml").unlink(),
        lambda place: (place / "out/c.yaml").unlink(),
        lambda place: (place / "out" / LOCK).unlink(),
        relink,
        relink_file,
        pipe,
        relock(fresh_until=1),
        relock(diagnostics=[{"code": 1}]),
        relock(outputs={"../ca.pem": digest(b"ca")}),
        relock(outputs=[]),
        relock(inputs=None),
    ],
)
def test_any_change_is_seen(place: Path, change: Callable[[Path], object]) -> None:
    change(place)
    assert ask(place) is None


def test_it_imports_nothing_heavy() -> None:
    code = "import sys; import telecompile.output.unchanged; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {
        "typing",
        "dataclasses",
        "pathlib",
        "pydantic",
        "yaml",
        "jinja2",
        "importlib.metadata",
        "contextlib",
    }
    # The environment's start-up files may import some of them first.
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not heavy & (set(done.stdout.split()) - set(bare.stdout.split()))
