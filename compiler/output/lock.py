"""The lock file: what a finished build read, wrote and said.

`telecompile.lock` makes an unchanged build cheap, tells owned files from foreign ones, and gives `diff` and
the removal advice the former state to compare with. Equal builds write equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from ..diagnostics.diagnostic import Diagnostic, Related, Severity, Span
from .paths import LOCK, LOCK_VERSION
from .record import Record, encode


class RenderedObject(NamedTuple):
    """The Kubernetes object in one output file; ``namespace`` is "" for one of the whole cluster.

    ``data`` says that deleting it loses collected data, or what holds the data.
    """

    api_version: str
    kind: str
    namespace: str
    name: str
    data: bool


class Lock(NamedTuple):
    """What `telecompile.lock` holds. Fingerprints are SHA-256 in hexadecimal, None for an absent file.

    ``inputs`` has every name an input file may have, ``referenced`` every file the configuration names, by
    the path as written (relative to the input directory, or absolute). ``toolchain`` (the code and its
    run-time dependencies) and ``options`` (whatever of the command line changes bytes) are the caller's; so
    is ``plan``, the JSON data `diff` compares. ``fresh_until`` is the second since 1970 at which a recorded
    diagnostic may change by the clock alone (a certificate expires), None for never. ``outputs`` and
    ``objects`` are by path in the output directory.
    """

    telecompile: str
    toolchain: Mapping[str, str]
    options: Mapping[str, str]
    inputs: Mapping[str, str | None]
    referenced: Mapping[str, str | None]
    outputs: Mapping[str, str]
    objects: Mapping[str, RenderedObject]
    diagnostics: tuple[Diagnostic, ...]
    plan: Mapping[str, object]
    fresh_until: int | None = None


def write_lock(lock: Lock) -> bytes:
    """Give the bytes of `telecompile.lock`."""
    record: dict[str, object] = lock._asdict()
    record["lock_version"] = LOCK_VERSION
    record["objects"] = {path: _object_record(one) for path, one in lock.objects.items()}
    record["diagnostics"] = [_diagnostic_record(one) for one in lock.diagnostics]
    return encode(record)


def read_lock(data: bytes, name: str = LOCK) -> Lock:
    """Read `telecompile.lock` back; ``name`` is its path for messages.

    Raises `OutputProblem` (``output-lock``) when it is no lock, of a newer telecompile, or lists a path that
    leads out of the output directory.
    """
    record = Record.decode(name, data)
    return Lock(
        telecompile=record.text("telecompile"),
        toolchain=record.texts("toolchain"),
        options=record.texts("options"),
        inputs=record.digests("inputs"),
        referenced=record.digests("referenced"),
        outputs=record.owned("outputs"),
        objects=_objects(record.record("objects")),
        diagnostics=read_diagnostics(record),
        plan=record.mapping("plan"),
        fresh_until=record.optional_integer("fresh_until"),
    )


def read_diagnostics(record: Record) -> tuple[Diagnostic, ...]:
    """Give the diagnostics a lock recorded, to be printed again when nothing changed."""
    return tuple(_diagnostic(one) for one in record.records("diagnostics"))


def _object_record(one: RenderedObject) -> dict[str, object]:
    record: dict[str, object] = one._asdict()
    record["apiVersion"] = record.pop("api_version")
    return record


def _objects(section: Record) -> dict[str, RenderedObject]:
    section.refuse_hostile_paths()
    return {path: _object(section.record(path)) for path in section.names()}


def _object(record: Record) -> RenderedObject:
    return RenderedObject(
        api_version=record.text("apiVersion"),
        kind=record.text("kind"),
        namespace=record.text("namespace"),
        name=record.text("name"),
        data=record.boolean("data"),
    )


def _diagnostic_record(one: Diagnostic) -> dict[str, object]:
    return one._asdict() | {"related": [related._asdict() for related in one.related]}


def _diagnostic(record: Record) -> Diagnostic:
    severity = record.text("severity")
    if severity not in ("error", "warning", "note"):
        raise record.misshapen("severity")
    return Diagnostic(
        code=record.text("code"),
        severity=cast("Severity", severity),
        summary=record.text("summary"),
        file=record.text("file"),
        span=_span(record),
        help=record.text("help"),
        related=tuple(_related(one) for one in record.records("related")),
    )


def _related(record: Record) -> Related:
    span = _span(record)
    if span is None:
        raise record.misshapen("span")
    return Related(record.text("file"), span, record.text("message"))


def _span(record: Record) -> Span | None:
    if record.is_null("span"):
        return None
    numbers = record.sequence("span")
    if len(numbers) != 4 or not all(type(number) is int and number > 0 for number in numbers):
        raise record.misshapen("span")
    return Span(*cast("list[int]", numbers))
