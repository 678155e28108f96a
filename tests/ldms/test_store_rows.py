"""Rows are what store_avro_kafka prints: expected texts are C's, worked out by hand from its formats."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ldms.store_rows import json_row

BOUNDS = [(f"{sign}{bits}", bits, sign == "s") for sign in "su" for bits in (8, 16, 32, 64)]


def test_columns_stand_in_order_without_blanks() -> None:
    row = json_row([("timestamp", "ts", (1700000000, 42)), ("b", "u64", 1), ("a", "char_array", "x y")])
    assert row == '{"timestamp":1700000000.000042,"b":1,"a":"x y"}'


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("ts", (0, 0), "0.000000"),
        ("u64", 2**64 - 1, "18446744073709551615"),
        ("s64", -(2**63), "-9223372036854775808"),
        ("d64", 0.1, "0.10000000000000001"),
        ("d64", 3, "3"),
        ("d64", 1e22, "1e+22"),
        ("d64", 1e-5, "1.0000000000000001e-05"),
        ("d64", -0.0, "-0"),
        ("f32", 0.1, "0.100000001"),
        ("f32", 16777217, "16777216"),
        ("d64", math.nan, "nan"),
        ("d64", -math.nan, "-nan"),
        ("f32", math.inf, "inf"),
        ("d64", -math.inf, "-inf"),
        ("char", "c", '"c"'),
        ("char_array", "", '""'),
        ("char_array", 'a"b\\c\n', '"a"b\\c\n"'),
        ("u8_array", [], "[]"),
        ("u8_array", [1, 2], "[1,2]"),
        ("d64_array", (0.5, math.nan), "[0.5,nan]"),
    ],
)
def test_a_value_is_printed_as_c_prints_it(kind: str, value: object, text: str) -> None:
    assert json_row([("x", kind, value)]) == f'{{"x":{text}}}'


def test_a_name_is_not_escaped() -> None:
    assert json_row([('a"b', "u8", 1)]) == '{"a"b":1}'


def test_a_row_without_columns_is_an_empty_object() -> None:
    assert json_row([]) == "{}"


@pytest.mark.parametrize(("kind", "bits", "signed"), BOUNDS)
def test_a_whole_number_beyond_its_type_is_refused(kind: str, bits: int, signed: bool) -> None:
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    assert json_row([("low", kind, low), ("high", kind, high)]) == f'{{"low":{low},"high":{high}}}'
    for beyond in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"cannot be a {kind}"):
            json_row([("x", kind, beyond)])


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("bool", True),
        ("u8", True),
        ("u8", 1.0),
        ("u8", "1"),
        ("d64", "1"),
        ("f32", 1e39),
        ("char", "ab"),
        ("char_array", "a\0b"),
        ("char_array", 1),
        ("ts", 1700000000),
        ("ts", (1, -1)),
        ("u8_array", 1),
        ("u8_array", [256]),
        ("list", []),
        ("record_array", []),
    ],
)
def test_a_value_that_no_row_holds_is_refused(kind: str, value: object) -> None:
    with pytest.raises(ValueError, match="cannot be a"):
        json_row([("x", kind, value)])


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_finite_numbers_are_json_and_lose_nothing(double: float, single: float) -> None:
    assert json.loads(json_row([("d", "d64", double), ("f", "f32", single)])) == {
        "d": double,
        "f": pytest.approx(single),
    }


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"], exclude_characters='"\\')))
def test_texts_without_quotes_and_backslashes_are_json(text: str) -> None:
    assert json.loads(json_row([(text, "char_array", text)])) == {text: text}
