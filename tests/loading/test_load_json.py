"""JSON, and the place of everything in it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Span
from telecompile.loading.document import Document, Place
from telecompile.loading.json_file import load_json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)
STYLES = st.sampled_from(
    [
        {},
        {"indent": 2},
        {"ensure_ascii": False},
        {"separators": (",", ":")},
        {"indent": "\t", "sort_keys": True},
    ]
)


def document_of(text: str) -> Document:
    """The document of a text without mistakes."""
    loaded = load_json("f.json", text.encode())
    assert loaded.diagnostics == ()
    assert loaded.document is not None
    return loaded.document


def summary_of(text: str) -> tuple[str, Span | None]:
    """The only mistake of a text, which must be one of syntax."""
    (diagnostic,) = load_json("f.json", text.encode()).diagnostics
    assert diagnostic.code == "json-syntax"
    return diagnostic.summary, diagnostic.span


@given(JSON, STYLES)
@settings(max_examples=100, deadline=None)
def test_values_are_those_of_the_standard_library_and_every_place_holds_its_value(
    cut: Callable[[str, Span], str], value: object, style: dict[str, object]
) -> None:
    """The text at a value's place reads back as the value, and at a key's as the key."""
    text = json.dumps(value, **style)  # type: ignore[arg-type] # the styles are its options
    document = document_of(text)

    def check(inner: object, place: Place) -> None:
        assert json.loads(cut(text, place.value)) == inner
        pairs = inner.items() if isinstance(inner, dict) else enumerate(inner) if isinstance(inner, list) else ()
        for key, below in pairs:
            key_span = place.children[key].key
            assert (json.loads(cut(text, key_span)) if key_span else None) == (key if isinstance(inner, dict) else None)
            check(below, place.children[key])

    assert document.value == json.loads(text)
    assert document.complete
    check(document.value, document.root)


@pytest.mark.parametrize(
    ("text", "summary", "place"),
    [
        ('{"a": 1,}', "comma before the closing `}`", (1, 8)),
        ("[1,\n]", "comma before the closing `]`", (1, 3)),
        ('{"a": 1 "b": 2}', "a comma or `}` is missing here", (1, 9)),
        ('{"a": 1\n "b": 2}', "a comma or `}` is missing here", (1, 8)),
        ('{"a" 1}', "`:` is missing here", (1, 6)),
        ("{'a': 1}", "double quotes only", (1, 2)),
        ("{\"a\": 'b'}", "double quotes only", (1, 7)),
        ("{a: 1}", "the key `a` is not in quotes", (1, 2)),
        ('{"a": b}', "the text `b` is not in quotes", (1, 7)),
        ('{"a": 1} // why', "no comments", (1, 10)),
        ("# why\n{}", "no comments", (1, 1)),
        ('{"a": NaN}', "`NaN` is no number of JSON", (1, 7)),
        ('{"a": -Infinity}', "`-Infinity` is no number of JSON", (1, 7)),
        ('{"a": 01}', "`01` is no number of JSON", (1, 7)),
        ('{"a": True}', "`True` is no value of JSON", (1, 7)),
        ('{"a": "x\ty"}', "control character U+0009", (1, 9)),
        ('{"a": "x\n', "never closed|not closed", (1, 7)),
        ('{"a": "\\d"}', "`\\d` is no escape of JSON", (1, 8)),
        ('{"a": "\\ud800"}', "half of a `\\u` pair", (1, 7)),
        ('{"a": 1}\n}', "text behind the end", (2, 1)),
        ('{"a": [1', "the file ends too early", (1, 9)),
        ("9" * 5000, "more than 1,000 digits", (1, 1)),
    ],
)
def test_syntax_errors_are_named_in_the_users_words(text: str, summary: str, place: tuple[int, int]) -> None:
    """And pointed at by line and column."""
    said, span = summary_of(text)

    assert any(one in said for one in summary.split("|"))
    assert span is not None
    assert span[:2] == place


def test_what_stands_before_a_syntax_error_is_kept() -> None:
    """So that mistakes in it are told in the same run; nothing is said to be missing."""
    document, _ = load_json("f.json", b'{"a": [1, {"b": 2}, }')

    assert document is not None
    assert document.value == {"a": [1, {"b": 2}]}
    assert not document.complete


def test_the_second_of_two_equal_keys_is_reported_and_the_first_wins() -> None:
    """However the second is spelled."""
    loaded = load_json("f.json", b'{"a": 1,\n "\\u0061": 2}')
    (diagnostic,) = loaded.diagnostics

    assert loaded.document is not None
    assert loaded.document.value == {"a": 1}
    assert (diagnostic.code, diagnostic.span) == ("duplicate-key", (2, 2, 2, 10))
    assert diagnostic.related[0].span == (1, 2, 1, 5)


def test_nesting_ends_at_64_levels() -> None:
    """However deep the brackets go, in an instant."""
    assert load_json("f.json", b"[" * 64 + b"]" * 64).diagnostics == ()
    (diagnostic,) = load_json("f.json", b"[" * 1_000_000).diagnostics
    assert (diagnostic.code, diagnostic.span) == ("nesting-too-deep", (1, 65, 1, 66))


def test_integers_keep_every_digit() -> None:
    """They do not go through a float."""
    assert document_of("[123456789012345678901234567890]").value == [123456789012345678901234567890]
