"""Quantities and durations as exact numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from kubernetes.utils.quantity import parse_quantity

from telecompile.config.quantity import binary, cores, milli, milliseconds, quantity, whole

SUFFIXES = ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]


@given(st.integers(-(10**12), 10**12), st.integers(0, 999), st.sampled_from(SUFFIXES))
def test_a_quantity_is_what_the_kubernetes_client_reads(count: int, thousandths: int, suffix: str) -> None:
    text = f"{count}.{thousandths:03}{suffix}"
    # Its Decimal context has 28 digits; ours are exact.
    theirs = Fraction(parse_quantity(text))  # type: ignore[no-untyped-call] # the client has no types
    assert quantity(text) == pytest.approx(theirs, rel=1e-20)


@pytest.mark.parametrize("text", ["1e3", "1E3", "2.5e-1", "+5", ".5Gi", "5.", "12e+02", "-0.5"])
def test_exponents_and_bare_points_are_read(text: str) -> None:
    """Forms of the Go parser; the Python client knows no exponent, which Decimal does."""
    number = text.removesuffix("Gi")
    assert quantity(text) == Fraction(Decimal(number)) * (2**30 if text.endswith("Gi") else 1)


@pytest.mark.parametrize(
    "text", ["", "Gi", "8GB", "8 Gi", " 8Gi", "8Gi\n", "8gi", "1.2.3", "0x10", "1_000", "٣", "inf", "1e"]
)
def test_other_texts_are_no_quantity(text: str) -> None:
    assert quantity(text) is None


@given(st.text("0123456789.eE+-mkKMGTi", max_size=12))
@example("9" * 5000)
@example("1e" + "9" * 5000)
@example("0." + "1" * 5000)
def test_any_text_is_answered(text: str) -> None:
    """By a number or by None, never by an exception: Python does not convert thousands of digits."""
    assert quantity(text) is None or isinstance(quantity(text), Fraction)
    assert milliseconds(text + "s") is None or text.rstrip("m").isdecimal()


def test_parts_of_a_unit_are_rounded_up() -> None:
    assert whole("0.5") == whole("1m") == 1
    assert whole("1.5Gi") == 1610612736
    assert milli("0.0001") == 1
    assert milli("2") == 2000
    assert milli("250m") == 250


@given(st.integers(0, 2**63 - 1))
def test_binary_writes_what_reads_back(count: int) -> None:
    assert whole(binary(count)) == count


@given(st.integers(0, 10**9))
def test_cores_writes_what_reads_back(thousandths: int) -> None:
    assert milli(cores(thousandths)) == thousandths


@pytest.mark.parametrize(
    ("text", "count"),
    [("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0), ("007s", 7000)],
)
def test_durations_are_a_whole_number_and_one_unit(text: str, count: int) -> None:
    assert milliseconds(text) == count


@pytest.mark.parametrize("text", ["", "30", "s", "1.5s", "1m30s", "-1s", "30 s", "30S", "1d", "1us", "30s\n", "٣s"])
def test_other_texts_are_no_duration(text: str) -> None:
    assert milliseconds(text) is None
