"""Amounts and names mean the same here as to Kubernetes."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st
from kubernetes.utils.quantity import parse_quantity

from telecompile.config.quantity import binary, cores, milli, quantity, whole
from telecompile.plan.topics import LONGEST_NAME, object_name

SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "n", "u", "m", "k", "M", "G", "T", "P", "E"]
NUMBERS = st.from_regex(r"[0-9]{1,9}(\.[0-9]{0,6})?|\.[0-9]{1,6}", fullmatch=True)
TOPICS = st.text("abAB019._-é/ ", min_size=1, max_size=20) | st.text(
    st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300
)
SUBDOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")


@given(NUMBERS, st.sampled_from(SUFFIXES))
@example("1.5", "Ti")
@example("5", "E")
@example("100000.00001", "Ei")
def test_a_quantity_is_what_the_client_reads(number: str, suffix: str) -> None:
    # The client rounds to the 28 digits that decimal has unless told otherwise; here the numbers are exact.
    with localcontext(prec=100):
        theirs = parse_quantity(number + suffix)  # type: ignore[no-untyped-call] # theirs has no types
    assert quantity(number + suffix) == Fraction(Decimal(theirs))


@given(st.text("0123456789.eEkKmMiGTn+- ", max_size=8))
def test_what_is_no_quantity_to_the_client_is_none_here(text: str) -> None:
    """An exponent is one to Kubernetes, which the client's parser does not know."""
    assume(not re.search("[eE]", text))
    if quantity(text) is not None:
        parse_quantity(text)  # type: ignore[no-untyped-call] # raises where it is none


@given(st.integers(0, 2**63 - 1))
def test_bytes_are_the_same_after_they_were_written(count: int) -> None:
    assert whole(binary(count)) == count


@given(st.integers(0, 2**53))
def test_millicores_are_the_same_after_they_were_written(thousandths: int) -> None:
    assert milli(cores(thousandths)) == thousandths


@given(st.lists(TOPICS, min_size=2, max_size=30, unique=True))
@example(["ome.Health", "ome.health", "ome_health", "ome-health"])
@example(["a" * 249, "a" * 248 + "A", ".", "-"])
def test_no_two_texts_share_the_name_of_an_object(texts: list[str]) -> None:
    names = [object_name(text) for text in texts]
    assert len(set(names)) == len(names)
    assert all(SUBDOMAIN.fullmatch(name) for name in names)
    assert all(object_name(text) == text for text in texts if SUBDOMAIN.fullmatch(text) and len(text) <= LONGEST_NAME)
