"""A fragment is laid over a file without moving or changing the lines that it does not mention."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tools.overlay import laid_over, less

WHOLE = """---
# Sinks.
sinks:
  kafka:  # the broker
    size: "8Gi"
    topics:
      idrac: 1

  logs:
    endpoints:
      - url: a
other: [1, 2]
"""


def test_lines_are_replaced_where_they_stand() -> None:
    fragment = "sinks:\n  kafka:\n    topics:\n      idrac: 2\n      ldms: 3\n  logs:\n    endpoints:\n      - url: b\n"
    assert laid_over("a.yml", WHOLE, fragment) == WHOLE.replace("idrac: 1\n", "idrac: 2\n").replace(
        "\n\n  logs", "\n\n      ldms: 3\n  logs"
    ).replace("url: a", "url: b")


def test_a_fragment_takes_the_indentation_of_the_file() -> None:
    assert laid_over("a.yml", WHOLE, "sinks:\n    kafka:\n        size: 1\n").count("\n    size: 1\n") == 1


def test_a_new_key_goes_to_the_end_of_its_mapping() -> None:
    assert laid_over("a.yml", WHOLE, "more: 1\n") == WHOLE + "more: 1\n"


def test_a_key_that_is_given_twice_stays_so() -> None:
    laid = laid_over("a.yml", WHOLE, "sinks:\n  kafka:\n    size: 1\n    size: 2\n")
    assert "    size: 1\n    size: 2\n" in laid


def test_of_a_section_anew_nothing_stays() -> None:
    laid = laid_over("a.yml", WHOLE, "sinks:\n  kafka:\n    size: 1\n", anew=("sinks",))
    assert yaml.safe_load(laid) == {"sinks": {"kafka": {"size": 1}}, "other": [1, 2]}


def test_a_section_can_be_taken_out() -> None:
    assert yaml.safe_load(less("a.yml", WHOLE, "sinks")) == {"other": [1, 2]}
    assert json.loads(less("a.json", '{"a": 1, "b": []}', "b")) == {"a": 1}


def test_braces_over_lines_are_refused() -> None:
    with pytest.raises(ValueError, match="lines of its own"):
        laid_over("a.yml", WHOLE, "sinks: {kafka: {size: 1}}\n")


def test_json_is_written_an_item_a_line() -> None:
    whole = '{\n  "a": "x",\n  "softwares": [\n    {"name": "ldms"}\n  ]\n}\n'
    assert laid_over("a.json", whole, '{"a": "x"}') == whole
    assert json.loads(laid_over("a.json", whole, '{"b": [1]}')) == {**json.loads(whole), "b": [1]}


def test_a_table_has_no_keys_to_lay_over() -> None:
    with pytest.raises(ValueError, match="whole"):
        laid_over("a.csv", "A,B\n", "1,2\n")


KEYS = st.text("abcde", min_size=1, max_size=2)
VALUES = st.recursive(
    st.integers() | st.lists(st.integers(), max_size=2),
    lambda inner: st.dictionaries(KEYS, inner, min_size=1, max_size=3),
)
FILES = st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)


def merged(former: object, new: object) -> object:
    if not (isinstance(former, dict) and isinstance(new, dict)):
        return new
    return former | {key: merged(former.get(key), value) for key, value in new.items()}


@given(FILES, FILES, st.integers(1, 6))
def test_what_comes_of_any_two_files_is_their_values_merged(
    former: dict[str, object], new: dict[str, object], indent: int
) -> None:
    laid = laid_over("a.yml", yaml.safe_dump(former, indent=indent), yaml.safe_dump(new))
    assert yaml.safe_load(laid) == merged(former, new)
