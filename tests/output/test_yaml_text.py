"""What to_yaml writes is held to what PyYAML and sigs.k8s.io/yaml read back from it."""

from __future__ import annotations

import datetime
import enum
import itertools
import json
import re
import subprocess
from collections import OrderedDict
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from telecompile.output.yaml_text import to_yaml
from tools.go import go_program

SIGS_YAML = Path(__file__).with_name("sigsyaml")

WORDS = "y n yes no on off true false null none nil nan inf t f".split()
# Text that one YAML reader or another takes for something else, or stumbles over.
PROBES = [
    *(form for word in WORDS for form in (word, word.upper(), word.title())),
    *"~ = << - -- --- ... .. . ? : , # ! !! & * | > |- >- % @ ` ' \" '' \"\" {} [] { } [ ] \\ $ ^ /".split(),
    *"0 1 -1 +1 00 01 07 08 09 0o17 0O17 0b1 0B1 0x1F 0X1f -0x1 0x 0b2 1_000 _1 1_ 1__0 0_1 -_1".split(),
    *"1. .1 1.5 -1.5 +.5 1.e3 1e3 1E5 1e-5 1e+5 1.5e3 12e03 6e8 0e0 00e1 1_0e3 1e 1e+ e1 .e1 1.0e+16".split(),
    *".inf -.inf +.inf .Inf .INF .nan .NaN .NAN inf -inf nan Infinity -Infinity NaN 0.0 -0 -0.0".split(),
    *"1:30 190:20:30 190:20:30.15 1:3 12:34:56 0:0 60:60 2001-12-14 2001-1-1 2001-12-14T21:59:43Z".split(),
    *"1Gi 100m 5m 30s 1.2.3 v1.2 10.0.0.1 fe80::1 ::1 12345678901234567890 99999999999999999999999".split(),
    *"a: a:b :a a# #a -a ?a !a &a *a |a >a %a @a `a 'a \"a a' a\" [a {a ]a }a ,a a, =a <<a ~a a~".split(),
    *"---a ...a !!str !!binary !!null http://a:1/b a=b a/b /a //a a.b/c-d e1 E1 x1 o17 0e y1 nO tRUE".split(),
    *("", " ", "  ", " a", "a ", "a b", "a  b", "a: b"),
    *("a :b", "a : b", "a #b", "a# b", "- a", "? a", ": a"),
    *("a -", "a - b", "a, b", "a ,b", "{a: b}"),
    *("[a, b]", "--- a", "... a", "2001-12-14 21:59:43", "1 000"),
    *("\t", "\ta", "a\t", "a\tb", "a: \tb", "\r", "a\rb"),
    *("a\r\nb", "\n", "\n\n", "a\n", "a\n\n", "\na", "\n a"),
    *("a\nb", "a\nb\n", "a\n\nb", "a\n\n\nb\n", "a\n b"),
    *("a\n  b\n", " a\nb", "\ta\nb", "a\n\tb", "a\n\t\tb\nc"),
    *("a \nb", "a\t\nb", "a\nb ", "a\n \nb", "a\n\t\nb"),
    *("a\nb\n ", "a\nb \n", "#a\nb", "- a\n- b\n", "a: b\n"),
    *("---\na", "a\n---\nb", "a\n...\n", "%a\nb", "'\n'", '"\n"'),
    *("\\\n\\", "\n\ta", "a\n\rb", "| \na", "é\né\n", "\u3000\na"),
    *("\0", "\a", "\b", "\x1b", "\f\v", "\x7f", "\x80"),
    *("\x85", "a\x85b", "\x9f", "\xa0", "\xad", "a\u2028b"),
    *("\u2029", "\u200b", "\u202e", "\ufeff", "\ufeffa"),
    *("a\ufeff\nb", "\ufffd", "\ufffe", "\uffff", "\ue000"),
    *("é", "ß: ü", "漢字", "\u0301", "😀", "\U0001fffe"),
    *("\U0010ffff", "a\x85b\nc", "a\u2028b\nc", "\u0663", "\uff11"),
    *("a" * 5000, "a b " * 500, "é" * 1500, "a: " * 800),
    *("\n" * 1100, "a" * 999, "a" * 1001, "\u2028" * 400),
    *('rate(a{b="c"}[5m]) > 1', "it's", "it's \"so\"", r"\d+\.\d*"),
    *('"a"', "{{ $labels.a }}", '{"a": "b"}\n'),
]  # fmt: skip
# Every text of up to three of these, and there are thousands of numbers among them.
SHORT = ["".join(text) for size in range(4) for text in itertools.product("018.eE+-_xo:y #", repeat=size)]
NUMBERS: list[object] = [0, -1, 2**63 - 1, -(2**63), 2**53 + 1, 0.0, -0.0, 0.1, 1e3, 1e15, 1e16, 1e22, 1.5e16]
NUMBERS += [1e-4, 1e-5, 1.5e-7, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1e300, 123456.789]

unicode = st.characters(exclude_categories=["Cs"])
nasty = st.sampled_from(
    "\n\n\n   \t\r:-#?,&*!|>%@`'\"{}[]~=<.\\/_+01789abeExoyYnN\0\x1b\x7f\x85\xa0\u2028\ufeff\uffffé漢😀"
)
texts = st.one_of(
    st.sampled_from(PROBES),
    st.text(nasty, max_size=20),
    st.text(unicode, max_size=20),
    st.lists(st.text(st.one_of(st.sampled_from("ab  \t:-#"), nasty), max_size=8), min_size=2).map("\n".join),
    st.from_regex(r"[-+]?[0-9._]{1,6}([eE:xobm-][-+]?[0-9._:]*){0,3}", fullmatch=True),
    st.from_regex(r"[a-zA-Z/][a-zA-Z0-9 :,.=@+()/-]{0,20}", fullmatch=True),
)
scalars = st.one_of(
    texts,
    st.sampled_from(NUMBERS),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.none(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(texts, inner, max_size=5)),
    max_leaves=25,
)
every_way = [
    *PROBES,
    *NUMBERS,
    *([text] for text in PROBES),
    *({text: text} for text in PROBES),
    {"a": [{text: [{text: {text: [[text, text], {}, []]}}]} for text in PROBES], "b": PROBES},
    {text: text for text in [*PROBES, *SHORT]},
    [[[[{"a": [[{"b": []}, "c\nd"]]}]]], {}, [], None],
]


@pytest.mark.parametrize("loader", [yaml.SafeLoader, yaml.CSafeLoader])
def test_pyyaml_reads_back_every_probe(loader: type[yaml.SafeLoader]) -> None:
    for value in every_way:
        assert repr(yaml.load(to_yaml(value), loader)) == repr(value)  # noqa: S506 - both are safe loaders


@settings(max_examples=300, deadline=None)
@given(values)
def test_pyyaml_reads_back_what_was_written(value: object) -> None:
    text = to_yaml(value)
    # repr tells apart True, 1 and 1.0, and shows the order of keys.
    assert repr(yaml.load(text, yaml.SafeLoader)) == repr(value)
    assert repr(yaml.load(text, yaml.CSafeLoader)) == repr(value)
    assert text == to_yaml(value)
    assert text.endswith("\n")
    # What an editor would cut off, and what a reviewer could not see.
    assert not re.search("[ \t]$|[\u200b\u202e\ufeff]", text, re.MULTILINE)


def test_kubernetes_reads_back_what_was_written(sigs_yaml: Path) -> None:
    drawn: list[object] = [*every_way]

    @settings(
        max_examples=400,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(values)
    def draw(value: object) -> None:
        drawn.append(value)

    draw()
    documents = "".join(json.dumps(to_yaml(value)) + "\n" for value in drawn)
    run = subprocess.run([sigs_yaml], input=documents.encode(), capture_output=True, check=True, timeout=120)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(drawn)
    for value, answer in zip(drawn, answers, strict=True):
        assert not answer["error"], f"{answer['error']}: {value!r}"
        assert same(answer["value"], value), f"{answer['value']!r} for {value!r}"


def same(read: Any, written: object) -> bool:
    """Equality, but for the order of keys and floats that come back as ints."""
    if isinstance(written, dict):
        return (
            isinstance(read, dict)
            and read.keys() == written.keys()
            and all(same(read[key], item) for key, item in written.items())
        )
    if isinstance(written, list):
        return isinstance(read, list) and len(read) == len(written) and all(map(same, read, written))
    if type(written) is float:
        # Go writes a whole float with the fewest digits and zeros: an int near to it.
        return type(read) in (int, float) and float(read) == written
    return type(read) is type(written) and read == written


def test_writes_the_style_of_kubectl() -> None:
    value = {
        "kind": "ConfigMap",
        "metadata": {"name": "a", "labels": {}, "finalizers": []},
        "list": [{"name": "x", "args": ["-a=1", "yes"]}, [1, [2, None]], "b"],
        "tuple": (1.5, True),
        "data": {"a.conf": "one:\n\n  two\n", "b": "no newline\nat the end", "c": "blank \nat the end"},
        "expr": 'up{job="a"} == 0',
    }
    assert to_yaml(value) == (
        "kind: ConfigMap\n"
        "metadata:\n"
        "  name: a\n"
        "  labels: {}\n"
        "  finalizers: []\n"
        "list:\n"
        "- name: x\n"
        "  args:\n"
        '  - "-a=1"\n'
        '  - "yes"\n'
        "- - 1\n"
        "  - - 2\n"
        "    - null\n"
        "- b\n"
        "tuple:\n"
        "- 1.5\n"
        "- true\n"
        "data:\n"
        "  a.conf: |\n"
        "    one:\n"
        "\n"
        "      two\n"
        "  b: |-\n"
        "    no newline\n"
        "    at the end\n"
        '  c: "blank \\nat the end"\n'
        "expr: 'up{job=\"a\"} == 0'\n"
    )


@pytest.mark.parametrize("text", ["a \nb", "a\t\nb", "a\nb\n\n", "a\n\ufeffb", "a\n\u202eb", " a\nb", "\na\nb"])
def test_lines_that_a_block_would_hide_something_of_are_quoted(text: str) -> None:
    assert to_yaml([text]) == f"- {json.dumps(text)}\n"


def test_long_text_is_never_folded() -> None:
    text = "a: b " * 1000
    assert to_yaml({"a": text}) == f'a: "{text}"\n'


def test_a_shared_value_is_written_twice() -> None:
    shared = {"a": ["b"]}
    assert to_yaml([shared, shared]) == "- a:\n  - b\n" * 2


class Colour(enum.StrEnum):
    RED = "red"


class Pair(NamedTuple):
    left: int
    right: int


class Stranger:
    def __bool__(self) -> bool:
        raise AssertionError("nobody asks a stranger")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (float("nan"), "nan is no JSON number"),
        (float("-inf"), "-inf is no JSON number"),
        (2**63, "an int beyond 64 bits, which Kubernetes would round to a float"),
        (-(2**63) - 1, "an int beyond 64 bits, which Kubernetes would round to a float"),
        (b"a", "bytes is no type of JSON"),
        ({"a"}, "set is no type of JSON"),
        (datetime.date(2026, 1, 1), "date is no type of JSON"),
        (Colour.RED, "Colour is no type of JSON"),
        (Pair(1, 2), "Pair is no type of JSON"),
        (OrderedDict(a=1), "OrderedDict is no type of JSON"),
        (Stranger(), "Stranger is no type of JSON"),
        ("a\ud800", "U+D800 is half a character (a lone surrogate)"),
        ("a\n\udfff\nb", "U+DFFF is half a character (a lone surrogate)"),
    ],
)
def test_refuses_what_is_not_json(value: object, reason: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(f'cannot write as YAML: the value itself: {reason}')}$"):
        to_yaml(value)
    nested = {"spec": {"a": [0, {"b.c": value}]}}
    with pytest.raises(TypeError, match=re.escape(f": ['spec']['a'][1]['b.c']: {reason}")):
        to_yaml(nested)


@pytest.mark.parametrize("key", [1, None, True, 1.5, ("a",), Colour.RED])
def test_refuses_keys_that_are_not_text(key: object) -> None:
    with pytest.raises(TypeError, match=re.escape(f": ['a'][{key!r}]: a key is {type(key).__name__}, not str")):
        to_yaml({"a": {key: "b"}})


def test_refuses_half_a_character_in_a_key() -> None:
    with pytest.raises(TypeError, match=re.escape(r"['\ud800']: U+D800")):
        to_yaml({"\ud800": "b"})


@pytest.fixture(scope="module")
def sigs_yaml() -> Path:
    """The program of sigsyaml/, built once per version of its sources."""
    return go_program(SIGS_YAML)
