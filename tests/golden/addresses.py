"""What is an address, and what a name."""

from __future__ import annotations

from ipaddress import ip_address


def is_address(host: str) -> bool:
    """Whether it is one of either family, without brackets."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
