"""When a certificate ends, read from its DER form (X.690, RFC 5280 section 4.1).

`ssl` of the standard library reads certificates from sockets only, or lists those that OpenSSL takes for a CA: a
self-signed server certificate, which Go takes for a root all the same, is not among them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SEQUENCE, _INTEGER, _VERSION = 0x30, 0x02, 0xA0
_UTC_TIME, _GENERALIZED_TIME = 0x17, 0x18
_LONGEST_LENGTH = 4
"""Most bytes that the length of an element is written in here: more would be over 4 GiB."""
_TIME = rb"([0-9]{2}|[0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})Z"


class _Element(NamedTuple):
    """An element's tag, and where its content starts and ends."""

    tag: int
    start: int
    end: int


def valid_until(der: bytes) -> int | None:
    """The last second, since 1970, at which the certificate ``der`` is valid; None where it is no certificate."""
    try:
        whole = _element(der, 0, len(der), _SEQUENCE)
        if whole.end != len(der):
            return None
        signed = _element(der, whole.start, whole.end, _SEQUENCE)
        at = signed.start
        # A certificate of version 1 has no version.
        if der[at] == _VERSION:
            at = _element(der, at, signed.end, _VERSION).end
        # Serial number, algorithm, issuer.
        for tag in (_INTEGER, _SEQUENCE, _SEQUENCE):
            at = _element(der, at, signed.end, tag).end
        validity = _element(der, at, signed.end, _SEQUENCE)
        start = _element(der, validity.start, validity.end, _UTC_TIME, _GENERALIZED_TIME)
        end = _element(der, start.end, validity.end, _UTC_TIME, _GENERALIZED_TIME)
        return _seconds(der[end.start : end.end])
    except (ValueError, IndexError, OverflowError):
        return None


def _element(der: bytes, at: int, end: int, *tags: int) -> _Element:
    """The element at ``at``, which must have one of ``tags`` and end before ``end``; ValueError otherwise."""
    tag, length, start = der[at], der[at + 1], at + 2
    if length >= 0x80:
        count = length - 0x80
        if not 0 < count <= _LONGEST_LENGTH:
            raise ValueError("a length that DER does not have")
        length = int.from_bytes(der[start : start + count], "big")
        start += count
    if tag not in tags or start + length > end:
        raise ValueError("not the element that is meant")
    return _Element(tag, start, start + length)


def _seconds(text: bytes) -> int:
    from calendar import timegm
    from datetime import datetime

    found = re.fullmatch(_TIME, text)
    if found is None:
        raise ValueError("not a time")
    year, *rest = (int(part) for part in found.groups())
    if len(found[1]) == 2:
        year += 1900 if year >= 50 else 2000  # RFC 5280, 4.1.2.5.1
    month, day, hour, minute, second = rest
    return timegm(datetime(year, month, day, hour, minute, second).timetuple())  # noqa: DTZ001 - timegm takes it as UTC
