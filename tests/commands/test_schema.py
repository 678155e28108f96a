"""`telecompile schema`: listed, printed, written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from telecompile.commands.schema import schema
from telecompile.schema.document import BY_SCHEMA, FILES, document
from tests.golden.cases import files_below
from tests.golden.compiled import Silent


def test_without_a_name_it_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    from telecompile.commands.console import Console

    assert schema(None, None, Console()) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in BY_SCHEMA)
    assert "yaml-language-server: $schema=" in printed


@pytest.mark.parametrize("name", [name for file in FILES for name in (file.schema, file.name)])
def test_with_a_name_it_prints_the_schema(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert schema(name, None, Silent()) == 0
    assert json.loads(capsys.readouterr().out) == document(BY_SCHEMA[name.partition(".")[0]])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("telecompil", "did you mean telecompile?"),
        ("x", "choose one of telemetry_config"),
        ("pxe_mapping_file.csv", "is a table"),
        ("pxe_mapping_file", "is a table"),
    ],
)
def test_an_unknown_name_is_told(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert schema(name, None, Silent()) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_all_are_written_and_written_again(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    assert schema(None, str(target), Silent()) == 0
    written = files_below(target)
    assert written.keys() == {f"{name}.schema.json" for name in BY_SCHEMA}
    # An older state of it is replaced.
    older = target / "telecompile.schema.json"
    older.write_text(json.dumps(document(BY_SCHEMA["telecompile"]) | {"title": "older"}), encoding="utf-8")
    assert schema("telecompile", str(target), Silent()) == 0
    assert files_below(target) == written


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "telecompile.schema.json"
    other.write_text("{}", encoding="utf-8")
    assert schema(None, str(tmp_path), Silent()) == 4
    assert files_below(tmp_path) == {other.name: b"{}"}


def test_a_directory_in_the_place_of_a_schema_is_told(tmp_path: Path) -> None:
    (tmp_path / "telecompile.schema.json").mkdir()
    assert schema("telecompile", str(tmp_path), Silent()) == 4
