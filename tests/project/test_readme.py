"""The commands that the README and the other pages show do what they say."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.pages import PAGES, blocks
from tests.project.source import ROOT

TELECOMPILE = Path(sys.executable).with_name("telecompile")


def sessions() -> Iterator[tuple[str, list[str]]]:
    """The `telecompile` lines of each shell block of each page, with the page and the block's number."""
    for page in PAGES:
        for number, (language, text) in enumerate(blocks(page)):
            lines = [line.removeprefix("$ ") for line in text.splitlines()]
            commands = [line for line in lines if line.startswith("telecompile ")]
            if language in ("sh", "console") and commands:
                yield f"{page.relative_to(ROOT)}#{number}", commands


SESSIONS = dict(sessions())


@pytest.mark.parametrize("place", SESSIONS)
def test_shown_commands_succeed(place: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "input", tmp_path / "input")
    for line in SESSIONS[place]:
        words = shlex.split(line, comments=True)
        done = subprocess.run([str(TELECOMPILE), *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_the_readme_begins_with_the_two_commands() -> None:
    first = next(blocks(ROOT / "README.md"))[1]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make build", "make test"]


def test_every_command_is_in_the_readme() -> None:
    done = subprocess.run([str(TELECOMPILE), "--help"], capture_output=True, text=True, check=True)
    commands = re.findall(r"^    (\w+)(?:  |$)", done.stdout, re.MULTILINE)
    assert "build" in commands
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in commands if f"`{name}" not in text]


def test_the_shown_diagnostic_is_what_the_program_says(tmp_path: Path) -> None:
    shown = next(text for _, text in blocks(ROOT / "README.md") if text.startswith("error["))
    shutil.copytree(ROOT / "input", tmp_path / "input")
    config = tmp_path / "input" / "telemetry_config.yml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("retention_period: 168", "retention_perod: 168", 1), encoding="utf-8")
    done = subprocess.run(
        [str(TELECOMPILE), "validate", "input"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert shown.strip() in done.stderr


def test_the_shown_plan_is_what_the_program_says() -> None:
    shown = next(text for _, text in blocks(ROOT / "README.md") if text.startswith("Sinks"))
    done = subprocess.run([str(TELECOMPILE), "plan", "input"], cwd=ROOT, capture_output=True, text=True, check=True)
    said = {line.rstrip() for line in done.stdout.splitlines()}
    assert not [line for line in shown.splitlines() if line.rstrip() not in said]
