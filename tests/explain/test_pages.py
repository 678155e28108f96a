"""Every code has a page whose wrong example gives that code alone, and whose right one gives nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from telecompile.config.former import OPTIONS
from telecompile.diagnostics.codes import CODES
from telecompile.explain.book import GROUPS, Example, Page, page
from telecompile.explain.pages import markdown
from telecompile.pipeline import Until
from tools.examples import compiled

TEXTS = Path(__file__).resolve().parents[2] / "compiler" / "explain" / "codes"
WITHOUT_EXAMPLE = {
    "input-directory",  # it is the directory that is wrong
    "unreadable-file",  # it is no text that is wrong
    "file-too-large",  # more than 4 MiB have no place on a page
    "loses-data",  # these two need a former build
    "cannot-apply",
    "output-foreign-file",  # these are about the output directory
    "output-hand-edited",
    "output-stale-kept",
    "output-unfinished",
    "output-lock",
    "output-busy",
    "output-unusable",
}
WIDEST_PROSE, WIDEST_EXAMPLE = 115, 130
"""Columns; a row of the mapping CSV takes 120."""
WITH_EXAMPLE = [one for one in CODES if one not in WITHOUT_EXAMPLE]


def of(code: str) -> Page:
    found = page(code)
    assert found is not None, f"{code} has no page"
    return found


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_a_page_with_examples_or_a_situation(code: str) -> None:
    found = of(code)
    assert (found.severity, found.told) == CODES[code]
    assert (found.wrong is None) == (found.right is None) == (code in WITHOUT_EXAMPLE)
    assert bool(found.situation) == (code in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_the_wrong_example_gives_that_code_and_nothing_else(code: str) -> None:
    wrong = of(code).wrong
    assert wrong is not None
    said = compiled(wrong)
    assert {one.code for one in said.diagnostics} == {code}, said.printed
    assert {one.severity for one in said.diagnostics if one.code == code} == {CODES[code].severity}


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_the_right_example_compiles_without_a_diagnostic(code: str) -> None:
    right = of(code).right
    assert right is not None
    said = compiled(right, Until.OBJECTS)
    assert not said.diagnostics, said.printed
    assert said.compilation.manifests
    assert right != of(code).wrong


@pytest.mark.parametrize("code", [code for code in WITH_EXAMPLE if CODES[code].severity == "warning"])
def test_a_warning_becomes_a_note_as_its_page_tells(code: str) -> None:
    found = of(code)
    assert found.wrong is not None
    assert found.group != "output", "what `allow` does not know"
    assert f"```yaml\nallow:\n  - {code}\n```" in markdown(found)
    if OPTIONS in found.wrong.absent:
        return
    options = yaml.safe_load(found.wrong.texts.get(OPTIONS, "{}"))
    options["allow"] = [*options.get("allow", []), code]
    allowing = found.wrong._replace(texts={**found.wrong.texts, OPTIONS: yaml.safe_dump(options)})
    assert {(one.code, one.severity) for one in compiled(allowing).diagnostics} == {(code, "note")}


def test_every_text_is_of_one_code() -> None:
    codes = [code for group in GROUPS for code in tomllib.loads((TEXTS / f"{group}.toml").read_text("utf-8"))]
    assert sorted(codes) == sorted(CODES)
    assert {path.stem for path in TEXTS.iterdir()} == set(GROUPS)


def prose(found: Page) -> Iterator[str]:
    for text in (found.told, found.why, found.remedy, found.situation):
        yield from (one for one in text.split("\n\n") if one and not one.startswith("    "))


def examples(found: Page) -> list[Example]:
    return [one for one in (found.wrong, found.right) if one is not None]


@pytest.mark.parametrize("code", CODES)
def test_texts_are_whole_sentences_that_fit_a_screen(code: str) -> None:
    found = of(code)
    for paragraph in prose(found):
        assert re.match(r"[A-Z`*-]|[a-z]+ldms|ldmsd|telecompile|vm[a-z]+ ", paragraph), paragraph
        assert paragraph.endswith((".", ":", "?", "`")), paragraph
        assert "  " not in paragraph
        assert max(map(len, paragraph.splitlines())) <= WIDEST_PROSE, paragraph
    lines = [line for one in examples(found) for text in one.texts.values() for line in text.splitlines()]
    assert max(map(len, lines), default=0) <= WIDEST_EXAMPLE or code == "nesting-too-deep"
    assert found.why
    assert found.remedy


@pytest.mark.parametrize("code", CODES)
def test_a_code_that_is_mentioned_exists(code: str) -> None:
    found = of(code)
    said = " ".join(prose(found))
    mentioned = {*re.findall(r"(?:error|warning|note)\[([^\]]*)\]", said), *re.findall(r"explain ([a-z-]+)`", said)}
    # What is in backticks, is hyphened and is nearly a code is one that was misspelt or renamed.
    assert mentioned <= set(CODES)


@pytest.mark.parametrize("code", WITH_EXAMPLE)
def test_files_of_an_example_are_told_apart(code: str) -> None:
    for one in examples(of(code)):
        assert {*one.whole, *one.added} <= set(one.texts), "names a file that the example has not"
        assert not {*one.whole} & {*one.added}
        assert not {*one.absent} & set(one.texts)
