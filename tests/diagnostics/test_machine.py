"""Diagnostics for a program (semantics.md, section 5)."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span, in_order, located
from telecompile.diagnostics.machine import as_json
from tests.diagnostics.places import diagnostics

KEYS = ["code", "severity", "summary", "file", "line", "column", "end_line", "end_column", "help", "related"]


def test_one_array_of_flat_objects() -> None:
    related = Related("in/f", Span(1, 2, 1, 3), "first given here")
    found = json.loads(
        as_json([Diagnostic("duplicate-key", "error", "“x” twice", "in/f", Span(3, 2, 3, 4), "h", (related,))])
    )
    assert found == [
        {
            "code": "duplicate-key",
            "severity": "error",
            "summary": "“x” twice",
            "file": "in/f",
            "line": 3,
            "column": 2,
            "end_line": 3,
            "end_column": 4,
            "help": "h",
            "related": [
                {"file": "in/f", "line": 1, "column": 2, "end_line": 1, "end_column": 3, "message": "first given here"}
            ],
        }
    ]
    assert list(found[0]) == KEYS


def test_an_unknown_place_is_null_and_nothing_is_an_empty_array() -> None:
    (one,) = json.loads(as_json([Diagnostic("missing-file", "error", "s", "f")]))
    assert list(one) == KEYS
    assert [one[key] for key in KEYS[4:8]] == [None] * 4
    assert json.loads(as_json([])) == []


@given(st.lists(diagnostics(), max_size=4))
def test_whatever_is_found_comes_back_and_is_ascii(found: list[Diagnostic]) -> None:
    text = as_json(found)
    assert text.isascii()
    read = json.loads(text)
    assert [(one["summary"], one["file"], one["help"]) for one in read] == [
        (one.summary, one.file, one.help) for one in found
    ]
    assert [tuple(one[key] for key in KEYS[4:8]) for one in read] == [one.span or (None,) * 4 for one in found]


def test_files_are_the_directory_as_given_joined_with_their_names() -> None:
    related = Related("f", Span(1, 1, 1, 1), "")
    one = Diagnostic("a", "error", "s", "f", None, "", (related,))
    for directory, path in (("in", "in/f"), ("./in/", "./in/f"), ("/", "/f"), (".", "./f"), ("/a/b//", "/a/b/f")):
        (found,) = located([one], directory)
        assert (found.file, found.related[0].file) == (path, path)


def test_they_are_sorted_by_file_and_place_and_told_once() -> None:
    places = [Span(2, 1, 2, 1), None, Span(1, 9, 1, 9), Span(1, 2, 3, 4), Span(2, 1, 2, 1)]
    found = in_order([Diagnostic("c", "error", "s", file, span) for file in ("b", "a") for span in places])
    assert [(one.file, one.span[:2] if one.span else None) for one in found] == [
        (file, place) for file in ("a", "b") for place in (None, (1, 2), (1, 9), (2, 1))
    ]
