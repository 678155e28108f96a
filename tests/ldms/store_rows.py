"""A row as store_avro_kafka publishes it in its JSON mode, byte for byte.

From `ldmsd_row_to_json_object` of ldmsd_decomp.c (LDMS 4.5): printf formats between literal brackets. Names and texts
are not escaped, numbers that are no numbers are printed as C prints them, so that a row need not be JSON.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

_WHOLE = {f"{sign}{bits}": (sign == "s", bits) for sign in "su" for bits in (8, 16, 32, 64)}
_DIGITS = {"f32": 9, "d64": 17}  # %.9g and %.17g: what a float and a double need to be read back


def json_row(values: Sequence[tuple[str, str, object]]) -> str:
    """The columns in their order: name, type of LDMS (`u64`, `d64_array`, `char_array`, `ts` ...), value.

    A time stamp (`ts`) is the pair of its seconds and its microseconds. Raises ValueError for a type that a row cannot
    hold, and for a value that is not of its type.
    """
    return "{" + ",".join(f'"{name}":{_value(kind, value)}' for name, kind, value in values) + "}"


def _value(kind: str, value: object) -> str:
    if kind == "char_array" or (kind == "char" and len(str(value)) == 1):
        if isinstance(value, str) and "\0" not in value:
            return f'"{value}"'
    elif kind == "ts":
        if isinstance(value, tuple) and len(value) == 2:
            return f"{_whole('u32', value[0])}.{_whole('u32', value[1]):06d}"
    elif (item := kind.removesuffix("_array")) != kind:
        if item in _WHOLE.keys() | _DIGITS.keys() and isinstance(value, list | tuple):
            return "[" + ",".join(_value(item, one) for one in value) + "]"
    elif kind in _WHOLE:
        return str(_whole(kind, value))
    elif kind in _DIGITS and isinstance(value, int | float):
        return _real(kind, float(value))
    raise _not_of(kind, value)


def _whole(kind: str, value: object) -> int:
    signed, bits = _WHOLE[kind]
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _not_of(kind, value)
    return value


def _real(kind: str, value: float) -> str:
    """As glibc prints it: `nan` has a sign, which Python leaves out."""
    if math.isnan(value):
        return "-nan" if math.copysign(1, value) < 0 else "nan"
    if kind == "f32":
        try:
            (value,) = struct.unpack("<f", struct.pack("<f", value))
        except OverflowError:
            raise _not_of(kind, value) from None
    return f"{value:.{_DIGITS[kind]}g}"


def _not_of(kind: str, value: object) -> ValueError:
    return ValueError(f"{value!r} cannot be a {kind}")
