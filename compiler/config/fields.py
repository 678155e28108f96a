"""Field types shared by the sections: quantities, durations, addresses, URLs, names.

Each refuses with an error type that is the code of the diagnostic, the summary in the
user's words, and the help. The value stays the text that the user wrote.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .quantity import LARGEST, LONGEST, milliseconds, quantity

Item = TypeVar("Item")
Items = Annotated[tuple[Item, ...], Field(strict=False)]
"""A YAML or JSON list; frozen like everything else."""

# Texts, which `re` compiles once when they are first asked for: most runs need few of them.
_LABEL = r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"
_SUBDOMAIN = r"(?=.{1,253}\Z)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
_HOST = (
    r"(?=.{1,253}\.?\Z)[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?"
    r"(\.[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?)*\.?"
)
_RANGE = "write a range such as 192.0.2.0/24"
_EXAMPLE = "write an absolute URL such as https://metrics.example.com/api/v1/write"
_SIZE_FORMS = "write a size such as 8Gi, 1.5Ti, 500G or plain bytes"


def refuse(code: str, summary: str, help: str = "", at: str = "") -> PydanticCustomError:
    """The error that becomes the diagnostic ``code`` at the field's place, or at ``at`` below it (dotted)."""
    # pydantic fills {braces} in its message from the context, so the summary travels as context.
    return PydanticCustomError(code, "{summary}", {"summary": summary, "help": help, "at": at})


def _volume_size(text: str) -> str:
    value = quantity(text)
    if value is None:
        raise refuse("quantity", f"{text!r} is not a volume size", _SIZE_FORMS)
    if value < 1 or value > LARGEST:
        raise refuse("quantity", f"{text!r} is no size that a volume can have", _SIZE_FORMS)
    return text


def _memory(text: str) -> str:
    value = quantity(text)
    if value is None:
        raise refuse("quantity", f"{text!r} is not an amount of memory", "write an amount such as 256Mi or 2Gi")
    if value < 2**20 or value > LARGEST:
        hint = "m means thousandths; " if text.endswith("m") else ""
        said = f"{text!r} is {_plain(value)} byte{'s' if value != 1 else ''}, less than any container can run in"
        if value > LARGEST:
            said = f"{text!r} is more memory than Kubernetes can count"
        raise refuse("quantity", said, f"{hint}write an amount of at least 1Mi, such as 512Mi")
    return text


def _plain(value: Any) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def _cpu(text: str) -> str:
    value = quantity(text)
    if value is None:
        raise refuse(
            "quantity", f"{text!r} is not an amount of CPU", "write cores such as 2 or 0.5, or thousandths such as 250m"
        )
    if value * 1000 < 1 or value > LARGEST // 1000:
        raise refuse(
            "quantity",
            f"{text!r} is outside of what a container can ask for",
            "write at least 1m (a thousandth of a core)",
        )
    return text


def _duration(text: str) -> str:
    value = milliseconds(text)
    if value is None:
        raise refuse(
            "duration", f"{text!r} is not a duration", "write a whole number and one unit: ms, s, m or h, such as 30s"
        )
    if value == 0:
        raise refuse("duration", f"{text!r} is no time at all", "write a duration above 0, such as 30s")
    if value > LONGEST:
        raise refuse("duration", f"{text!r} is longer than any program here can count", "write a duration such as 30s")
    return text


def _host(text: str) -> str:
    if text == "" or _names_host(text):
        return text
    bare = _bare_host(text)
    if bare is None:
        raise refuse(
            "host", f"{text!r} is neither an IP address nor a DNS name", "write an IPv4 or IPv6 address, or a DNS name"
        )
    if "://" in text:
        raise refuse("host", f"{text!r} is a URL, and only its host is meant", f'write "{bare}"')
    raise refuse("host", f"{text!r} is more than a host", f'write "{bare}" alone')


def _names_host(text: str) -> bool:
    # Digits and dots are meant as an address, whatever DNS would make of them.
    return is_address(text) or (re.fullmatch(_HOST, text) is not None and re.fullmatch(r"[0-9.]+", text) is None)


def _bare_host(text: str) -> str | None:
    """The host inside of a URL, of host:port or of [address]; None where there is none."""
    authority = text.rpartition("://")[2].split("/", maxsplit=1)[0].rpartition("@")[2]
    bracketed = re.match(r"\[([^\]]*)\]", authority)
    bare = bracketed[1] if bracketed else authority
    if not bracketed and authority.count(":") == 1:
        bare = authority.split(":", maxsplit=1)[0]
    return bare if bare != text and _names_host(bare) else None


def is_address(text: str) -> bool:
    """Whether ``text`` is an IP address; one with a zone (``fe80::1%eth0``) means something on one machine only."""
    # Imported here: 3 ms that a file without addresses need not spend.
    import ipaddress

    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return "%" not in text


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
        raise refuse("address-range", f"{text!r} has bits set behind its prefix", f"write {meant!r}") from None
    if "/" not in text:
        raise refuse(
            "address-range", f"{text!r} is an address, not a range", f"write {str(ipaddress.ip_network(text))!r}"
        )
    return text


def _url(text: str) -> str:
    problem = _url_problem(text)
    if problem:
        # A password is not repeated: what is said here ends up in logs.
        said = "the URL" if "@" in text else repr(text)
        raise refuse("url", f"{said} {problem[0]}", problem[1])
    return text


def _url_problem(text: str) -> tuple[str, str] | None:
    from urllib.parse import quote, urlsplit

    try:
        parts = urlsplit(text)
        wrong = _wrong_server(text, parts.scheme, parts.hostname, parts.port, parts.netloc)
    except ValueError:
        wrong = "is not a URL"
    if wrong:
        return wrong, _EXAMPLE
    if parts.username is not None or parts.password is not None:
        return (
            "carries a user or password, which would end up in the manifests",
            "leave them out and name a Secret under `endpoints` in telecompile.yml",
        )
    if parts.fragment or "#" in text:
        return "has a fragment (#), which no server ever sees", "leave the fragment out"
    if re.search(r"[\s\"<>\\^`{|}\x00-\x1f\x7f]|[^\x00-\x7f]", text):
        return "has characters that a URL cannot have", "percent-encode them"
    if found := re.search(r"[,'()$\[\]]", text.replace(f"[{parts.hostname}]", "", 1)):
        # Operators join URLs with commas, and the programs take quotes and brackets for what holds a list together.
        code = quote(found[0], safe="")
        if found[0] == ",":
            return "has a comma, where the agents end the URL", "write two entries for two URLs, and %2C within one"
        return f"has {found[0]}, which the agents take for the form of a list", f"write {code} in its place"
    return None


def _wrong_server(text: str, scheme: str, host: str | None, port: int | None, netloc: str) -> str:
    """What is wrong with the part of a URL that says whom to speak to, or nothing."""
    if scheme not in ("http", "https"):
        return "is not an http or https URL"
    if not text.startswith(f"{scheme}://"):
        return f"does not begin with {scheme}:// in small letters"
    if not host:
        return "names no host"
    if port == 0 or netloc.endswith(":"):
        return "has no port that can be written to"
    return "" if _names_host(host) else "names no valid host"


def _label(text: str) -> str:
    if not re.fullmatch(_LABEL, text):
        raise refuse(
            "name",
            f"{text!r} is not a name that Kubernetes takes here",
            "write at most 63 of a-z, 0-9 and -, not beginning or ending with -",
        )
    return text


def is_subdomain(text: str) -> bool:
    """Whether a text is a DNS subdomain in Kubernetes' sense: lower case, at most 253 characters."""
    return re.fullmatch(_SUBDOMAIN, text) is not None


def _subdomain(text: str) -> str:
    if not is_subdomain(text):
        raise refuse(
            "name",
            f"{text!r} is not a name that Kubernetes takes here",
            "write parts of a-z, 0-9 and -, separated by dots",
        )
    return text


def _no_repeats(items: tuple[Any, ...]) -> tuple[Any, ...]:
    for index, item in enumerate(items):
        if item in items[:index]:
            raise refuse("repeated-item", f"{item!r} is listed twice", "list it once", at=str(index))
    return items


WITH_UNIT = {
    _volume_size: 'write "{0}Gi", or "{0}" if bytes are meant',
    _memory: 'write "{0}Mi", or "{0}" if bytes are meant',
    _cpu: 'write "{0}m" for thousandths of a core, or "{0}" for whole cores',
    _duration: 'write "{0}s"',
}
"""The help for a number where an amount with its unit is meant, by the check of the field."""

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
