"""`activation_parameters` of a sampler plugin: the arguments of ldmsd's `start`."""

import re
from fractions import Fraction
from typing import NamedTuple

# ldmsd(8): a number with a unit; without one it is microseconds.
_TIME = re.compile(r"([+-]?)([0-9]{1,300}(?:\.[0-9]{1,300})?)(us|ms|s|m|h|d)?")
_MICROSECONDS = {"us": 1, "ms": 1000, "s": 10**6, "m": 60 * 10**6, "h": 3600 * 10**6, "d": 86400 * 10**6}
ARGUMENTS = ("interval", "offset", "exclusive_thread")
"""What `start` takes of a sampler."""
_INTERVAL = "write a number and a unit (us, ms, s, m, h, d), such as interval=30s"
_OFFSET = "write a number and a unit, such as offset=0"
_EXCLUSIVE = "write exclusive_thread=0 or exclusive_thread=1"
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
    given, mistakes = _words(text)
    mistakes += _mistakes(given)
    if mistakes:
        return mistakes[0]
    interval, offset = _microseconds(given["interval"]), _microseconds(given.get("offset", ""))
    exclusive = given.get("exclusive_thread")
    return Activation(
        int(interval or 0), None if offset is None else int(offset), None if exclusive is None else exclusive == "1"
    )


def activation_mistakes(text: str) -> list[Mistake]:
    """Everything that is wrong with a text; what follows from another mistake is left out."""
    given, mistakes = _words(text)
    return mistakes + _mistakes(given)


def _words(text: str) -> tuple[dict[str, str], list[Mistake]]:
    """The arguments by their names, and what is wrong with how they are written.

    An argument that is written wrong has no value, so that it is neither judged nor missing.
    """
    given: dict[str, str] = {}
    mistakes: list[Mistake] = []
    words = text.split()
    for before, word in zip(("", *words), words, strict=False):
        key, sign, value = word.partition("=")
        if not sign:
            mistakes.append(_no_argument(before, word, alone=len(words) == 1))
            torn = before.partition("=")[0] if word in _MICROSECONDS else ""
            if given.get(torn):
                given[torn] += word
            # What was written without its sign is meant to be there.
            given.setdefault(key if key in ARGUMENTS else "interval", "")
        elif key not in ARGUMENTS:
            # Imported here: most texts are right.
            from ...loading.suggest import nearest

            guess = nearest(key, ARGUMENTS)
            help_ = f"did you mean {guess}={value}?" if guess else "use interval, offset and exclusive_thread"
            mistakes.append(Mistake(f"{key!r} is not an argument of a sampler's start", help_))
            if guess:
                given.setdefault(guess, "")
        elif given.get(key):
            mistakes.append(Mistake(f"{key!r} is given twice", f"give {key} once"))
        else:
            given[key] = value
            if not value:
                mistakes.append(_no_value(key))
    if "interval" not in given:
        mistakes.append(Mistake("the interval is missing", "write for example interval=30s"))
    return given, mistakes


def _no_argument(before: str, word: str, *, alone: bool) -> Mistake:
    """Why a word without a sign is no argument; ``before`` is the word before it."""
    summary = f"{word!r} is not of the form key=value"
    if alone and _TIME.fullmatch(word):
        found = activation_mistakes(f"interval={word}")
        return Mistake(summary, found[0].help if found else f'write "interval={word}"')
    if word in _MICROSECONDS and _TIME.fullmatch(f"{before.partition('=')[2]}{word}"):
        return Mistake(summary, f"write {before}{word}, without a blank")
    return Mistake(summary, "write for example interval=30s offset=0")


def _no_value(key: str) -> Mistake:
    if key == "exclusive_thread":
        return Mistake("exclusive_thread is ''", _EXCLUSIVE)
    return Mistake("'' is not an interval", _INTERVAL) if key == "interval" else Mistake("'' is not an offset", _OFFSET)


def _mistakes(given: dict[str, str]) -> list[Mistake]:
    """What is wrong with the values; those that are empty have been told."""
    mistakes = []
    interval = _microseconds(given.get("interval", ""))
    wrong = _interval_mistake(given["interval"], interval) if given.get("interval") else None
    if wrong:
        mistakes.append(wrong)
    offset = _microseconds(given.get("offset", ""))
    if given.get("offset") and offset is None:
        mistakes.append(Mistake(f"{given['offset']!r} is not an offset", _OFFSET))
    # An interval that is wrong says nothing of what an offset may be.
    if interval is not None and not wrong and offset is not None and abs(offset) * 2 > interval:
        summary = f"offset={given['offset']} is more than half of interval={given['interval']}"
        help_ = f"write offset={'-' if offset < 0 else ''}{_written(interval // 2)} or nearer to 0"
        mistakes.append(Mistake(summary, help_))
    exclusive = given.get("exclusive_thread")
    if exclusive and exclusive not in ("0", "1"):
        mistakes.append(Mistake(f"exclusive_thread is {exclusive!r}", _EXCLUSIVE))
    return mistakes


def _interval_mistake(written: str, interval: Fraction | None) -> Mistake | None:
    """What is wrong with an interval of so many microseconds."""
    if interval is None or written.startswith(("+", "-")):
        return Mistake(f"{written!r} is not an interval", _INTERVAL)
    if interval > LONGEST:
        return Mistake("the interval is longer than ldmsd can count", "write a shorter one, such as interval=30s")
    if interval >= SHORTEST:
        return None
    help_ = "write interval=1ms or more"
    # Without a unit, seconds are what most people mean.
    if interval > 0 and written.isdecimal():
        help_ = f"did you mean interval={written}s? A number without a unit is microseconds"
    return Mistake(f"an interval of {float(interval):g} microseconds is below 1 ms", help_)


def _written(microseconds: int) -> str:
    """A time above 0 in the largest unit that divides it."""
    unit = max((one for one in _MICROSECONDS if microseconds % _MICROSECONDS[one] == 0), key=_MICROSECONDS.__getitem__)
    return f"{microseconds // _MICROSECONDS[unit]}{unit}"


def _microseconds(text: str) -> Fraction | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    sign = -1 if found[1] == "-" else 1
    return sign * Fraction(found[2]) * _MICROSECONDS[found[3] or "us"]
