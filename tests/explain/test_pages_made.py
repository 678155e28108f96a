"""The pages in the repository are those that `make pages` makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from telecompile import cli
from telecompile.diagnostics.codes import CODES
from telecompile.explain.book import page
from tools.examples import compiled, files
from tools.make_pages import FOLDER, made


def test_the_pages_are_made_anew_when_texts_or_messages_change() -> None:
    wanted = made()
    there = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert sorted(there) == sorted(wanted), "run `make pages`"
    assert not [name for name in wanted if there[name] != wanted[name]], "run `make pages`"


def test_the_index_lists_every_code_once() -> None:
    listed = re.findall(r"^\| \[`([a-z0-9-]+)`\]\(([a-z0-9-]+)\.md\) \| (\w+) \|", made()["README.md"], re.MULTILINE)
    assert sorted(listed) == sorted((code, code, CODES[code].severity) for code in CODES)


def test_a_page_shows_what_is_wrong_what_is_said_and_what_is_right() -> None:
    page = made()["unknown-key.md"]
    assert re.search(
        r"## Wrong\n.*```yaml\n.*log_retention_hour:.*```text\nerror\[unknown-key\]: .*\^\^\^.*1 error\n```\n"
        r".*## Right\n.*```yaml\n.*log_retention_hours:.*## What to do\n",
        page,
        re.DOTALL,
    )


@pytest.mark.parametrize("code", ["not-utf8", "duplicate-key", "missing-file", "unread-file", "other-release-key"])
def test_what_is_shown_is_what_the_program_prints(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = page(code)
    assert found is not None
    assert found.wrong is not None
    (tmp_path / "input").mkdir()
    for name, content in files(found.wrong).items():
        (tmp_path / "input" / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    cli.run(["validate", "input"])
    assert capsys.readouterr().err == compiled(found.wrong).printed
