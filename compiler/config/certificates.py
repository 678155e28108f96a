"""The certificates of a PEM file, and nothing else that stands in it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

_BLOCK = re.compile(rb"-----BEGIN CERTIFICATE-----\s(.*?)-----END CERTIFICATE-----", re.DOTALL)
LARGEST = 128 * 2**10
"""Bytes: no object is larger than 180 KiB as JSON (semantics.md, section 4)."""
_SEQUENCE = 0x30
"""The first byte of a certificate in DER (X.690): the tag of a SEQUENCE."""


def certificates(content: bytes) -> str | None:
    """Every certificate of ``content`` in PEM form, in order; None where there is none, or one that is broken.

    What stands beside them is left out: a private key in the same file must not reach the output.
    """
    found = list(_blocks(content))
    return "".join(one for one in found if one) if found and all(found) else None


def _blocks(content: bytes) -> Iterator[str]:
    for block in _BLOCK.finditer(content):
        try:
            der = base64.b64decode(b"".join(block[1].split()), validate=True)
        except binascii.Error:
            der = b""
        if der[:1] != bytes((_SEQUENCE,)):
            yield ""
            continue
        text = base64.b64encode(der).decode()
        lines = [text[start : start + 64] for start in range(0, len(text), 64)]
        yield "\n".join(("-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", ""))
