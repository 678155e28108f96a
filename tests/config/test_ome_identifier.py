"""`ome_identifier`: literal or expression, and what it must not match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.sources.ome.identifier import LONGEST, Identifier, Mistake, read_identifier


@pytest.mark.parametrize("text", ["ome", "OME-637-2-100.100.5.8", "a", "_a", ".", "idrac", "ldms", "i", "a" * LONGEST])
def test_a_literal_matches_what_begins_with_it_and_a_dot(text: str) -> None:
    """So `idrac` is one: no topic `idrac.x` is ours."""
    assert read_identifier(text) == Identifier(text, True, f"{text}.")


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("^ome", "ome"),
        ("ome.*", "ome"),
        ("^OME-[0-9]+", "OME-"),
        (r"ome\.", "ome."),
        (r"ome\..*", "ome."),
        ("omes?", "ome"),
        ("ome+", "ome"),
        ("omex*", "ome"),
        ("omex{0,3}", "ome"),
        ("ome(a|b)", "ome"),
        ("ome(a|b)*c", "ome"),
        ("ome[^a-c_]x", "ome"),
        ("ldms2.*", "ldms2"),
    ],
)
def test_an_expression_has_the_literal_beginning_of_all_its_matches(text: str, prefix: str) -> None:
    assert read_identifier(text) == Identifier(text, False, prefix)


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("", "the identifier is empty"),
        ("__ome", "'__ome' begins as Kafka's own topics do"),
        ("__ome.*", "'__ome.*' begins as Kafka's own topics do"),
        ("_.*", "'_.*' begins as Kafka's own topics do"),
        ("i.*", "'i.*' begins with 'i', as the topic idrac does"),
        ("idr?", "'idr?' begins with 'id', as the topic idrac does"),
        ("ldms.*", "'ldms.*' begins with 'ldms', as the topic ldms does"),
        ("a" * (LONGEST + 1), "the identifier has 239 characters, more than the name of a topic can begin with"),
        ("^" + "a" * (LONGEST + 1), "the identifier has 240 characters, more than the name of a topic can begin with"),
        (".*", "'.*' has no literal beginning, so it could match any topic"),
        ("a?", "'a?' has no literal beginning, so it could match any topic"),
        ("[a]", "'[a]' has no literal beginning, so it could match any topic"),
        ("(ome)x", "'(ome)x' has no literal beginning, so it could match any topic"),
        ("a|b", "'a|b' has no literal beginning, so it could match any topic"),
        ("^ome|b", "'^ome|b' has no literal beginning, so it could match any topic"),
        ("ome(", "'ome(' has a group that is never closed"),
        ("ome)(", "'ome)(' closes a group that is not open"),
        ("ome**", "'ome**' has nothing before * that could be repeated"),
        ("ome{2}{3}", "'ome{2}{3}' has nothing before {3} that could be repeated"),
        ("ome(*a)", "'ome(*a)' has nothing before * that could be repeated"),
        ("ome()", "'ome()' has nothing before )"),
        ("ome(a||b)", "'ome(a||b)' has nothing before |"),
        ("ome{9,2}", "'ome{9,2}' has {9,2}, which goes backwards"),
        ("ome[z-a]", "'ome[z-a]' has [z-a], which goes backwards"),
        (r"ome\d", r"'\d' is not in the regular expressions that Kafka clients share"),
        ("ome(?:a)", "'(?' is not in the regular expressions that Kafka clients share"),
        (r"ome(a)\1", r"'\1' is not in the regular expressions that Kafka clients share"),
        ("ome^a", "the identifier has a ^ that is not at its beginning"),
        (r"ome\$", r"'ome\\$' has a $, which the name of a topic never has"),
        ("ome[a$]", "'ome[a$]' has a $, which the name of a topic never has"),
        ("ome$", "the identifier has a $, and OME's own words follow it in the name of every topic"),
        ("ome[[:alpha:]]", "'[[' is not in the regular expressions that Kafka clients share"),
        ("ome a", "'ome a' has a blank, and no name of a topic has one"),
        ("omé", "'é' is not in the regular expressions that Kafka clients share"),
    ],
)
def test_what_an_identifier_cannot_be(text: str, summary: str) -> None:
    found = read_identifier(text)
    assert isinstance(found, Mistake)
    assert found.summary == summary
    assert found.help


PIECES = [
    "o",
    "m",
    ".",
    "*",
    "+",
    "?",
    "{2}",
    "{0,1}",
    "{3,1}",
    "(",
    ")",
    "|",
    "[ab]",
    "[^a]",
    "[b-a]",
    "[]]",
    r"\.",
    r"\(",
]


@given(st.data(), st.lists(st.sampled_from(PIECES), min_size=1, max_size=8))
def test_every_match_of_an_expression_begins_with_its_prefix(data: st.DataObject, pieces: list[str]) -> None:
    """And what is no expression is refused, never taken."""
    text = "ab" + "".join(pieces)
    found = read_identifier(text)
    if isinstance(found, Identifier) and not found.literal:
        match = data.draw(st.from_regex(re.compile(text, re.ASCII), fullmatch=True))
        assert match.startswith(found.prefix)


@given(st.text(max_size=20))
def test_any_text_is_answered(text: str) -> None:
    assert isinstance(read_identifier(text), Identifier | Mistake)
