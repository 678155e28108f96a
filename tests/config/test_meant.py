"""What is guessed from amounts in other forms than those that are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.config.meant import meant_duration, meant_size
from telecompile.config.quantity import milliseconds, quantity


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1m30s", "90s"),
        ("1.5s", "1500ms"),
        ("1d", "24h"),
        ("30", "30s"),
        ("30 s", "30s"),
        ("30S", "30s"),
        ("30sec", "30s"),
        ("30 seconds", "30s"),
        ("2 minutes", "2m"),
        ("1hour", "1h"),
        ("90s", "90s"),
        ("120s", "2m"),
        ("1h 30", ""),
        ("0", ""),
        ("-5s", ""),
        ("0.0001s", ""),
        ("30x", ""),
        ("s30", ""),
        ("soon", ""),
        ("", ""),
        ("9" * 9 + "d", ""),
    ],
)
def test_durations(text: str, meant: str) -> None:
    assert meant_duration(text) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8GB", 'write "8Gi", or "8G" for powers of ten'),
        ("8gb", 'write "8Gi", or "8G" for powers of ten'),
        ("8 G", 'write "8Gi", or "8G" for powers of ten'),
        ("512KB", 'write "512Ki", or "512k" for powers of ten'),
        ("1gi", 'write "1Gi"'),
        ("1.5 TiB", 'write "1.5Ti"'),
        ("8GiBytes", 'write "8Gi"'),
        ("8", ""),
        ("eight", ""),
        ("8GiB8", ""),
        ("9999Ei", ""),
        ("", ""),
    ],
)
def test_sizes(text: str, said: str) -> None:
    assert meant_size(text) == said


@given(st.text("0123456789. msSmhdgGiIbBkKtTeEx-", max_size=20))
def test_a_guess_can_be_typed_in(text: str) -> None:
    guess = meant_duration(text)
    assert guess == "" or milliseconds(guess)
    assert all(quantity(one) for one in meant_size(text).split('"')[1::2])
