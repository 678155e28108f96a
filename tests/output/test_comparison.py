"""Two values compared: nothing is missed, and each difference is named as a person would."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.output.comparison import ABSENT, LARGEST, Change, compare
from telecompile.output.text_comparison import unified

keys = st.sampled_from(["name", "a", "b", "mountPath", "metadata", "x.y"])
leaves = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, "", "a", "--a=1", "--a=2", "1"])
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


@given(values, values)
def test_nothing_differs_exactly_when_the_values_are_equal(old: Any, new: Any) -> None:
    assert (compare(old, new) == ()) == (_exact(old) == _exact(new))
    assert compare(old, old) == ()


def _exact(value: Any) -> str:
    """JSON tells true, 1 and 1.0 apart."""
    return json.dumps(value, sort_keys=True)


@given(values, values)
def test_each_side_of_each_difference_stands_in_its_value(old: Any, new: Any) -> None:
    for change in compare(old, new):
        assert _exact(change.old if change.old is not ABSENT else "absent") != _exact(
            change.new if change.new is not ABSENT else "absent"
        ) or ABSENT in (change.old, change.new)
        if not change.path.endswith("(order)"):
            assert change.old is ABSENT or _exact(change.old) in {_exact(one) for one in _all(old)}
            assert change.new is ABSENT or _exact(change.new) in {_exact(one) for one in _all(new)}


def _all(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(one for part in inner for one in _all(part))]


@given(values, values)
def test_the_other_way_round_the_sides_are_exchanged(old: Any, new: Any) -> None:
    assert bool(compare(old, new)) == bool(compare(new, old))


def container(name: str, image: str) -> dict[str, str]:
    return {"name": name, "image": image}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [("a.b", 1, 2)]),
        ({"a": None}, {}, [("a", None, ABSENT)]),
        ({}, {"a": {"b": 1}}, [("a", ABSENT, {"b": 1})]),
        ({"x.y/z": 1}, {"x.y/z": True}, [('["x.y/z"]', 1, True)]),
        ({"data": {"f.yaml": "a"}}, {"data": {"f.yaml": "b"}}, [('data["f.yaml"]', "a", "b")]),
        (
            {"c": [container("x", "1"), container("y", "1")]},
            {"c": [container("new", "1"), container("x", "2"), container("y", "1")]},
            [("c[new]", ABSENT, container("new", "1")), ("c[x].image", "1", "2")],
        ),
        (
            {"c": [container("x", "1"), container("y", "1")]},
            {"c": [container("y", "1"), container("x", "1")]},
            [("c (order)", ["x", "y"], ["y", "x"])],
        ),
        (
            [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/b", "readOnly": True}],
            [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/b"}],
            [("[/b].readOnly", True, ABSENT)],
        ),
        ([{"metadata": {"name": "q"}, "s": 1}], [{"metadata": {"name": "q"}, "s": 2}], [("[q].s", 1, 2)]),
        ([{"alert": "A", "e": 1}, {"record": "R"}], [{"record": "R"}], [("[A]", {"alert": "A", "e": 1}, ABSENT)]),
        ({"args": ["--a=1", "--b"]}, {"args": ["--a=2", "--b"]}, [("args[--a]", "--a=1", "--a=2")]),
        (["k", "l", "m"], ["k", "m"], [("[1]", "l", ABSENT)]),
        (["k", "m"], ["k", "l", "m"], [("[1]", ABSENT, "l")]),
        ([{"p": 1}, {"p": 2}], [{"p": 1}, {"p": 3}], [("[1].p", 2, 3)]),
        ([{"name": "1"}], [{"name": "2"}], [('["2"]', ABSENT, {"name": "2"}), ('["1"]', {"name": "1"}, ABSENT)]),
    ],
)
def test_a_difference_has_the_path_that_a_person_writes(old: Any, new: Any, found: list[Any]) -> None:
    assert compare(old, new) == tuple(Change(*one) for one in found)


def test_long_lists_without_names_are_not_lined_up_for_hours() -> None:
    number = int(LARGEST**0.5) + 1
    old, new = [[one, 0] for one in range(number)], [[one, 1] for one in range(number + 1)]
    assert len(compare(old, new)) == 2 * number + 1


def test_texts_are_compared_line_by_line() -> None:
    old = "".join(f"{number}\n" for number in range(9))
    assert unified(old, old.replace("4", "four")) == ("@@ -3,5 +3,5 @@", " 2", " 3", "-4", "+four", " 5", " 6")
    assert unified(old, old) == ()


def test_texts_that_are_too_long_are_counted() -> None:
    old = "".join(f"{number}\n" for number in range(3000))
    (line,) = unified(old, old.replace("17\n", "seventeen\n") + "one more\n")
    assert line == "@@ 30 lines removed, 31 added; too long to be compared line by line @@"


@given(st.text("ab\n", max_size=12), st.text("ab\n", max_size=12))
def test_a_text_differs_in_some_line_or_is_the_same(old: str, new: str) -> None:
    lines = unified(old, new)
    assert bool(lines) == (old != new)
    assert old == new or any(line[0] in "+-" for line in lines)
