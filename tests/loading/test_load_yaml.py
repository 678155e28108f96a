"""YAML, and the place of everything in it."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Span
from telecompile.loading.document import Document, Place
from telecompile.loading.yaml_file import load_yaml

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.dates()
    | st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\u2028\u2029")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab:#-é😀 ", min_size=1), inner, max_size=4),
    max_leaves=15,
)


@pytest.fixture(params=["libyaml", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers; PyYAML comes without libyaml on some platforms."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def document_of(text: str) -> Document:
    """The document of a text without mistakes."""
    loaded = load_yaml("f.yml", text.encode())
    assert loaded.diagnostics == ()
    assert loaded.document is not None
    return loaded.document


def found(text: str) -> list[tuple[str, tuple[int, int] | None]]:
    """Codes and places of the mistakes of a text."""
    diagnostics = load_yaml("f.yml", text.encode()).diagnostics
    return [(one.code, one.span[:2] if one.span else None) for one in diagnostics]


@given(PLAIN, st.sampled_from([None, False, True]))
@settings(max_examples=100, deadline=None)
def test_values_are_those_of_pyyaml_and_every_place_holds_its_value(
    cut: Callable[[str, Span], str], value: object, flow: bool | None
) -> None:
    """In block and flow style: the text at a scalar's place reads back as the scalar."""
    text = yaml.safe_dump({"root": value}, default_flow_style=flow, allow_unicode=True)
    document = document_of(text)

    def check(inner: object, place: Place) -> None:
        if isinstance(inner, dict | list):
            for key, below in inner.items() if isinstance(inner, dict) else enumerate(inner):
                assert cut(text, place.value)
                check(below, place.children[key])
        else:
            assert yaml.safe_load(cut(text, place.value)) == inner

    assert document.value == yaml.safe_load(text)
    check(document.value, document.root)


@pytest.mark.usefixtures("parser")
def test_scalars_are_resolved_as_yaml_1_1() -> None:
    """As the provisioning tool resolves them: words are booleans, quotes make text."""
    words = "{a: yes, b: Off, c: 'yes', h: ~, i: , j: 2024-01-02, k: =}"
    numbers = "{d: 0o8, e: 010, f: 1_000, g: 1.5, l: 1:30}"

    assert document_of(f"<<: [{words}, {numbers}]").value == {
        "a": True,
        "b": False,
        "c": "yes",
        "d": "0o8",
        "e": 8,
        "f": 1000,
        "g": 1.5,
        "h": None,
        "i": None,
        "j": datetime.date(2024, 1, 2),
        "k": "=",
        "l": 90,
    }


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_columns_count_characters_whatever_the_bytes_and_line_ends(newline: str) -> None:
    """Astral characters are one column, a byte order mark none, NEL and LS no line."""
    text = newline.join(["\ufeffü: '😀 \u0085\u2028'", "😀: {é: ü}"])
    document = document_of(text)

    assert document.root.children["ü"].key == (1, 1, 1, 2)
    assert document.value_span(["ü"]) == (1, 4, 1, 10)
    assert document.key_span(["😀", "é"]) == (2, 5, 2, 6)
    assert document.value_span(["😀", "é"]) == (2, 8, 2, 9)


@pytest.mark.usefixtures("parser")
def test_blocks_end_where_their_last_value_ends() -> None:
    """Not lines below, where the parser saw that they were over; texts show their first line."""
    document = document_of("a:\n  b:\n  - 1\n  - x\n\n# comment\nc: |  # why\n  text\n\nd: 1\n")

    assert document.value_span(["a"]) == (2, 3, 4, 6)
    assert document.value_span(["a", "b"]) == (3, 3, 4, 6)
    assert document.value_span(["c"])[:3] == (7, 4, 7)
    assert document.value_span(["a", "missing", 3]) == document.value_span(["a"])


@pytest.mark.usefixtures("parser")
def test_written_keys_win_over_merged_ones() -> None:
    """And are no duplicates of them; of several mappings the first wins."""
    document = document_of("x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  <<: [*x, *y]\n  a: 0\n")

    assert document.value == {"x": {"a": 1, "b": 2}, "y": {"b": 3, "c": 4}, "z": {"a": 0, "b": 2, "c": 4}}
    assert document.value_span(["z", "a"]) == (5, 6, 5, 7)
    assert document.value_span(["z", "c"]) == (2, 17, 2, 18)


def test_the_place_of_an_alias_is_where_it_is_used() -> None:
    """The line that the user looks at; what is below it stands where it is written."""
    document = document_of("x: &x {a: 1}\ny: *x\n")

    assert document.value_span(["y"]) == (2, 4, 2, 6)
    assert document.value_span(["y", "a"]) == (1, 11, 1, 12)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("a: 1\nb: 2\n'a': 3\n", [("duplicate-key", (3, 1))]),
        ("a: {}\nb:\n  <<: {}\n  <<: {}\n", [("duplicate-key", (4, 3))]),
        ("a: 1\n---\nb: 2\n", [("several-documents", (2, 1))]),
        ("a: &a\n  b: [*a]\n", [("alias-cycle", (2, 7))]),
        ("a: *b\n", [("yaml-syntax", (1, 4))]),
        ("a: &x 1\nb: &x 2\n", [("yaml-syntax", (2, 4))]),
        (
            "yes: 1\n2: 3\n~: 4\n",
            [("non-string-key", (1, 1)), ("non-string-key", (2, 1)), ("non-string-key", (3, 1))],
        ),
        ("a:\n  ? [b]\n  : c\n", [("non-string-key", (2, 5))]),
        (
            "a: !vault |\n  0\nb: !!python/name:os.system x\n",
            [("custom-tag", (1, 4)), ("custom-tag", (3, 4))],
        ),
        ("a: !!set {b}\n", [("custom-tag", (1, 4))]),
        ("a: !!str 5\nb: !!int '5'\nc: ! 5\n---\n", [("several-documents", (4, 1))]),
        ("a: 2024-13-45\n", [("yaml-syntax", (1, 4))]),
        ("a: 5\n<<: 5\n", [("yaml-syntax", (2, 5))]),
        ("# nothing\n", [("empty-file", (1, 1))]),
        ("---\n", [("empty-file", (1, 1))]),
        ("a: b\nc: \x07\n", [("yaml-syntax", (2, 4))]),
    ],
)
def test_what_is_refused_has_a_code_and_a_place(text: str, mistakes: list[object]) -> None:
    """The same with both parsers."""
    assert found(text) == mistakes


def test_of_equal_keys_the_first_wins_and_is_related_to_the_second() -> None:
    """The reported one is not validated as well."""
    loaded = load_yaml("f.yml", b"a: 1\na: x\n")

    assert loaded.document is not None
    assert loaded.document.value == {"a": 1}
    assert loaded.diagnostics[0].related[0].span == (1, 1, 1, 2)


def test_one_run_tells_all_of_it() -> None:
    """None of these mistakes ends the reading."""
    text = "a: 1\na: 2\nyes: 1\nb: !x 1\nc: &c [*c]\nd: *e\nf: 2024-99-99\n"

    assert [code for code, _ in found(text)] == [
        "duplicate-key",
        "non-string-key",
        "custom-tag",
        "alias-cycle",
        "yaml-syntax",
        "yaml-syntax",
    ]


LAUGHS = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 40))
CHAIN = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 5000))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LAUGHS, "too-many-nodes"),
        (LAUGHS.replace("[", "{<<: [").replace("]", "]}").replace("[x]", "{}"), "too-many-nodes"),
        ("[" * 100_000, "nesting-too-deep"),
        ("- " * 100_000, "nesting-too-deep"),
        (CHAIN, "nesting-too-deep"),
        ("a: " + "1" * 100_000, "yaml-syntax"),
        ("a: 1" + ":1" * 100_000, "yaml-syntax"),
    ],
    ids=["aliases", "merges", "brackets", "dashes", "alias chain", "digits", "sexagesimal"],
)
def test_hostile_files_end_in_a_diagnostic(text: str, code: str) -> None:
    """Counted before it is built, so that no file takes the memory or the stack."""
    assert found(text)[0][0] == code
