"""The certificates of a PEM file, and nothing else that stands in it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from .der import valid_until

BEGIN = b"-----BEGIN CERTIFICATE-----"
_END = b"-----END CERTIFICATE-----"
# A text, which `re` compiles once when it is first asked for: most runs read no certificate.
_BLOCK = rb"(?s:-----BEGIN CERTIFICATE-----\s(.*?)-----END CERTIFICATE-----)"
LARGEST = 128 * 2**10
"""Bytes: no object is larger than 180 KiB as JSON (semantics.md, section 4)."""


def certificates(content: bytes) -> str | None:
    """Every certificate of ``content`` in PEM form, in order; None where there is none, or one that is broken.

    What stands beside them is left out: a private key in the same file must not reach the output.
    """
    found = list(_blocks(content))
    return "".join(_pem(one) for one in found if one) if found and all(found) else None


def ends(content: bytes) -> tuple[int | None, ...]:
    """When each certificate of ``content`` ends, in seconds since 1970; None for one that is broken or cut off."""
    return tuple(valid_until(one) if one else None for one in _blocks(content))


def _blocks(content: bytes) -> Iterator[bytes]:
    """The certificates in DER form; empty for one that is none."""
    at, last = 0, content.rfind(_END)
    while (start := content.find(BEGIN, at)) >= 0:
        # Without an end behind it each beginning would be searched to the end of the file.
        if start > last:
            yield b""
            return
        block = re.compile(_BLOCK).match(content, start)
        at = start + len(BEGIN) if block is None else block.end()
        yield b"" if block is None else _der(block[1])


def _der(text: bytes) -> bytes:
    try:
        der = base64.b64decode(b"".join(text.split()), validate=True)
    except binascii.Error:
        return b""
    return der if valid_until(der) is not None else b""


def _pem(der: bytes) -> str:
    text = base64.b64encode(der).decode()
    lines = [text[start : start + 64] for start in range(0, len(text), 64)]
    return "\n".join(("-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", ""))
