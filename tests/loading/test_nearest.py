"""Did you mean."""

from __future__ import annotations

import pytest

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
