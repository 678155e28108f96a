"""Odd things in the place of files, and odd names beside them."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from tests.fuzz.commanding import answer
from tests.golden.cases import DEFAULT_INPUT, files_below, put

FORMS = ("text", "json", "sarif", "github")


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default input below the working directory."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "in", files_below(DEFAULT_INPUT))
    return tmp_path / "in"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", [b"telecompile.\xff", b"telecompile.\x1b[31m", b"telecompile.a\nb", "telecompile.\u2028".encode()]
)
def test_a_name_that_no_terminal_prints_is_told(inputs: Path, name: bytes, form: str) -> None:
    """The file beside may be called anything; it looks like telecompile.yml and is not read."""
    (inputs / "telecompile.yml").unlink()
    (inputs / os.fsdecode(name)).write_bytes(b"")
    status, out, err = answer(("validate", "in", "--format", form))
    assert status == 0
    assert "unread-file" in out + err
    assert all(line.isprintable() for line in err.split("\n"))
    if form == "json":
        assert [one["code"] for one in json.loads(out)].count("unread-file") == 1


@pytest.mark.parametrize("path", ["telemetry_config.yml", "csm_observability_values.yml"])
@pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "circle", "dangling", "device"])
def test_what_is_no_file_is_an_error_and_blocks_nothing(inputs: Path, kind: str, path: str) -> None:
    place = inputs / path
    place.unlink()
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(os.path.relpath(place))
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to({"circle": path, "dangling": "nowhere", "device": "/dev/zero"}[kind])
    status, _, err = answer(("validate", "in"))
    assert status == 1
    assert "cannot be read: " in err
    assert "Errno" not in err


@pytest.mark.parametrize("path", ["/dev/zero", "/proc/self/environ", "/dev/stdin", "../../../etc/shadow", ".", ""])
def test_a_configured_path_shows_nothing_of_what_it_names(inputs: Path, path: str) -> None:
    """It is read, and refused without a word of it."""
    config = inputs / "telemetry_config.yml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("csm_observability_values.yml", path), encoding="utf-8")
    status, _, err = answer(("validate", "in"))
    assert status == 1
    assert "error[referenced-file]" in err or "error[csm-values]" in err
    assert "PATH=" not in err
    assert "root:" not in err
