"""The default input with fragments laid over its files, and what is told of it."""

from __future__ import annotations

from typing import NamedTuple

from tests.config.changed import DEFAULT, NODES, OPTIONS, STORAGE, TELEMETRY, changed, said
from tools.overlay import laid_over


class Told(NamedTuple):
    """A diagnostic as a user sees it: ``under`` is what is underlined in ``file``."""

    code: str
    severity: str
    file: str
    under: str
    summary: str
    help: str
    related: tuple[str, ...]


def texts(
    telemetry: str = "", storage: str = "", options: str = "", *, csv: bool = True, anew: tuple[str, ...] = ()
) -> dict[str, str]:
    """The files of the default input with fragments over them; without the mapping CSV where ``csv`` is False.

    Of the sections ``anew`` nothing stays but what a fragment has.
    """
    given = {TELEMETRY: telemetry, STORAGE: storage, OPTIONS: options}
    found = {}
    for name, fragment in given.items():
        whole = (DEFAULT / name).read_text(encoding="utf-8")
        found[name] = laid_over(name, whole, fragment, anew) if fragment else whole
    if csv:
        found[NODES] = (DEFAULT / NODES).read_text(encoding="utf-8")
    return found


def told(
    telemetry: str = "", storage: str = "", options: str = "", *, csv: bool = True, anew: tuple[str, ...] = ()
) -> list[Told]:
    """What is told of the default input with fragments over it."""
    files = texts(telemetry, storage, options, csv=csv, anew=anew)
    diagnostics = said(
        changed(telemetry=files[TELEMETRY], storage=files[STORAGE], options=files[OPTIONS], nodes=files.get(NODES))
    )
    return [
        Told(
            one.code,
            one.severity,
            one.file,
            _under(files[one.file], one.span),
            one.summary,
            one.help,
            tuple(_under(files[place.file], place.span) for place in one.related),
        )
        for one in diagnostics
    ]


def codes(*fragments: str, **given: str | bool | tuple[str, ...]) -> list[str]:
    """Their codes."""
    return [one.code for one in told(*fragments, **given)]  # type: ignore[arg-type] # as `told` takes them


def _under(text: str, span: tuple[int, int, int, int] | None) -> str:
    if span is None:
        return ""
    line, column, end_line, end_column = span
    shown = text.split("\n")[line - 1]
    return shown[column - 1 : end_column - 1 if end_line == line else None]
