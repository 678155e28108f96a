"""Field types shared by the sections: quantities, durations, addresses, URLs, names.

Each refuses with an error type that is the code of the diagnostic, the summary in the
user's words, and the help. The value stays the text that the user wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from .hosts import host_problem
from .quantity import LARGEST, LONGEST, milliseconds, quantity
from .urls import WRITE, Purpose, shown, url_problem

Item = TypeVar("Item")
Items = Annotated[tuple[Item, ...], Field(strict=False)]
"""A YAML or JSON list; frozen like everything else."""

# Texts, which `re` compiles once when they are first asked for: most runs need few of them.
_LABEL = r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"
_SUBDOMAIN = r"(?=.{1,253}\Z)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
_RANGE = "write a range such as 192.0.2.0/24"
_DURATION_FORM = "write a whole number and one unit: ms, s, m or h, such as 30s"
_SIZE_FORMS = "write a size such as 8Gi, 1.5Ti, 500G or plain bytes"


def refuse(code: str, summary: str, help: str = "", at: str = "", first: str = "") -> PydanticCustomError:
    """The error that becomes the diagnostic ``code`` at the field's place, or at ``at`` below it (dotted).

    The key is put before a summary that does not name it. ``first`` is the place of the first of two that are equal.
    """
    # pydantic fills {braces} in its message from the context, so the summary travels as context.
    return PydanticCustomError(code, "{summary}", {"summary": summary, "help": help, "at": at, "first": first})


def refuse_each(problems: Iterable[tuple[tuple[str | int, ...], PydanticCustomError]]) -> ValidationError:
    """Several errors of one value at once, each with its place below it."""
    found = [InitErrorDetails(type=problem, loc=place, input=None) for place, problem in problems]
    return ValidationError.from_exception_data("", found)


def _volume_size(text: str) -> str:
    value = quantity(text)
    if value is None:
        raise refuse("quantity", f"{text!r} is not a volume size", _meant_size(text) or _SIZE_FORMS)
    if value < 1:
        raise refuse("quantity", f"{text!r} is less than a byte", _SIZE_FORMS)
    if value > LARGEST:
        raise refuse("quantity", f"{text!r} is more than Kubernetes can count", _SIZE_FORMS)
    return text


def _memory(text: str) -> str:
    value = quantity(text)
    if value is None:
        help_ = _meant_size(text) or "write an amount such as 256Mi or 2Gi"
        raise refuse("quantity", f"{text!r} is not an amount of memory", help_)
    if value > LARGEST:
        raise refuse("quantity", f"{text!r} is more memory than Kubernetes can count", "write an amount such as 512Mi")
    if value < 2**20:
        said = f"{text!r} is less than any container can run in"
        if not text.isdecimal():
            said = f"{text!r} is {_plain(value)} byte{'s' if value != 1 else ''}, less than any container can run in"
        help_, mebibytes = "write an amount of at least 1Mi, such as 512Mi", f"{text[:-1]}Mi"
        if text.endswith("m") and 2**20 <= (quantity(mebibytes) or 0) <= LARGEST:
            help_ = f'm means thousandths; did you mean "{mebibytes}"?'
        raise refuse("quantity", said, help_)
    return text


def _meant_size(text: str) -> str:
    from .meant import meant_size

    return meant_size(text)


def _plain(value: Any) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _cpu(text: str) -> str:
    value = quantity(text)
    if value is None:
        raise refuse(
            "quantity", f"{text!r} is not an amount of CPU", "write cores such as 2 or 0.5, or thousandths such as 250m"
        )
    if value * 1000 < 1:
        raise refuse("quantity", f"{text!r} is less than a thousandth of a core", 'write "1m" or more, such as "250m"')
    if value > LARGEST // 1000:
        raise refuse("quantity", f"{text!r} is more CPU than Kubernetes can count", 'write cores, such as "2"')
    return text


def _duration(text: str) -> str:
    value = milliseconds(text)
    if value is None:
        from .meant import meant_duration

        meant = meant_duration(text)
        help_ = f'write "{meant}"' if meant else _DURATION_FORM
        raise refuse("duration", f"{text!r} is not a duration", help_)
    if value == 0:
        raise refuse("duration", f"{text!r} is no time at all", "write a duration above 0, such as 30s")
    if value > LONGEST:
        raise refuse("duration", f"{text!r} is longer than any program here can count", "write a duration such as 30s")
    return text


def _host(text: str) -> str:
    problem = host_problem(text) if text else None
    if problem:
        # A password is not repeated: what is said here ends up in logs.
        said = "the host" if "@" in text else repr(text)
        raise refuse("host", f"{said} {problem[0]}", problem[1])
    return text


def _address_range(text: str) -> str:
    import ipaddress

    if "%" in text:
        raise refuse("address-range", f"{text!r} has a zone, which means something on one machine only", _RANGE)
    try:
        ipaddress.ip_network(text)
    except ValueError:
        try:
            meant = str(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise refuse("address-range", f"{text!r} is not an address range", _RANGE) from None
        raise refuse("address-range", f"{text!r} is an address in a range, not the range", f"write {meant!r}") from None
    if "/" not in text:
        raise refuse(
            "address-range", f"{text!r} is an address, not a range", f"write {str(ipaddress.ip_network(text))!r}"
        )
    return text


def check_url(text: str, purpose: Purpose = WRITE) -> str:
    """``text``, which must be a URL for ``purpose``."""
    problem = url_problem(text, purpose)
    if problem:
        raise refuse("url", f"{shown(text)} {problem[0]}", problem[1])
    return text


def _url(text: str) -> str:
    return check_url(text)


def _label(text: str) -> str:
    if not re.fullmatch(_LABEL, text):
        raise _no_name(text, _LABEL, 63, "a-z, 0-9 and -, not beginning or ending with -")
    return text


def _no_name(text: str, pattern: str, longest: int, letters: str) -> PydanticCustomError:
    from .spelling import name_problem

    wrong, help_ = name_problem(text, pattern, longest, "a name that Kubernetes takes here", letters)
    return refuse("name", f"{text!r} {wrong}", help_)


def is_subdomain(text: str) -> bool:
    """Whether a text is a DNS subdomain in Kubernetes' sense: lower case, at most 253 characters."""
    return re.fullmatch(_SUBDOMAIN, text) is not None


def _subdomain(text: str) -> str:
    if not is_subdomain(text):
        raise _no_name(text, _SUBDOMAIN, 253, "a-z, 0-9 and -, in parts separated by dots")
    return text


def _no_repeats(items: tuple[Any, ...]) -> tuple[Any, ...]:
    seen: dict[Any, int] = {}
    for index, item in enumerate(items):
        if seen.setdefault(item, index) != index:
            first = str(seen[item])
            raise refuse("repeated-item", f"{item!r} is listed twice", "list it once", at=str(index), first=first)
    return items


_BYTES = ("", "if bytes are meant")
_LARGE, _FEW = (2**20, LARGEST), (0, 9)
WITH_UNIT: dict[Any, tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...], tuple[int, int]]] = {
    _volume_size: ((("Gi", ""), _BYTES), (("Gi", ""),), _LARGE),
    _memory: ((("Mi", ""), _BYTES), (("Gi", ""),), _LARGE),
    _cpu: ((("m", "for thousandths of a core"), ("", "for whole cores")), (("", ""),), _FEW),
    _duration: ((("s", ""),), (), (0, 0)),
}
"""What a number means where an amount with its unit is expected, by the check of the field.

Units and words about them, likeliest first, for a whole number and for another one; and from which whole number to
which the last is the likeliest: nobody writes a million mebibytes, or ten cores for one container.
"""

VolumeSize = Annotated[str, AfterValidator(_volume_size)]
Memory = Annotated[str, AfterValidator(_memory)]
Cpu = Annotated[str, AfterValidator(_cpu)]
Duration = Annotated[str, AfterValidator(_duration)]
Host = Annotated[str, AfterValidator(_host)]
AddressRange = Annotated[str, AfterValidator(_address_range)]
Url = Annotated[str, AfterValidator(_url)]
Label = Annotated[str, AfterValidator(_label)]
Subdomain = Annotated[str, AfterValidator(_subdomain)]
Port = Annotated[int, Field(ge=1, le=65535)]
UniqueItems = Annotated[tuple[Item, ...], Field(strict=False), AfterValidator(_no_repeats)]
