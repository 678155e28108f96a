"""What each key of the input files changes in the output, as `keys/*.toml` says it.

Read when a key is explained, and never by a build. `tests/explain/test_keys_change.py` holds the texts to the output.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..config.former import OPTIONS, SOFTWARE, STORAGE, TELEMETRY

FILES = (TELEMETRY, STORAGE, SOFTWARE, OPTIONS)


class Effect(NamedTuple):
    """What a key changes.

    ``changes`` is by folder of the output, or by several with commas between them; ``*`` is every folder of objects.
    ``plan`` has parts of `telecompile plan`, ``codes`` the diagnostics about the key, ``note`` what else there is to
    say. ``unproven`` are kinds and fields that ``changes`` names and another value than the tested one would change.
    """

    changes: Mapping[str, str] = {}
    plan: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    note: str = ""
    unproven: tuple[str, ...] = ()


@cache
def effects() -> Mapping[str, Mapping[str, Effect]]:
    """Every text, by file and key."""
    import tomllib
    from importlib.resources import files

    folder = files(__package__) / "keys"
    found = {}
    for file in FILES:
        text = (folder / f"{file.rpartition('.')[0]}.toml").read_text("utf-8")
        found[file] = {key: _effect(told) for key, told in tomllib.loads(text).items()}
    return found


def _effect(told: Mapping[str, Any]) -> Effect:
    lists = {name: tuple(told.get(name, ())) for name in ("plan", "codes", "unproven")}
    return Effect(told.get("changes", {}), note=told.get("note", ""), **lists)


def effect(file: str, key: str) -> Effect | None:
    """The text about a key, or about the nearest section above it that has one."""
    known, inner = effects()[file], key
    while inner and inner not in known:
        inner = inner.removesuffix("[]") if inner.endswith("[]") else inner.rpartition(".")[0]
    return known.get(inner)
