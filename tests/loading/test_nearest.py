"""Did you mean."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from telecompile.loading.suggest import nearest

KNOWN = ("metrics_enabled", "logs_enabled", "mysql", "retention_period")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("metrics_enable", "metrics_enabled"),
        ("Logs_Enabled", "logs_enabled"),
        ("retnetion_period", "retention_period"),
        ("mysqll", "mysql"),
        ("replicas", None),
        ("", None),
        ("m" * 100_000, None),
    ],
)
def test_a_slip_is_seen_through_and_another_word_is_not(word: str, meant: str | None) -> None:
    """One slip for three letters is near; a swap of neighbours is one slip."""
    assert nearest(word, KNOWN) == meant


def test_of_words_equally_near_the_first_in_the_alphabet_is_taken() -> None:
    """Whatever order a set has in this process."""
    assert nearest("port", ["sort", "fort"]) == nearest("port", ["fort", "sort"]) == "fort"


def slips(left: str, right: str) -> int:
    """The definition, without any of what makes it fast."""
    if not left or not right:
        return len(left) + len(right)
    found = min(
        slips(left[1:], right) + 1, slips(left, right[1:]) + 1, slips(left[1:], right[1:]) + (left[0] != right[0])
    )
    if left[:2] == right[1::-1] and len(left) > 1 and len(right) > 1:
        found = min(found, slips(left[2:], right[2:]) + 1)
    return found


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
@example("abcab", "bacab")
@example("ca", "abc")
def test_a_word_is_near_as_defined(word: str, known: str) -> None:
    """One slip for three letters, and one for shorter words."""
    assert (nearest(word, [known]) is not None) == (slips(word, known) <= max(1, len(word) // 3))
