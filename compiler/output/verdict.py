"""What a change does to data, and which objects it stands in."""

from typing import NamedTuple

from ..diagnostics.diagnostic import Diagnostic
from .recorded import Key


class About(NamedTuple):
    """Objects of a kind: the one called ``name`` (a topic's name, for a KafkaTopic), "" for each of that kind."""

    kind: str
    name: str = ""


class Verdict(NamedTuple):
    """A diagnostic, the objects whose change or disappearance it judges, and the ``key`` that asks for the change."""

    diagnostic: Diagnostic
    about: tuple[About, ...]
    key: str


def loses(place: Key, summary: str, advice: str, *about: About) -> Verdict:
    """A change that deletes data, or puts it out of reach."""
    return Verdict(Diagnostic("loses-data", "warning", summary, place.file, help=advice), about, place.key)


def refused(place: Key, summary: str, advice: str, *about: About) -> Verdict:
    """A change that no cluster carries out."""
    return Verdict(Diagnostic("cannot-apply", "warning", summary, place.file, help=advice), about, place.key)
