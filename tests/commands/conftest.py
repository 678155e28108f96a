"""Input and output directories, and the program run in this process."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from telecompile import cli

ROOT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What a command returned and printed."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """A copy of the default input."""
    return shutil.copytree(ROOT / "input", tmp_path / "in")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where a build writes; it does not exist yet."""
    return tmp_path / "out"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Carry out a command line."""

    def carry_out(*arguments: object) -> Ran:
        capsys.readouterr()
        status = cli.run([str(one) for one in arguments])
        return Ran(status, *capsys.readouterr())

    return carry_out


def edit(path: Path, old: str, new: str) -> None:
    """Replace one text of a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
