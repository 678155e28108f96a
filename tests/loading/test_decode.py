"""Bytes that are text, and bytes that are not."""

from __future__ import annotations

import pytest

from telecompile.loading.text import MAX_BYTES, decode


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    """Editors on Windows write one, and nobody sees it."""
    assert decode("f", b"\xef\xbb\xbfa: 1") == ("a: 1", ())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a" * (MAX_BYTES + 1), "file-too-large"),
        (b"", "empty-file"),
        (b"\xef\xbb\xbf \r\n\t", "empty-file"),
        (b"a: \xe9", "not-utf8"),
        ("a: 1".encode("utf-16"), "not-utf8"),
    ],
)
def test_what_is_no_text_is_refused_with_a_code(data: bytes, code: str) -> None:
    """Each has one diagnostic, an error, and no text."""
    text, diagnostics = decode("f", data)

    assert text is None
    assert [(one.code, one.severity) for one in diagnostics] == [(code, "error")]


def test_a_file_of_exactly_the_limit_is_read() -> None:
    """4 MiB is the most, not too much."""
    assert decode("f", b"a" * MAX_BYTES)[1] == ()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_first_bad_byte_is_pointed_at_in_characters(mark: bytes) -> None:
    """Characters before it count once, however many bytes they have; the mark not at all."""
    _, (diagnostic,) = decode("f", mark + "a: 1\r\nü😀: ".encode() + b"\xff\xff")

    assert diagnostic.span is not None
    assert diagnostic.span == (2, 5, 2, 6)
    assert "0xff" in diagnostic.summary
