"""Of a PEM file the output carries certificates, and nothing else that stands there."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.config.certificates import certificates, ends
from tests.config.made_certificates import der, made, pem
from tests.golden.cases import GOLDEN

CERTIFICATE = (GOLDEN / "everything-on/input/certificates/ufm-ca.pem").read_bytes()
KEY = b"-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"


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
    [
        b"",
        KEY,
        b"-----BEGIN CERTIFICATE-----\n",
        pem(b"not a certificate"),
        pem(b"\x30\x03\x02\x01\x01"),
        CERTIFICATE + pem(b""),
        CERTIFICATE + b"-----BEGIN CERTIFICATE-----\nMIIB",
        CERTIFICATE[:-60] + b"\n-----END CERTIFICATE-----\n",
    ],
    ids=[
        "nothing",
        "a key",
        "cut off",
        "not DER",
        "a sequence, and no certificate",
        "one of two is empty",
        "one of two is cut off",
        "a line is lost",
    ],
)
def test_what_holds_no_whole_certificate_gives_none(content: bytes) -> None:
    assert certificates(content) is None


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4))
def test_every_certificate_is_kept_in_order(rests: list[bytes]) -> None:
    found = [der("200101000000Z", "21200101000000Z", rest) for rest in rests]
    kept = certificates(b"".join(pem(one) for one in found)) or ""
    blocks = kept.split("-----BEGIN CERTIFICATE-----")[1:]
    assert [base64.b64decode(block.partition("-----END")[0]) for block in blocks] == found
    assert max(map(len, kept.splitlines())) <= 64


@pytest.mark.parametrize("days", [1, 30_000])
@pytest.mark.parametrize("kind", ["ca", "server", "elliptic"])
def test_the_end_is_that_which_openssl_reads(kind: str, days: int) -> None:
    """Of a CA and of a self-signed server certificate; from 2050 on times have another form."""
    certificate, end = made(kind, days)
    assert ends(certificate) == (end,)
    assert ends(certificate + CERTIFICATE) == (end, *ends(CERTIFICATE))


@pytest.mark.parametrize(
    ("end", "seconds"),
    [("700101000000Z", 0), ("691231235959Z", -1), ("99991231235959Z", 253402300799), ("500101000000Z", -631152000)],
)
def test_both_forms_of_a_time_are_read(end: str, seconds: int) -> None:
    assert ends(pem(der("490101000000Z", end))) == (seconds,)


@pytest.mark.parametrize(
    "end", ["", "2001010000Z", "200101000000+0100", "201301000000Z", "20200101000000.5Z", "x" * 13]
)
def test_a_certificate_without_an_end_is_broken(end: str) -> None:
    assert ends(pem(der("200101000000Z", end))) == (None,)


@given(st.binary())
def test_no_file_is_a_surprise(content: bytes) -> None:
    certificates(content)
    ends(content)


@given(st.data())
def test_a_damaged_certificate_is_read_or_refused(data: st.DataObject) -> None:
    whole = der("200101000000Z", "21200101000000Z", b"rest")
    at = data.draw(st.integers(0, len(whole) - 1))
    damaged = data.draw(st.sampled_from([whole[:at], whole[:at] + b"\xff" + whole[at + 1 :], whole[at:]]))
    assert len(ends(pem(damaged))) == 1
