"""YAML that cannot be read: what is said of it, and what is kept."""

from __future__ import annotations

import pytest
import yaml

from telecompile.loading.yaml_file import load_yaml


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers: their words differ, ours do not."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


@pytest.mark.parametrize(
    ("text", "summary", "place"),
    [
        ("a:\n\tb: 1\n", "a tab is used for indentation", (2, 1)),
        ("a:\n  b: 1\n\tc: 2\n", "a tab is used for indentation", (3, 1)),
        ("a: 1\nfoo\nb: 2\n", "this line has no colon", (2, 1)),
        ("a:\n  foo\n  b: 2\n", "this line has no colon", (2, 3)),
        ("a:\n  b:1\n  c: 2\n", "a blank is missing behind the colon", (2, 4)),
        ("a: b: c\n", "there is a second colon on this line", (1, 5)),
        ("a:\n  b: 1\n    c: 2\n", "this line is indented by 4 blanks, and line 2 by 2", (3, 5)),
        ("a:\n  b\n    c: 2\n", "this line has no colon", (2, 3)),
        ("{a: 1}\n  b: 2\n", "there is text behind the end of the value", (2, 3)),
        ("a:\n  b: 1\n c: 2\n", "this line is indented by 1 blank, and line 2 by 2", (3, 2)),
        ('a: "foo\nb: 2\n', "this quote is never closed", (1, 4)),
        ('a: "foo\nb: "bar"\n', "the quote that opens here is closed on line 2 only", (1, 4)),
        ("a: 'it's'\n", "there is text behind the closing quote", (1, 8)),
        ('a: "\\d"\n', "`\\d` is no escape", (1, 5)),
        ("a: [1, 2\nb: 3\n", "this `[` is not closed", (1, 4)),
        ("a: {b: [1]\n", "this `{` is not closed", (1, 4)),
        ("a: [1, 2]]\n", "this `]` closes nothing", (1, 10)),
        ("{a: 1 b: 2}\n", "a comma or `}` is missing", (1, 8)),
        ("a: {{ b }}\n", "a value cannot start with `{{`", (1, 4)),
        ("a: {{ b }}/c\n", "a value cannot start with `{{`", (1, 4)),
        ("{% if a %}\n", "a value cannot start with `{{` or `{%`", (1, 1)),
        ("a: %b\n", "a value cannot start with `%`", (1, 4)),
        ("a: @b\n", "a value cannot start with `@`", (1, 4)),
        ("a: `b`\n", "a value cannot start with a backtick", (1, 4)),
        ("a: *.log\n", "a text cannot start with `*`", (1, 4)),
        ("a: - b\n", "a list cannot start on the line of its key", (1, 4)),
        ("a: 1\n- b\n", "there is a list item where a key is expected", (2, 1)),
        ("a: 1\n  : 2\n", "there is no key before the colon", (2, 3)),
        ("a: |x\n  b\n", "nothing but a comment can stand behind `|`", (1, 4)),
        ("%a\nb: 1\n", "a line cannot start with `%`", (1, 1)),
        ("a: !<b\n", "the tag that starts with `!` cannot be read", (1, 4)),
    ],
)
def test_the_usual_mistakes_are_named_in_the_users_words(text: str, summary: str, place: tuple[int, int]) -> None:
    """And pointed at where the mistake is made, which is seldom where the parser stops."""
    loaded = load_yaml("f.yml", text.encode())
    diagnostic = loaded.diagnostics[-1]

    assert diagnostic.code == "yaml-syntax"
    assert diagnostic.summary.startswith(summary)
    assert diagnostic.span is not None
    assert diagnostic.span[:2] == place
    assert diagnostic.help


def test_the_lines_before_a_syntax_error_are_read() -> None:
    """So that mistakes in them are told in the same run; nothing is said to be missing."""
    document, diagnostics = load_yaml("f.yml", b'a: "x"\na: 1\nb:\n  - c: "y"\n  - @d\n')

    assert document is not None
    assert document.value == {"a": "x", "b": [{"c": "y"}]}
    assert not document.complete
    assert [one.code for one in diagnostics] == ["duplicate-key", "yaml-syntax"]


def test_no_value_is_made_of_the_line_that_is_wrong() -> None:
    """A key whose value is lost is left out, since null or half a text would be a second mistake."""
    document, _ = load_yaml("f.yml", b"a: 1\nb:\n\t- c\n")
    assert document is not None
    assert document.value == {"a": 1}

    document, _ = load_yaml("f.yml", b"a: 1\nb: c\n  d: e\n")
    assert document is not None
    assert document.value == {"a": 1, "b": "c"}
