"""Reading the input directory: whatever stands in the place of a file is told, and nothing blocks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from telecompile.commands.inputs import LARGEST, Absent, directory_problem, read_directory, read_file, read_referenced
from tests.commands.conftest import Run


def test_a_file_is_its_bytes_up_to_one_more_than_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * (LARGEST + 10))
    assert read_file(str(path)) == b"x" * LARGEST
    path.write_bytes(b"")
    assert read_file(str(path)) == b""


def test_what_is_no_file_is_told_in_plain_words(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    assert read_file(str(tmp_path / "folder")) == "it is a directory"
    assert read_file(str(tmp_path / "pipe")) == "it is not a regular file"
    assert read_file("/dev/null") == "it is not a regular file"
    assert read_file(str(tmp_path / "circle")) == "too many levels of symbolic links"
    assert read_file("a\0b") == "its path is not one that the system takes"
    assert read_file("x" * 5000) == "file name too long"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"")
    path.chmod(0)
    assert read_file(str(path)) == "permission denied"


def test_a_file_that_is_not_there_is_absent_and_a_link_to_nothing_is_not(tmp_path: Path) -> None:
    """Whoever made the link meant a file, so its defaults are not what they meant."""
    (tmp_path / "dangling").symlink_to("nowhere")
    assert read_file(str(tmp_path / "dangling")) == "it is a link to nothing"
    with pytest.raises(Absent):
        read_file(str(tmp_path / "nothing"))
    assert read_referenced(str(tmp_path), "nothing") == "there is no such file"


def test_a_configured_path_is_taken_from_the_input_directory(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "ca.pem").write_bytes(b"ca")
    assert read_referenced(str(tmp_path / "in"), "../ca.pem") == b"ca"
    assert read_referenced(str(tmp_path / "in"), str(tmp_path / "ca.pem")) == b"ca"


def test_links_to_files_are_followed(tmp_path: Path, inputs: Path) -> None:
    (tmp_path / "linked").mkdir()
    for path in inputs.iterdir():
        (tmp_path / "linked" / path.name).symlink_to(path)
    assert read_directory(str(tmp_path / "linked")) == read_directory(str(inputs))


def test_a_directory_is_blamed_only_where_nothing_in_it_can_be_read(tmp_path: Path, inputs: Path) -> None:
    assert directory_problem(str(inputs), read_directory(str(inputs))) is None
    assert directory_problem(str(tmp_path), {}) is None
    assert directory_problem(str(tmp_path / "nowhere"), {}) == "there is no such directory"
    file = inputs / "telemetry_config.yml"
    assert directory_problem(str(file), read_directory(str(file))) == "it is not a directory"
    assert directory_problem("a\0b", {}) == "its path is not one that the system takes"


def test_a_directory_in_the_place_of_a_file_is_a_diagnostic(run: Run, inputs: Path) -> None:
    (inputs / "pxe_mapping_file.csv").unlink()
    (inputs / "pxe_mapping_file.csv").mkdir()
    ran = run("validate", inputs)
    assert ran.status == 1
    assert "error[unreadable-file]: pxe_mapping_file.csv cannot be read: it is a directory" in ran.err
