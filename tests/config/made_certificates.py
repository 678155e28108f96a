"""Certificates made for tests: by the program `openssl`, and the shortest that is one, byte by byte."""

from __future__ import annotations

import base64
import shutil
import subprocess
from datetime import datetime

import pytest

_KINDS = {
    "ca": ["-newkey", "rsa:2048", "-addext", "basicConstraints=critical,CA:TRUE"],
    "server": ["-newkey", "rsa:2048", "-addext", "basicConstraints=critical,CA:FALSE"],
    "elliptic": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
}


def made(kind: str, days: int) -> tuple[bytes, int]:
    """A self-signed certificate in PEM form for so many days from now, and its end as `openssl` reads it."""
    if shutil.which("openssl") is None:
        pytest.skip("the program openssl is absent")
    subject = ["-subj", "/CN=telecompile tests", "-keyout", "/dev/null", "-nodes", "-days", str(days)]
    pem = _openssl(["req", "-x509", *_KINDS[kind], *subject], b"")
    said = _openssl(["x509", "-noout", "-enddate", "-dateopt", "iso_8601"], pem).decode()
    return pem, int(datetime.fromisoformat(said.strip().removeprefix("notAfter=")).timestamp())


def _openssl(arguments: list[str], given: bytes) -> bytes:
    return subprocess.run(
        [shutil.which("openssl") or "openssl", *arguments], input=given, capture_output=True, check=True
    ).stdout


def pem(der: bytes) -> bytes:
    """A certificate in PEM form."""
    return b"-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(der) + b"-----END CERTIFICATE-----\n"


def der(start: str, end: str, rest: bytes = b"") -> bytes:
    """What of a certificate says when it is valid, with times of either form; ``rest`` follows behind them."""
    validity = _element(0x30, _time(start) + _time(end))
    signed = _element(0xA0, b"\x02\x01\x02") + b"\x02\x01\x01" + b"\x30\x00" * 2 + validity + _element(0x04, rest)
    return _element(0x30, _element(0x30, signed))


def _time(text: str) -> bytes:
    return _element(0x18 if len(text) == len("20200101000000Z") else 0x17, text.encode())


def _element(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 0x80 else b"\x82" + size.to_bytes(2, "big")
    return bytes([tag]) + length + content
