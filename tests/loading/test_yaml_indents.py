"""Of lines that contradict each other, the odd one is told."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.loading.yaml_file import load_yaml


@pytest.fixture(params=["libyaml", "pure"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers stop at the same lines."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def told(text: str) -> Diagnostic:
    (one,) = load_yaml("f.yml", text.encode()).diagnostics
    assert one.code == "yaml-syntax"
    assert one.span is not None
    return one


TEXT = """\
sources:
  idrac:
    metrics: true
    targets: [kafka]
  # Comments stand where they like.
  ldms:
    metrics: true
    targets: "kafka"
    plugins:
      - name: meminfo
        schema: x
        interval: 1

      - name: vmstat
        schema: y
        interval: 2
bridges:
  ome:
    metrics: true
    logs: true
    name: "ome"
sinks:
  kafka:
    size: "8Gi"
    hours: 168
"""
LINES = TEXT.splitlines()
UNSURE = (12, 16, 25)
"""The last lines of their mappings: one blank less, and they may belong to either level."""
ALONE = (5, 13, 18, 23)
"""No keys, and keys that have none beside them: YAML takes them wherever they are."""
SHIFTED = [(number, shift) for number in range(1, len(LINES) + 1) if number not in ALONE for shift in (-1, 1)]


@pytest.mark.parametrize(("number", "shift"), [one for one in SHIFTED if LINES[one[0] - 1][:1] == " " or one[1] > 0])
def test_a_line_with_a_blank_too_many_or_too_few_is_the_one_that_is_told(number: int, shift: int, parser: None) -> None:
    line = LINES[number - 1]
    wanted = len(line) - len(line.lstrip())
    moved = " " * (wanted + shift) + line.lstrip()
    one = told("\n".join([*LINES[: number - 1], moved, *LINES[number:]]) + "\n")
    assert one.span is not None
    blanks = "1 blank" if wanted + shift == 1 else f"{wanted + shift} blanks"

    assert one.span[:2] == (number, wanted + shift + 1)
    assert one.summary.startswith(f"this line is indented by {blanks}, and ")
    assert len(one.related) == 1
    if not (shift < 0 and number in UNSURE):
        assert one.help == (f"indent it by {wanted} blanks" if wanted else "remove the blank in front of it")


def test_where_either_may_be_the_odd_one_both_are_named(parser: None) -> None:
    one = told("a:\n    b: 1\n  c: 1\n")
    assert one.summary == "this line is indented by 2 blanks, and line 2 by 4"
    assert one.help == "give each the indentation of the keys beside it"
    assert [(place.span[0], place.message) for place in one.related] == [(2, "indented by 4 blanks")]


def test_a_first_key_behind_a_blank_is_told_and_not_the_next_key(parser: None) -> None:
    """It makes a whole value of itself, behind which the next key is one text too many."""
    one = told("# of the cluster\n storage_class: ceph-rbd\n#x: y\n\nexpose:\n  type: ClusterIP\n")
    assert one.span == (2, 2, 2, 25)
    assert one.summary == "this line is indented by 1 blank, and the keys beside it are not"


@pytest.mark.parametrize("comment", ["#ldms:", "# ldms:", "#ldms: # the sampler"])
def test_a_key_below_a_key_that_is_still_a_comment(comment: str, parser: None) -> None:
    one = told(f"name: x\n\n# What is said of LDMS:\n{comment}\n  # Roles:\n  roles: [os]\n#other:\n")
    assert one.span == (6, 3, 6, 14)
    assert one.summary == "this line is indented below `ldms:`, and that is still a comment on line 4"
    assert one.help == "take the `#` away in front of `ldms:` too"
    assert [(place.span[0], place.message) for place in one.related] == [(4, "still a comment")]


@pytest.mark.parametrize("comment", ["# Notes on roles:", "#name: y", "    #ldms:"])
def test_other_comments_are_no_keys_that_it_belongs_to(comment: str, parser: None) -> None:
    assert "comment" not in told(f"name: x\n{comment}\n  roles: [os]\nnext: y\n").summary


@pytest.mark.parametrize(
    ("text", "place", "summary", "help"),
    [
        ("a:\n  b:true\n  # of c\n  c: 1\n", (2, 4), "a blank is missing behind the colon", "write `b: true`"),
        ("b:6001\n# of c\nc: 1\n", (1, 2), "a blank is missing behind the colon", "write `b: 6001`"),
        ("a:\n  - b\n  -c\n", (3, 3), "a blank is missing behind `-`", "write `- c`"),
        ("a:\n  -b: 1\n    c: 2\n", (2, 3), "a blank is missing behind `-`", "write `- b: 1`"),
        (f"b:{'1' * 90}\nc: 1\n", (1, 2), "a blank is missing behind the colon", "write `key: value`"),
    ],
)
def test_a_blank_that_is_missing_is_one_mistake(
    text: str, place: tuple[int, int], summary: str, help: str, parser: None
) -> None:
    """It is told where it is missing, and not at the line below, which seems to fit nothing then."""
    one = told(text)
    assert one.span is not None
    assert (one.span[:2], one.summary, one.help) == (place, summary, help)


@given(
    st.lists(st.sampled_from(["a: 1", "- a: 1", "-", "-a", "a:1", "a:", "#a:", "# a", "---", "", "'", "|"])), st.data()
)
@settings(max_examples=200, deadline=None)
def test_any_indentation_is_answered(lines: list[str], data: st.DataObject) -> None:
    """Whatever lines stand above each other, every place is one of the text."""
    text = "\n".join(" " * data.draw(st.integers(0, 6)) + one for one in lines)
    for one in load_yaml("f.yml", text.encode()).diagnostics:
        assert one.span is not None
        for span in (one.span, *(place.span for place in one.related)):
            assert 1 <= span.line <= span.end_line <= len(lines) or not text
            assert span.column <= len(text.split("\n")[span.line - 1]) + 1
