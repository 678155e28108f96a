"""Hosts as users write them: whether a text names one, which one was meant, and whether anybody else can dial it."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from ipaddress import IPv4Address, IPv6Address

Problem = tuple[str, str]
"""What is wrong with a text, as the end of a sentence about it, and what to write instead."""

# Texts, which `re` compiles once when they are first asked for: most runs need none of them.
_NAME = (
    r"(?=.{1,253}\.?\Z)[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?"
    r"(\.[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?)*\.?"
)
_OWN_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")
_ITSELF = "always means the machine or pod itself that dials it"
_ELSEWHERE = "write the address or DNS name under which other machines reach it"


def parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The IP address that ``text`` is; one with a zone (``fe80::1%eth0``) means something on one machine only."""
    # Imported here: 3 ms that a file without addresses need not spend.
    import ipaddress

    try:
        return ipaddress.ip_address(text) if "%" not in text else None
    except ValueError:
        return None


def is_address(text: str) -> bool:
    """Whether ``text`` is an IP address."""
    return parsed(text) is not None


def names_host(text: str) -> bool:
    """Whether ``text`` is an IP address or a DNS name, and nothing more."""
    # Digits and dots are meant as an address, whatever DNS would make of them.
    return is_address(text) or (re.fullmatch(_NAME, text) is not None and re.fullmatch(r"[0-9.]+", text) is None)


def host_problem(text: str) -> Problem | None:
    """What is wrong with ``text`` as the one host that is dialled from elsewhere; None where it is right."""
    address = parsed(text)
    if address is not None:
        return address_problem(address)
    if names_host(text):
        return own_name_problem(text)
    return _several(text) or _more_than_a_host(text)


def own_name_problem(name: str) -> Problem | None:
    """What is wrong with a DNS name that every machine gives to itself."""
    plain = name.rstrip(".").lower()
    return (_ITSELF, _ELSEWHERE) if plain in _OWN_NAMES or plain.endswith(".localhost") else None


# What else is reserved is in use all the same: 240.0.0.0/4 in some clouds, 64:ff9b::/96 to reach IPv4.
_NOT_DIALLED: tuple[tuple[Callable[[IPv4Address | IPv6Address], bool], Problem], ...] = (
    (lambda one: one.is_unspecified, ("stands for every address of a machine, and cannot be dialled", _ELSEWHERE)),
    (lambda one: one.is_loopback, (_ITSELF, _ELSEWHERE)),
    (lambda one: one.is_link_local, ("is link-local: it can be dialled on one wire only, and from no pod", _ELSEWHERE)),
    (lambda one: one.is_multicast, ("is a multicast address, which stands for many machines", _ELSEWHERE)),
    (
        lambda one: one.version == 4 and one.packed[0] == 0,
        ("is in 0.0.0.0/8, which no machine has an address in", _ELSEWHERE),
    ),
    (
        lambda one: str(one) == "255.255.255.255",
        ("is the broadcast address, which stands for many machines", _ELSEWHERE),
    ),
)


def address_problem(address: IPv4Address | IPv6Address) -> Problem | None:
    """Why no other machine can dial an IP address; None where one can.

    The ranges are those of the IANA registries of special-purpose addresses (RFC 6890), as `ipaddress` has them.
    """
    first = address.packed[0]
    if address.version == 4 and 0 < first < 224 and first not in (127, 169):
        return None  # nearly every address, and there may be thousands
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return address_problem(mapped) or (f"is the IPv4 address {mapped} in IPv6 form", f'write "{mapped}"')
    return next((problem for applies, problem in _NOT_DIALLED if applies(address)), None)


def _several(text: str) -> Problem | None:
    parts = [part for part in re.split(r"[,;\s]+", text) if part]
    hosts = [part if names_host(part) else bare_host(part) for part in parts]
    if not hosts or None in hosts:
        return None
    if len(hosts) > 1:
        chosen = " or ".join(f'"{host}"' for host in hosts[:3])
        return f"names {len(hosts)} hosts, and one is meant: the one that is dialled", f"write {chosen}"
    return ("has blanks or a comma beside the host", f'write "{hosts[0]}"') if parts != [text] else None


def _more_than_a_host(text: str) -> Problem:
    bare = bare_host(text)
    if bare is None:
        return "is neither an IP address nor a DNS name", "write an IPv4 or IPv6 address, or a DNS name"
    if "://" in text:
        return "is a URL, and only its host is meant", f'write "{bare}"'
    return "is more than a host", f'write "{bare}" alone'


def bare_host(text: str) -> str | None:
    """The host inside of a URL, of host:port or of [address]; None where there is none."""
    authority = text.rpartition("://")[2].split("/", maxsplit=1)[0].rpartition("@")[2]
    bracketed = re.match(r"\[([^\]]*)\]", authority)
    bare = bracketed[1] if bracketed else authority
    if not bracketed and authority.count(":") == 1:
        bare = authority.split(":", maxsplit=1)[0]
    return bare if bare != text and names_host(bare) else None
