"""Links lead somewhere, decisions are numbered, and pages keep to what they may say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.diagnostics.test_codes import BY_TESTS_OF_COMMANDS
from tests.project.pages import DECISIONS, PAGES, prose
from tests.project.source import ROOT

NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PLACE = re.compile(r"`((?:compiler|docs|tests|golden|tools|benchmarks|input|manifests_templates)/[\w./-]*)`")


@pytest.mark.parametrize("name", NAMES)
def test_links_resolve(name: str) -> None:
    page = ROOT / name
    targets = [link.partition("#")[0] for link in LINK.findall(prose(page)) if "://" not in link]
    assert not [target for target in targets if target and not (page.parent / target).exists()]


@pytest.mark.parametrize("name", NAMES)
def test_places_that_are_named_exist(name: str) -> None:
    # NAME and CASE stand for whatever the reader is adding.
    places = [place for place in PLACE.findall(prose(ROOT / name)) if not re.search("NAME|CASE", place)]
    assert not [place for place in places if not (ROOT / place).exists()]


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    files = sorted(path.name for path in DECISIONS.glob("[0-9]*.md"))
    assert [int(name[:4]) for name in files] == list(range(1, len(files) + 1))
    index = LINK.findall(prose(DECISIONS / "README.md"))
    assert [link for link in index if link[:4].isdigit()] == files


@pytest.mark.parametrize("path", sorted(DECISIONS.glob("[0-9]*.md")), ids=lambda path: path.stem)
def test_a_decision_says_what_a_decision_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# {int(path.name[:4])}. ")
    parts = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequences", "Alternatives"]


def test_codes_without_a_golden_case_have_the_tests_that_are_named() -> None:
    named: dict[str, list[str]] = {}
    for line in (ROOT / "golden" / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `") and (files := re.findall(r"`(tests/[\w/]+\.py)`", line)):
            for code in re.findall(r"`([a-z0-9-]+)`", line.split("|")[1]):
                named[code] = files
    assert named.keys() == BY_TESTS_OF_COMMANDS
    wrong = [
        (code, file)
        for code, files in named.items()
        for file in files
        if code not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert not wrong


def test_what_a_build_says_of_removed_objects_is_quoted_as_it_is() -> None:
    quoted = re.findall(r"`(no longer rendered[^`]*)`", (ROOT / "docs" / "output.md").read_text(encoding="utf-8"))
    said = (ROOT / "compiler" / "commands" / "report.py").read_text(encoding="utf-8")
    assert len(quoted) == said.count('"no longer rendered')
    assert not [words for words in quoted if f'"{words}"' not in said]


def test_the_changelog_has_the_version_of_the_program() -> None:
    from telecompile import __version__

    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
