"""`activation_parameters` of a sampler plugin: the arguments of ldmsd's `start`."""

import re
from fractions import Fraction
from typing import NamedTuple

# ldmsd(8): a number with a unit; without one it is microseconds.
_TIME = re.compile(r"([+-]?)([0-9]{1,300}(?:\.[0-9]{1,300})?)(us|ms|s|m|h|d)?")
_MICROSECONDS = {"us": 1, "ms": 1000, "s": 10**6, "m": 60 * 10**6, "h": 3600 * 10**6, "d": 86400 * 10**6}
SHORTEST = 1000
"""The shortest interval accepted, in microseconds: 1 ms."""
LONGEST = 2**63 - 1
"""The longest one, in microseconds: ldmsd counts them in an int64."""


class Activation(NamedTuple):
    """When a sampler runs; times in microseconds."""

    interval: int
    offset: int | None
    exclusive_thread: bool | None


class Mistake(NamedTuple):
    """Why the text cannot be taken, and what to write."""

    summary: str
    help: str


def read_activation(text: str) -> Activation | Mistake:
    """Read ``interval=30s offset=-1s exclusive_thread=1``; unit-less times are microseconds."""
    given: dict[str, str] = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if not sign:
            return Mistake(f"{word!r} is not of the form key=value", "write for example interval=30s offset=0")
        if key not in ("interval", "offset", "exclusive_thread"):
            return Mistake(
                f"{key!r} is not an argument of a sampler's start", "use interval, offset and exclusive_thread"
            )
        if key in given:
            return Mistake(f"{key!r} is given twice", f"give {key} once")
        given[key] = value
    if "interval" not in given:
        return Mistake("the interval is missing", "write for example interval=30s")
    return _activation(given)


def _activation(given: dict[str, str]) -> Activation | Mistake:
    interval = _microseconds(given["interval"])
    if interval is None or given["interval"].startswith(("+", "-")):
        return Mistake(
            f"{given['interval']!r} is not an interval",
            "write a number and a unit (us, ms, s, m, h, d), such as interval=30s",
        )
    if interval > LONGEST:
        return Mistake("the interval is longer than ldmsd can count", "write a shorter one, such as interval=30s")
    if interval < SHORTEST:
        unit = _TIME.fullmatch(given["interval"])
        meant = f"; did you mean interval={given['interval']}s?" if unit and not unit[3] else ""
        return Mistake(
            f"an interval of {float(interval):g} microseconds is below 1 ms{meant}",
            "a number without a unit is microseconds; write a unit, such as interval=30s",
        )
    offset = _microseconds(given["offset"]) if "offset" in given else None
    if "offset" in given and offset is None:
        return Mistake(f"{given['offset']!r} is not an offset", "write a number and a unit, such as offset=0")
    if offset is not None and abs(offset) * 2 > interval:
        return Mistake("the offset is more than half the interval", "lower the offset to at most half the interval")
    exclusive = given.get("exclusive_thread")
    if exclusive not in (None, "0", "1"):
        return Mistake(f"exclusive_thread is {exclusive!r}", "write exclusive_thread=0 or exclusive_thread=1")
    return Activation(
        int(interval), None if offset is None else int(offset), None if exclusive is None else exclusive == "1"
    )


def _microseconds(text: str) -> Fraction | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    sign = -1 if found[1] == "-" else 1
    return sign * Fraction(found[2]) * _MICROSECONDS[found[3] or "us"]
