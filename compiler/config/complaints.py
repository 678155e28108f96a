"""What pydantic found wrong, as diagnostics at the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related
from ..diagnostics.telling import cut
from ..loading.suggest import listed, nearest
from .former import FORMER_KEYS, STORAGE, TELEMETRY
from .structure import as_typed, field_at, known_keys, written
from .subject import Subject
from .wording import keyed, wrong_value

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


def complaint(subject: Subject, error: ErrorDetails, home: tuple[int | str, ...] = ()) -> Diagnostic | None:
    """The diagnostic for one validation error; None for what says nothing new.

    After a syntax error a missing key may stand behind it, so it is not reported. ``home`` is where an unknown key
    is missing.
    """
    found = _complaint(subject, error, home)
    return found and found._replace(summary=cut(found.summary))


def _complaint(subject: Subject, error: ErrorDetails, home: tuple[int | str, ...]) -> Diagnostic | None:
    path, kind = tuple(error["loc"]), error["type"]
    if kind == "missing":
        return _missing(subject, path) if subject.document.complete else None
    if kind == "extra_forbidden":
        return _unknown(subject, path, home)
    code, summary, help_ = wrong_value(subject, path, error)
    # pydantic marks a wrong key of a free mapping with a last step of its own.
    if path and path[-1] == "[key]":
        summary = keyed(summary, subject.called(path[:-2]), path[-3:-2])
        return Diagnostic(code, "error", summary, subject.file, subject.document.key_span(path[:-1]), help_)
    context = error.get("ctx", {})
    span, related = subject.document.value_span(path), _first(subject, path, context)
    if context.get("at"):
        path = (*path, *_steps(context["at"]))
        span = subject.document.value_span(path)
        # A mapping over several lines is shown by its key.
        span = span if span.line == span.end_line else subject.document.key_span(path)
    summary = keyed(summary, subject.called(path), path[-1:])
    return Diagnostic(code, "error", summary, subject.file, span, help_, related)


def _first(subject: Subject, path: tuple[str | int, ...], context: Mapping[str, object]) -> tuple[Related, ...]:
    """The place of the first of two that are equal, where the error names it."""
    if not context.get("first"):
        return ()
    span = subject.document.value_span((*path, *_steps(context["first"])))
    return (Related(subject.file, span, "first listed here"),)


def _steps(at: object) -> Iterator[str | int]:
    return (int(step) if step.isdecimal() else step for step in str(at).split("."))


def _missing(subject: Subject, path: tuple[str | int, ...]) -> Diagnostic:
    field = field_at(subject.model, path)
    help_ = ""
    if field is not None:
        extra = field.json_schema_extra
        help_ = (
            extra["when_missing"]
            if isinstance(extra, dict) and "when_missing" in extra
            else f"add `{_with_default(subject, path, field)}`"
        )
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    span = subject.document.key_span(path)
    if subject.document.has(path):
        help_ = str(help_).replace("add `", "write `")
        return Diagnostic("missing-key", "error", f"the key {path[-1]}{inside} has no value", subject.file, span, help_)
    if path[-1] == "resources":
        from .renamed import block_of

        block = block_of(subject.value(path[:-1]))
        if block:
            summary = f"{block} stand below a key resources in {parent}"
            help_ = f"write `resources:` above {block}, and indent {block} below it"
            return Diagnostic("missing-key", "error", summary, subject.file, span, help_)
    if len(path) == 1 and span == subject.document.root.value:
        span = START_OF_FILE  # nothing stands for a whole file better than its beginning
    return Diagnostic("missing-key", "error", f"the key {path[-1]} is missing{inside}", subject.file, span, str(help_))


def _with_default(subject: Subject, path: tuple[str | int, ...], field: Any) -> str:
    """The missing key with a value that every rule takes."""
    if subject.file == STORAGE:
        from .shipped import shipped

        value = shipped(path)
        if value is not None:
            return f"{path[-1]}: {as_typed(value)}"
    return written(path[-1], field, json=subject.json)


def _unknown(subject: Subject, path: tuple[str | int, ...], home: tuple[str | int, ...]) -> Diagnostic:
    name, span = str(path[-1]), subject.document.key_span(path)
    former = FORMER_KEYS.get(tuple(str(step) for step in path)) if subject.file == TELEMETRY else None
    if former is not None:
        summary = f"{subject.called(path)} is a key of the former flat layout"
        return Diagnostic("former-key", "error", summary, subject.file, span, f"write {former} instead")
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    if home and home[:-1] == path[:-1]:
        help_ = f"did you mean {home[-1]}?"
    elif home:
        help_ = f"{name} belongs in {subject.called(home[:-1]) or 'the top level of this file'}"
    else:
        help_ = _meant(subject, path, name, parent)
    return Diagnostic("unknown-key", "error", f"unknown key {name}{inside}", subject.file, span, help_)


def _meant(subject: Subject, path: tuple[str | int, ...], name: str, parent: str) -> str:
    """What was meant by an unknown key: one beside it, one that belongs elsewhere, or one of those that are known."""
    from .expected import expected

    instead = expected(subject, path)
    if instead:
        return instead
    keys = known_keys(subject.model, path[:-1])
    guess = nearest(name, keys)
    if guess:
        return f"did you mean {guess}?"
    from .elsewhere import belongs

    home = belongs(name, subject.file, parent, lambda place: subject.document.has(tuple(place.split("."))))
    return home or f"known keys here: {listed(name, keys, f'telecompile explain {parent or subject.file}')}"
