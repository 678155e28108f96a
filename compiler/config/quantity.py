"""Kubernetes quantities and the durations of the input files, as exact numbers."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

# resource.Quantity of k8s.io/apimachinery: a signed number and a binary, decimal or exponent suffix.
# No more digits than could mean anything: Python refuses to convert very long numbers.
_QUANTITY = re.compile(
    r"([+-]?(?:[0-9]{1,300}(?:\.[0-9]{0,300})?|\.[0-9]{1,300}))(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?[0-9]{1,2}))?"
)
_SUFFIX = {
    "n": Fraction(1, 10**9),
    "u": Fraction(1, 10**6),
    "m": Fraction(1, 10**3),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
    "T": Fraction(10**12),
    "P": Fraction(10**15),
    "E": Fraction(10**18),
    "Ki": Fraction(2**10),
    "Mi": Fraction(2**20),
    "Gi": Fraction(2**30),
    "Ti": Fraction(2**40),
    "Pi": Fraction(2**50),
    "Ei": Fraction(2**60),
}
_DURATION = re.compile(r"([0-9]{1,300})(ms|s|m|h)")
_MILLISECONDS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}

LARGEST = 2**63 - 1
"""The largest quantity the API server keeps without rounding (int64)."""
LONGEST = LARGEST // 10**6
"""The longest duration in milliseconds: Go counts nanoseconds in an int64, 292 years of them."""


# The same few amounts are asked for hundreds of times.
@lru_cache(maxsize=1024)
def quantity(text: str) -> Fraction | None:
    """The number behind a quantity such as ``8Gi``, ``100m`` or ``1e3``; None when it is none."""
    found = _QUANTITY.fullmatch(text)
    if found is None:
        return None
    number, suffix, exponent = found.groups()
    if exponent is not None:
        return Fraction(number) * Fraction(10) ** int(exponent)
    return Fraction(number) * _SUFFIX[suffix] if suffix else Fraction(number)


def whole(text: str) -> int:
    """The quantity rounded up to a whole unit (bytes); ``text`` has been validated."""
    value = quantity(text)
    if value is None:
        raise ValueError(f"not a quantity: {text!r}")
    return -(-value.numerator // value.denominator)


def milli(text: str) -> int:
    """The quantity in thousandths (millicores), rounded up; ``text`` has been validated."""
    value = quantity(text)
    if value is None:
        raise ValueError(f"not a quantity: {text!r}")
    value *= 1000
    return -(-value.numerator // value.denominator)


def milliseconds(text: str) -> int | None:
    """A duration such as ``30s`` in milliseconds; None when it is none (one unit: ms, s, m, h)."""
    found = _DURATION.fullmatch(text)
    return int(found[1]) * _MILLISECONDS[found[2]] if found else None


def binary(count: int) -> str:
    """Bytes in the largest binary unit that divides them: 25769803776 is ``24Gi``."""
    for unit, size in (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10)):
        if count and count % size == 0:
            return f"{count // size}{unit}"
    return str(count)


def cores(thousandths: int) -> str:
    """Millicores as Kubernetes writes them: 1500 is ``1500m``, 2000 is ``2``."""
    return str(thousandths // 1000) if thousandths % 1000 == 0 else f"{thousandths}m"
