"""Of a PEM file the output carries certificates, and nothing else that stands there."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.config.certificates import certificates
from tests.golden.cases import GOLDEN

CERTIFICATE = (GOLDEN / "everything-on/input/certificates/ufm-ca.pem").read_bytes()
KEY = b"-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"


def pem(der: bytes) -> bytes:
    return b"-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(der) + b"-----END CERTIFICATE-----\n"


def test_a_private_key_in_the_same_file_does_not_leave_it() -> None:
    found = certificates(b"# the CA\n" + KEY + CERTIFICATE + KEY)
    assert found == certificates(CERTIFICATE)
    assert found is not None
    assert "PRIVATE" not in found
    assert "c2VjcmV0" not in found


def test_line_ends_of_another_system_are_none_of_ours() -> None:
    assert certificates(CERTIFICATE.replace(b"\n", b"\r\n")) == certificates(CERTIFICATE)


@pytest.mark.parametrize(
    "content",
    [b"", KEY, b"-----BEGIN CERTIFICATE-----\n", pem(b"not a certificate"), CERTIFICATE + pem(b"")],
    ids=["nothing", "a key", "cut off", "not DER", "one of two is empty"],
)
def test_what_holds_no_whole_certificate_gives_none(content: bytes) -> None:
    assert certificates(content) is None


@given(st.lists(st.binary(max_size=300).map(lambda rest: b"\x30" + rest), min_size=1, max_size=4))
def test_every_certificate_is_kept_in_order(found: list[bytes]) -> None:
    kept = certificates(b"".join(pem(der) for der in found)) or ""
    blocks = kept.split("-----BEGIN CERTIFICATE-----")[1:]
    assert [base64.b64decode(block.partition("-----END")[0]) for block in blocks] == found
    assert max(map(len, kept.splitlines())) <= 64


@given(st.binary())
def test_no_file_is_a_surprise(content: bytes) -> None:
    certificates(content)
