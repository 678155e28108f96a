"""Where a key belongs that stands in the wrong section or file; read when there is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from .base import Section
from .former import FILES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from .structure import section_of

_MOST = 3
"""Places that are named; who reads of more must look into the whole file anyway."""
_SHORTEST = 5
"""Letters of a key that is told to belong into another file: `name`, `type` or `key` say nothing."""


class Home(NamedTuple):
    """A section that knows a key, dotted; ``one`` says whether it stands in no list and no free mapping."""

    file: str
    inside: str
    one: bool


def belongs(name: str, file: str, section: str, stands: Callable[[str], bool]) -> str:
    """Where the key ``name`` belongs, which ``section`` of ``file`` does not know; empty where that says nothing.

    ``stands`` tells whether a key of the same file is written already, by its dotted path: then it is hardly
    what was meant by another one far away.
    """
    homes = [
        home
        for home in _homes(file).get(name, ())
        if _near(home, section) or not stands(f"{home.inside}.{name}".lstrip("."))
    ]
    if not homes and name not in _homes(file) and len(name) >= _SHORTEST:
        homes = [home for other in FILES if other != file for home in _homes(other).get(name, ()) if home.one]
    if not homes:
        return ""
    homes = [home for home in homes if section and home.inside.startswith(f"{section}.")] or homes
    kinship = [_kinship(home, section) for home in homes]
    near = [home for home, kin in zip(homes, kinship, strict=True) if kin == max(kinship)]
    return f"{name} belongs in {_listed([home for home in near if home.file == near[0].file], file)}"


def _near(home: Home, section: str) -> bool:
    """Whether a place is below the section, or holds the settings of a source whose section it is."""
    if home.inside.startswith(section) and home.inside != section:
        return True
    return home.file == TELEMETRY and _kinship(home, section) > 0


def _kinship(home: Home, section: str) -> int:
    """How many words a place and the innermost section have in common."""
    return len(_words(home.inside) & _words(section.rpartition(".")[2]))


def _listed(homes: list[Home], file: str) -> str:
    sections = [home.inside for home in homes if home.inside]
    last = f"another of {len(sections)} such sections" if len(sections) > _MOST else "".join(sections[-1:])
    first = sections[:_MOST] if len(sections) > _MOST else sections[:-1]
    places = " or ".join(part for part in (", ".join(first), last) if part)
    if homes[0].file == file:
        return places or "the top level of this file"
    return f"{homes[0].file}, below {places}" if places else homes[0].file


def _words(section: str) -> set[str]:
    return set(re.findall(r"[a-z]+", section))


@cache
def _homes(file: str) -> dict[str, list[Home]]:
    """The places of every key of a file by its name; the CSV has none."""
    found: dict[str, list[Home]] = {}
    model = _model(file)
    for name, home in _keys(file, model, "", one=True) if model else ():
        found.setdefault(name, []).append(home)
    return found


def top_level(file: str) -> set[str]:
    """The keys of the top level of a file; the CSV has none."""
    model = _model(file)
    return set(model.model_fields) if model else set()


def _model(file: str) -> Any:
    # Imported here: the models of all files, where the others are asked for.
    from .options import Options
    from .software import SoftwareConfig
    from .storage import StorageConfig
    from .telemetry import TelemetryConfig

    models = {TELEMETRY: TelemetryConfig, STORAGE: StorageConfig, SOFTWARE: SoftwareConfig, OPTIONS: Options}
    return models.get(file)


def _keys(file: str, model: type[Section], inside: str, *, one: bool) -> Iterator[tuple[str, Home]]:
    for name, field in model.model_fields.items():
        yield name, Home(file, inside, one)
        below = section_of(field.annotation)
        if below is None:
            continue
        path = f"{inside}.{name}" if inside else name
        several = _holds(field.annotation, (tuple, dict))
        yield from _keys(file, below, f"an element of {path}" if several else path, one=one and not several)


def _holds(annotation: Any, kinds: tuple[type, ...]) -> bool:
    """Whether an annotation is that of a list or of a free mapping, or has one inside."""
    origin = getattr(annotation, "__origin__", None)
    return origin in kinds or any(_holds(inner, kinds) for inner in getattr(annotation, "__args__", ()))
