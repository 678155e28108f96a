"""Secrets in texts that are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.masking import masked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("url: https://user:pass@host/x", "url: https://*********@host/x"),
        ("'https://token@host'", "'https://*****@host'"),
        ("https://u:p/w#?@host", "https://*******@host"),
        ("https://u:my pass@host", "https://*********@host"),
        ("https://u:p@ss@host", "https://******@host"),
        ('endpoint: "bob:hunter2@ufm"', 'endpoint: "***********@ufm"'),
        ("[u:p@[2001:db8::1]]", "[***@[2001:db8::1]]"),
        ("https://host/x?key=abc&auth=d#e", "https://host/x?key=***&auth=*#e"),
        ("password: hunter2", "password: *******"),
        ('{"Password": "a b", "x": 1}', '{"Password": "* *", "x": 1}'),
        ("ufm_password: 'x', b", "ufm_password: '*', b"),
        ("api_key=abc", "api_key=***"),
        (
            "-----BEGIN PRIVATE KEY-----\nab\n-----END PRIVATE KEY-----\nx",
            f"{'*' * 10} ******* {'*' * 8}\n**\n{'*' * 8} ******* {'*' * 8}\nx",
        ),
        ("-----BEGIN PRIVATE KEY-----\nab", f"{'*' * 10} ******* {'*' * 8}\n**"),
    ],
)
def test_a_secret_is_covered_character_by_character(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "https://host:8427/a@b",
        "https://host/x@sha256:0",
        "image: docker.io/x/y@sha256:0123",
        "image: vector:0.57@sha256:0123",
        "is it so? a=b",
        "tls_secret: my-secret",
        "secret: name",
        "password:",
        "password: |",
        "-----BEGIN CERTIFICATE-----\nab\n-----END CERTIFICATE-----",
    ],
)
def test_what_is_none_stays(text: str) -> None:
    assert masked(text) == text


@given(
    st.lists(st.sampled_from([*"aA:/@ \n\"'#*", "://", "password: ", "token=", "-----BEGIN PRIVATE KEY-----"])).map(
        "".join
    )
)
def test_length_and_lines_stay(text: str) -> None:
    """So that every column is the same as in the file."""
    shown = masked(text)
    assert len(shown) == len(text)
    assert [at for at, one in enumerate(shown) if one == "\n"] == [at for at, one in enumerate(text) if one == "\n"]
