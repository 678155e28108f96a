"""The default input with a few changes, and what the compiler says of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.config.former import NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.pipeline import Compilation, Until, compile_input
from telecompile.plan.plan import Plan

__all__ = ["DEFAULT", "NODES", "OPTIONS", "SOFTWARE", "STORAGE", "TELEMETRY", "changed", "compiled", "planned", "said"]

DEFAULT = Path(__file__).resolve().parents[2] / "input"
Contents = dict[str, bytes | str]


def changed(edits: Mapping[str, tuple[tuple[str, str], ...]] | None = None, **whole: str | bytes | None) -> Contents:
    """The default files with texts replaced once; ``whole`` gives a file's text, or None where it is absent.

    Its keys are `telemetry`, `storage`, `software`, `nodes` and `options`.
    """
    contents = read_directory(str(DEFAULT))
    for name, pairs in (edits or {}).items():
        data = contents[name]
        assert isinstance(data, bytes)
        text = data.decode()
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new, 1)
        contents[name] = text.encode()
    names = {"telemetry": TELEMETRY, "storage": STORAGE, "software": SOFTWARE, "nodes": NODES, "options": OPTIONS}
    for key, given in whole.items():
        contents.pop(names[key], None)
        if given is not None:
            contents[names[key]] = given.encode() if isinstance(given, str) else given
    return contents


def compiled(contents: Mapping[str, bytes | str]) -> Compilation:
    """As far as the plan; files that the configuration names are those of the default input."""
    return compile_input(contents, lambda path: read_referenced(str(DEFAULT), path), until=Until.PLAN)


def said(contents: Mapping[str, bytes | str]) -> list[Diagnostic]:
    """What is said of an input."""
    return list(compiled(contents).diagnostics)


def planned(contents: Mapping[str, bytes | str]) -> Plan:
    """The plan of an input that is right."""
    compilation = compiled(contents)
    assert compilation.plan is not None, compilation.diagnostics
    return compilation.plan
