"""What to type in for a value of another kind than was meant; nothing is offered that would be refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..diagnostics.telling import cut
from .candidates import refusals, taken
from .fields import WITH_UNIT
from .lists import list_help
from .structure import as_typed, field_at
from .subject import Subject

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Path = tuple[str | int, ...]
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_ODD = {
    **dict.fromkeys(
        "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b", ("a curly quote", "", "write straight quotes, or none")
    ),
    **dict.fromkeys("\u00a0\u202f\u2007", ("a no-break space", " ", "write a plain space in its place")),
    **dict.fromkeys("\u200b\u200c\u200d\u2060", ("an invisible character", "", "remove it")),
    **dict.fromkeys("\u2010\u2011\u2013\u2014\u2212", ("a dash", "-", "write - in its place")),
}
"""Characters that word processors and web pages put for those of the keyboard, and what each stands for."""
_LONGEST = 1000
"""Characters of a text that is looked into for what was meant."""
_MOST_DIGITS = 20
"""Digits of a number that is offered: those of the largest that any key takes, and one."""


def text_help(subject: Subject, path: Path, value: object) -> str:
    """What to write for a value that is no text."""
    # The text as it stands: the number 1.30 would print as 1.3.
    written = subject.as_written(path)
    if isinstance(value, (dict, list)) or not written or "\n" in written:
        return "write a text, in quotes"
    amount = _amount(subject, path, value, written)
    if amount:
        return amount
    wrong = refusals(subject.model, path, written)
    return _of_refusal(subject, path, wrong[0]) if wrong else cut(f'write "{written}"')


def _amount(subject: Subject, path: Path, value: object, written: str) -> str:
    """The help for a bare number where an amount with its unit is meant; empty where it means nothing."""
    field = field_at(subject.model, path)
    metadata = field.metadata if field is not None else ()
    meant = next((WITH_UNIT[one.func] for one in metadata if getattr(one, "func", None) in WITH_UNIT), None)
    if meant is None or isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    whole, fraction, plain_first = meant
    forms = [(f"{written}{unit}", words) for unit, words in (fraction if isinstance(value, float) else whole)]
    if plain_first[0] <= value <= plain_first[1]:
        forms.reverse()
    offered = [f'"{text}" {words}'.rstrip() for text, words in forms if taken(subject.model, path, text)]
    return cut(f"write {', or '.join(offered)}") if offered else ""


def number_help(subject: Subject, path: Path, value: object) -> str:
    """What to write for a value that is no whole number; empty where there is no telling."""
    if isinstance(value, float) and value.is_integer():
        number, said = int(value), ""
    elif not isinstance(value, str) or len(value) > _LONGEST:
        return ""
    elif value.isdecimal() and value.isascii() and len(value) <= _MOST_DIGITS:
        number, said = int(value), ", without quotes" * (subject.as_written(path)[:1] in ("'", '"', ""))
    else:
        found = _counted(str(path[-1]), value)
        if found is None:
            return ""
        number, unit = found
        said = f", which is {value.strip()!r} in {unit}"
    wrong = refusals(subject.model, path, number)
    return _of_refusal(subject, path, wrong[0]) if wrong else cut(f"write {number}{said}")


def _counted(key: str, text: str) -> tuple[int, str] | None:
    """A time or a size with its unit, as the number that a key counts: of hours or of bytes."""
    from .meant import meant_duration
    from .quantity import milliseconds, quantity

    if key.endswith("_bytes"):
        size = quantity(re.sub(r"\s+|[bB]$", "", text))
        return (int(size), "bytes") if size is not None and size.denominator == 1 else None
    if key == "retention_period" or key.endswith("_hours"):
        time = milliseconds(meant_duration(text))
        return (time // 3_600_000, "hours") if time and time % 3_600_000 == 0 else None
    return None


def octal_help(subject: Subject, path: Path) -> str:
    """What to write for a number that begins with 0 and is wrong therefore; empty for every other number."""
    digits = subject.as_written(path)
    plain = digits.lstrip("0")
    if digits == plain or not plain.isdecimal() or len(plain) > _MOST_DIGITS:
        return ""
    right = taken(subject.model, path, int(plain))
    return f"write {plain} without the 0 before it, which makes it an octal number" if right else ""


def switch_help(value: object) -> str:
    """What to write for a value that is neither true nor false; empty where there is no telling."""
    meant = _WORDS.get(value.lower()) if isinstance(value, str) else None
    return "" if meant is None else f"write {as_typed(meant)}, without quotes"


def odd_help(subject: Subject, path: Path, text: str) -> str:
    """What to write for a refused text with a character that looks like one of the keyboard; empty without one."""
    odd = next((one for one in text[:_LONGEST] if one in _ODD), "")
    if not odd:
        return ""
    name, _, otherwise = _ODD[odd]
    what = f"it has {name} (U+{ord(odd):04X})"
    for blank in (" ", ""):
        plain = "".join(_ODD[one][1].replace(" ", blank) if one in _ODD else one for one in text).strip()
        number = int(plain) if re.fullmatch(r"-?[0-9]{1,20}", plain) else None
        for meant in (plain, _WORDS.get(plain.lower()), number):
            if meant is not None and taken(subject.model, path, meant):
                return cut(f"{what}: write {_quoted(meant)}")
        meant_list = list_help(subject, path, plain)
        if meant_list:
            return f"{what}: {meant_list}"
    return f"{what}: {otherwise}"


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else as_typed(value)


def _of_refusal(subject: Subject, path: Path, error: ErrorDetails) -> str:
    """The help of the refusal that the likeliest candidate would meet."""
    from .wording import wrong_value

    return wrong_value(subject, path, error)[2]
