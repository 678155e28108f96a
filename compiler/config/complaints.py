"""What pydantic found wrong, as diagnostics at the place where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic
from ..loading.suggest import nearest
from .former import FORMER_KEYS, TELEMETRY
from .structure import field_at, known_keys, written
from .subject import Subject
from .wording import cut, wrong_value

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


def complaint(subject: Subject, error: ErrorDetails) -> Diagnostic | None:
    """The diagnostic for one validation error; None for what says nothing new.

    After a syntax error a missing key may stand behind it, so it is not reported.
    """
    found = _complaint(subject, error)
    return found and found._replace(summary=cut(found.summary))


def misspelt(details: Sequence[ErrorDetails]) -> set[tuple[int | str, ...]]:
    """The missing keys that an unknown key beside them nearly spells: one mistake, told at the unknown key."""
    missing = [tuple(one["loc"]) for one in details if one["type"] == "missing"]
    found = set()
    for one in details:
        path = tuple(one["loc"])
        if one["type"] == "extra_forbidden":
            beside = [str(other[-1]) for other in missing if other[:-1] == path[:-1]]
            guess = nearest(str(path[-1]), beside)
            if guess is not None:
                found.add((*path[:-1], guess))
    return found


def _complaint(subject: Subject, error: ErrorDetails) -> Diagnostic | None:
    path, kind = tuple(error["loc"]), error["type"]
    if kind == "missing":
        return _missing(subject, path) if subject.document.complete else None
    if kind == "extra_forbidden":
        return _unknown(subject, path)
    code, summary, help_ = wrong_value(subject, path, error)
    if error.get("ctx", {}).get("at"):
        path = (*path, *(int(step) if step.isdecimal() else step for step in str(error["ctx"]["at"]).split(".")))
        span = subject.document.value_span(path)
        # A mapping over several lines is shown by its key.
        span = span if span.line == span.end_line else subject.document.key_span(path)
        return Diagnostic(code, "error", summary, subject.file, span, help_)
    # pydantic marks a wrong key of a free mapping with a last step of its own.
    if path and path[-1] == "[key]":
        return Diagnostic(code, "error", summary, subject.file, subject.document.key_span(path[:-1]), help_)
    return Diagnostic(code, "error", summary, subject.file, subject.document.value_span(path), help_)


def _missing(subject: Subject, path: tuple[str | int, ...]) -> Diagnostic:
    field = field_at(subject.model, path)
    help_ = ""
    if field is not None:
        extra = field.json_schema_extra
        help_ = (
            extra["when_missing"]
            if isinstance(extra, dict) and "when_missing" in extra
            else f"add `{written(path[-1], field, json=subject.json)}`"
        )
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    span = subject.document.key_span(path)
    if subject.document.has(path):
        help_ = str(help_).replace("add `", "write `")
        return Diagnostic("missing-key", "error", f"the key {path[-1]}{inside} has no value", subject.file, span, help_)
    if len(path) == 1 and span == subject.document.root.value:
        span = START_OF_FILE  # nothing stands for a whole file better than its beginning
    return Diagnostic("missing-key", "error", f"the key {path[-1]} is missing{inside}", subject.file, span, str(help_))


def _unknown(subject: Subject, path: tuple[str | int, ...]) -> Diagnostic:
    name, span = str(path[-1]), subject.document.key_span(path)
    if subject.file == TELEMETRY and len(path) == 1 and name in FORMER_KEYS:
        return Diagnostic(
            "former-key",
            "error",
            f"{name} is a key of the former flat layout",
            subject.file,
            span,
            f"write {FORMER_KEYS[name]} instead",
        )
    known = known_keys(subject.model, path[:-1])
    guess = nearest(name, known)
    help_ = f"did you mean {guess}?" if guess else f"known keys here: {', '.join(known)}"
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    return Diagnostic("unknown-key", "error", f"unknown key {name}{inside}", subject.file, span, help_)
