"""The patterns that ldmsd and Python read alike are read, all others refused."""

from __future__ import annotations

import pytest

from tests.ldms import posix_regex


@pytest.mark.parametrize(
    ("text", "found", "missed"),
    [
        (".*", "", None),
        ("^(a|b)+$", "ab", "abc"),
        ("n[0-9]{4}", "an0001b", "n001"),
        ("^[[:alpha:]_]{1,}$", "a_B", "a1"),
        ("^[^[:digit:]]$", "a", "1"),
        ("^[]x]$", "]", "y"),
        (r"^a\.b\{$", "a.b{", "axb{"),
        ("^[(?+{]$", "{", "a"),
    ],
)
def test_an_extended_pattern_searches(text: str, found: str, missed: str | None) -> None:
    pattern = posix_regex.extended(text)
    assert pattern is not None
    assert pattern.search(found)
    assert missed is None or not pattern.search(missed)


@pytest.mark.parametrize(
    "text", ["", "(", "[a", "*a", r"\d", r"\w+", "(?:a)", "a*?", "a++", "a{", "a{x}", r"[\.]", "[[a]"]
)
def test_what_is_no_extended_pattern_is_refused(text: str) -> None:
    assert posix_regex.extended(text) is None


@pytest.mark.parametrize("text", ["a|b", "(a)", "a+", "a?", "a{2}", r"\(a\)", r"a\|b", "", "[a"])
def test_what_is_another_thing_in_the_basic_syntax_is_refused(text: str) -> None:
    assert posix_regex.basic(text) is None


def test_a_basic_pattern_searches() -> None:
    pattern = posix_regex.basic(r"^n[0-9]*\.rack[+]$")
    assert pattern is not None
    assert pattern.search("n12.rack+")
    assert not pattern.search("n12.rack")
