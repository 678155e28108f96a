"""What was most likely meant by an amount that is none; read when there is one."""

from __future__ import annotations

import re
from fractions import Fraction

from .quantity import LARGEST, LONGEST, milliseconds, quantity

_UNITS = {
    **dict.fromkeys(("ms", "msec", "millisecond"), 1),
    **dict.fromkeys(("", "s", "sec", "second"), 1000),
    **dict.fromkeys(("m", "min", "minute"), 60_000),
    **dict.fromkeys(("h", "hr", "hour"), 3_600_000),
    **dict.fromkeys(("d", "day"), 86_400_000),
}
_PART = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([a-z]*)\s*"
_SIZE = r"([0-9]{1,18}(?:\.[0-9]{1,9})?)\s*([kmgtpe])(i?)(b|bytes?)?"


def meant_duration(text: str) -> str:
    """One whole number and one unit for what says the same otherwise, such as ``1m30s``; empty where nothing does."""
    text = text.strip().lower()
    parts = re.findall(_PART, text[:100])
    if not parts or "".join(re.split(_PART, text)[0::3]):
        return ""
    units = [_UNITS.get(unit, _UNITS.get(unit.removesuffix("s"))) for _, unit in parts]
    # A number without a unit is seconds, where it stands alone.
    if None in units or (len(parts) > 1 and "" in (unit for _, unit in parts)):
        return ""
    total = sum(Fraction(number) * (unit or 0) for (number, _), unit in zip(parts, units, strict=True))
    if total.denominator != 1 or not 0 < total <= LONGEST:
        return ""
    found = next(f"{total // size}{unit}" for unit, size in _WRITTEN if total % size == 0)
    return found if milliseconds(found) else ""


_WRITTEN = (("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1))


def meant_size(text: str) -> str:
    """What to write for an amount of bytes in another form, such as ``8GB``; empty where there is no telling."""
    found = re.fullmatch(_SIZE, text.strip().lower())
    if found is None:
        return ""
    number, letter, binary, _ = found.groups()
    power = letter.upper()
    two, ten = f"{number}{power}i", f"{number}{'k' if power == 'K' else power}"
    for one in (two, ten):
        value = quantity(one)
        if not value or value > LARGEST:
            return ""
    return f'write "{two}"' if binary else f'write "{two}", or "{ten}" for powers of ten'
