"""The functional group that a name was probably meant to be, where it says no role and architecture."""

from typing import NamedTuple

from ..loading.suggest import nearest
from .nodes import ARCHITECTURES, meaning
from .software import ROLES

_SLIPS = 2
"""Slips at most; with more, names of a site's own (gpu_node_x86_64) would count as misspelt ones."""
_OTHER_NAMES = {"x86": "x86_64", "x64": "x86_64", "amd64": "x86_64", "arm64": "aarch64"}
"""What else the architectures are called."""
# One slip away from os there are names of every kind.
_COMPARED = [role for role in ROLES if role != "os"]
_KNOWN = (*_COMPARED, *(f"{role}_{architecture}" for role in _COMPARED for architecture in ARCHITECTURES))


class Meant(NamedTuple):
    """A role, and the names that may have been meant: one an architecture where none can be told."""

    role: str
    names: tuple[str, ...]


def meant(group: str) -> Meant | None:
    """What a misspelt functional group was probably meant to be; None where it means something, or is a site's own."""
    if meaning(group) is not None:
        return None
    plain = group.casefold().replace("-", "_")
    stem, _, last = plain.rpartition("_")
    for name in (plain, f"{stem}_{_OTHER_NAMES.get(last, last)}"):
        if (found := meaning(name)) is not None:
            return Meant(found.role, (name,))
    guess = plain if plain in ROLES else nearest(plain, _KNOWN, _SLIPS)
    if guess is None:
        return None
    found = meaning(guess)
    if found is not None:
        return Meant(found.role, (guess,))
    return Meant(guess, tuple(f"{guess}_{architecture}" for architecture in ARCHITECTURES))
