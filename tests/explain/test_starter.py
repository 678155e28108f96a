"""What `init` writes: complete, explained key by key, and what the example input says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from telecompile.explain import starter as module
from telecompile.explain.known import known_keys
from telecompile.explain.starter import starter
from telecompile.pipeline import Until, compile_input
from telecompile.plan.text import as_text
from telecompile.schema.document import BY_SCHEMA
from tests.config.changed import DEFAULT, OPTIONS, STORAGE, TELEMETRY
from tests.golden.cases import files_below
from tests.schema.checking import refusals

FOLDER = Path(module.__file__).with_name("starter")
# A key that is not given: a # with the key right behind it.
_NOT_GIVEN = re.compile(r"^( *)#([a-z_]+:.*)$", re.MULTILINE)


@cache
def files() -> dict[str, str]:
    return dict(starter())


def compiled(texts: dict[str, str]) -> Any:
    contents: dict[str, bytes | str] = {name: text.encode() for name, text in texts.items() if "/" not in name}
    return compile_input(contents, lambda path: texts.get(path, "there is no such file").encode(), until=Until.PLAN)


def test_its_values_are_those_of_the_example_input() -> None:
    assert files_below(FOLDER) == files_below(DEFAULT), "copy input/ to compiler/explain/starter/"
    for name in (TELEMETRY, STORAGE, OPTIONS):
        assert yaml.safe_load(files()[name]) == yaml.safe_load((DEFAULT / name).read_text(encoding="utf-8"))


def test_it_compiles_without_a_word_to_the_plan_of_the_example_input() -> None:
    made = compiled(files())
    assert not made.diagnostics
    example = {path: data.decode() for path, data in files_below(DEFAULT).items()}
    assert as_text(made.plan) == as_text(compiled(example).plan)


@pytest.mark.parametrize("name", [TELEMETRY, STORAGE, OPTIONS])
def test_a_file_begins_with_its_marker_and_its_schema(name: str) -> None:
    first, second = files()[name].splitlines()[:2]
    assert first == "---"
    path = second.removeprefix("# yaml-language-server: $schema=")
    assert path in files()
    assert f'"title": "{name}"' in files()[path]


@pytest.mark.parametrize("name", [TELEMETRY, STORAGE, OPTIONS])
def test_every_key_is_there_with_what_it_is_for(name: str) -> None:
    text = files()[name]
    prose = " ".join(re.sub(r"^ *# ?", "", line) for line in text.splitlines())
    for key in known_keys():
        if key.file != name or key.former or key.foreign:
            continue
        assert re.search(rf"\b{key.name}\b", text), key.path
        assert " ".join(key.node["description"].rstrip(".").split()) in prose, key.path


@pytest.mark.parametrize("name", [TELEMETRY, STORAGE, OPTIONS])
def test_lines_are_short(name: str) -> None:
    assert max(map(len, files()[name].splitlines())) <= 100


def given_too(name: str, place: re.Match[str]) -> str:
    """The file with the key at this place, and the sections that it stands in, taken out of their comments."""
    text = files()[name]
    lines = text[: place.start()].split("\n")
    indent = len(place[1])
    for number in range(len(lines) - 1, -1, -1):
        above = _NOT_GIVEN.fullmatch(lines[number])
        if above and len(above[1]) < indent and above[2].endswith(":"):
            lines[number], indent = above[1] + above[2], len(above[1])
        elif (
            lines[number] and not lines[number].lstrip().startswith("#") and not lines[number].startswith(" " * indent)
        ):
            break
    return "\n".join(lines) + place[1] + place[2] + text[place.end() :]


PLACES = [(name, place) for name in (TELEMETRY, STORAGE, OPTIONS) for place in _NOT_GIVEN.finditer(files()[name])]


@pytest.mark.parametrize(("name", "place"), PLACES, ids=[f"{name}:{place[2].split(':')[0]}" for name, place in PLACES])
def test_a_key_that_is_not_given_can_be_given_as_it_stands(name: str, place: re.Match[str]) -> None:
    if place[2].endswith(":"):
        return  # a section, which its keys bring with them
    text = given_too(name, place)
    assert text != files()[name]
    assert not refusals(next(one for one, file in BY_SCHEMA.items() if file.name == name), yaml.safe_load(text))
    errors = {one.code for one in compiled({**files(), name: text}).diagnostics if one.severity == "error"}
    # It goes with auth_mode none, as its comment says.
    assert errors == ({"plain-http-password"} if place[2].startswith("plain_http:") else set())


def test_there_are_keys_to_give() -> None:
    assert len(PLACES) > 20
