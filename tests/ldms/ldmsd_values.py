"""What the arguments of ldmsd's configuration commands may hold, as data for the table of the verbs.

Each kind is narrower than ldmsd, which reads times with strtod and sizes and ports with atoi: whatever it takes only
by accident is refused here.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from typing import NamedTuple

from tests.ldms import posix_regex


class Kind(NamedTuple):
    """The name of a kind of value, and the test of a text."""

    name: str
    accepts: Callable[[str], bool]


# `ovis_time_str2us` of ovis_util.c: a bare number is in microseconds, `m` is minutes.
_UNITS = {"": 1, "us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000}
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)(us|ms|s|m|h|d)?")


def microseconds(text: str) -> float | None:
    """A time with its unit, or in bare microseconds; nothing if it is no time."""
    match = _TIME.fullmatch(text)
    return float(match[1]) * _UNITS[match[2] or ""] if match else None


def _one_of(*words: str) -> Kind:
    return Kind(f"one of {', '.join(words)}", lambda text: text in words)


def _shaped(name: str, pattern: str) -> Kind:
    return Kind(name, lambda text: re.fullmatch(pattern, text, re.ASCII) is not None)


def _number_between(name: str, low: int, high: int) -> Kind:
    return Kind(name, lambda text: re.fullmatch(r"[0-9]{1,18}", text) is not None and low <= int(text) <= high)


def _is_network(text: str) -> bool:
    """An address with the length of its prefix, and no bits behind the prefix."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return "/" in text


WORD = Kind("a text", lambda text: text != "")
TEXT = Kind("a text, which may be empty", lambda _: True)
PATH = _shaped("an absolute path", r"/[^/].*")
PORT = _number_between("a port from 1 to 65535", 1, 65535)
COUNT = _number_between("a positive number", 1, 2**31 - 1)
NUMBER = _number_between("a number", 0, 2**63 - 1)
TIME = Kind(
    "a time: a number with us, ms, s, m, h or d, or in microseconds", lambda text: microseconds(text) is not None
)
PERIOD = Kind("a time above zero", lambda text: bool(microseconds(text)))
# `ovis_get_mem_size` reads an integer and the first letter; its `t` gives GiB, and a fraction gives 0.
SIZE = _shaped("a size: a whole number with b, k, m or g", r"[1-9][0-9]*(?:[bB]|[kKmMgG](?:i?B)?)?")
BOOLEAN = _one_of("true", "false")
BIT = _one_of("0", "1")
BANNER = _one_of("0", "1", "2")
REGEX = Kind("an extended regular expression", lambda text: posix_regex.extended(text) is not None)
BASIC_REGEX = Kind("a basic regular expression", lambda text: posix_regex.basic(text) is not None)
NETWORK = Kind("a network in CIDR notation", _is_network)
PERMISSIONS = _shaped("permissions in octal digits", r"0?[0-7]{3}")
TRANSPORT = _one_of("sock", "rdma", "ugni", "fabric")
LEVEL = _one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", "QUIET")
AUTHENTICATION = _one_of("none", "ovis", "munge", "naive")
PRODUCER_TYPE = _one_of("active", "passive")
PUSH = _one_of("onchange", "true")
MATCH = _one_of("inst", "schema")
