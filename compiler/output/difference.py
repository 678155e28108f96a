"""What a build would do to each file of the output directory, and to the object in it.

It is made from the same `Changes` that a build applies, so that both always agree.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from .changes import Changes
from .comparison import ABSENT, Change, compare
from .lock import Lock, RenderedObject
from .paths import LOCK
from .standing import body_of, text_of
from .text_comparison import unified
from .verdict import Verdict
from .view import View

What = Literal["created", "changed", "removed", "adopted", "left"]


class Difference(NamedTuple):
    """A file, and what becomes of it.

    - "adopted": a foreign file is taken over as it is
    - "left": an owned file that is not needed any more, but was changed by hand

    ``object`` is the one in it, None for other files. ``fields`` are what differs of an object, ``lines`` the unified
    diff of another file, or of one that differs in nothing but its form. ``notes`` say what is special.
    ``verdicts`` judge this change.
    """

    path: str
    what: What
    object: RenderedObject | None
    notes: tuple[str, ...] = ()
    fields: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


def differences(
    changes: Changes, objects: Mapping[str, RenderedObject], judged: Sequence[Verdict]
) -> tuple[Difference, ...]:
    """Every file that a build would touch or take note of, by path; ``objects`` are those of the new output."""
    look = _Look(changes, objects, judged)
    special = [one.path for one in changes.findings if one.verdict in ("adopted", "kept")]
    return tuple(look.at(path) for path in sorted({*changes.writes, *changes.removals, *special}))


class _Look:
    """The output directory beside what shall stand in it."""

    def __init__(self, changes: Changes, objects: Mapping[str, RenderedObject], judged: Sequence[Verdict]) -> None:
        self.changes, self.objects, self.judged = changes, objects, judged
        self.former = changes.former.objects if changes.former is not None else {}
        self.view = View(changes.out)
        self.findings = {one.path: one.verdict for one in changes.findings}
        self.places = _places(self.former), _places(objects)

    def at(self, path: str) -> Difference:
        """What becomes of the file at ``path``."""
        found, wanted = self.findings.get(path), self.changes.writes.get(path)
        if found == "kept":
            return Difference(path, "left", self.former.get(path), ("changed by hand",))
        if wanted is None and found == "adopted":
            return Difference(path, "adopted", self.objects.get(path))
        if wanted is not None and self.view.kind(path) != "file":
            one = self.objects.get(path)
            return Difference(path, "created", one, tuple(_moved(path, one, *self.places)))
        old = self.view.read(path)
        body = body_of(path, old)
        before = _object(body) or (self.former.get(path) if found is None else None)
        if wanted is None:
            notes = tuple(_moved(path, before, *reversed(self.places)))
            return Difference(path, "removed", before, notes, verdicts=self._verdicts(before, body))
        return self._changed(path, before, body, old, wanted)

    def _changed(
        self, path: str, before: RenderedObject | None, body: dict[str, Any] | None, old: bytes, wanted: bytes
    ) -> Difference:
        after, fields = self.objects.get(path), _fields(body, body_of(path, wanted))
        lines = () if fields else unified(text_of(old), text_of(wanted))
        notes = {
            "rewritten": ("changed by hand",),
            "adopted": ("replaces a file that telecompile did not write",),
        }.get(self.findings.get(path, ""), ())
        if before is not None and after is not None and _identity(before) != _identity(after):
            notes = (*notes, f"another object than {called(before)}")
        return Difference(path, "changed", after, notes, fields, lines, self._verdicts(before, body))

    def _verdicts(self, one: RenderedObject | None, body: dict[str, Any] | None) -> tuple[Verdict, ...]:
        if one is None:
            return ()
        names = ["", one.name]
        spec = body.get("spec") if body is not None else None
        if isinstance(spec, dict) and isinstance(spec.get("topicName"), str):
            names.append(spec["topicName"])
        return tuple(
            verdict
            for verdict in self.judged
            if any(about.kind == one.kind and about.name in names for about in verdict.about)
        )


def _fields(old: dict[str, Any] | None, new: dict[str, Any] | None) -> tuple[Change, ...]:
    return compare(old, new) if old is not None and new is not None else ()


def _object(body: dict[str, Any] | None) -> RenderedObject | None:
    """The object in a file, None where it names none."""
    metadata = body.get("metadata") if body is not None else None
    if body is None or not isinstance(metadata, dict):
        return None
    said = (body.get("apiVersion"), body.get("kind"), metadata.get("namespace", ""), metadata.get("name"))
    version, kind, namespace, name = (one if isinstance(one, str) else None for one in said)
    if version is None or kind is None or namespace is None or name is None:
        return None
    return RenderedObject(version, kind, namespace, name, data=False)


def _identity(one: RenderedObject) -> tuple[str, str, str, str]:
    """What makes it this object; another version of its API is another form of the same."""
    group, slash, _ = one.api_version.rpartition("/")
    return group if slash else "", one.kind, one.namespace, one.name


def _places(objects: Mapping[str, RenderedObject]) -> dict[tuple[str, str, str, str], str]:
    return {_identity(one): path for path, one in objects.items()}


def _moved(
    path: str,
    one: RenderedObject | None,
    there: Mapping[tuple[str, str, str, str], str],
    here: Mapping[tuple[str, str, str, str], str],
) -> Iterator[str]:
    """Where an object that only changes its file stands otherwise; ``here`` is the side that ``path`` is on."""
    other = there.get(_identity(one)) if one is not None else None
    if one is not None and other not in (None, path) and here.get(_identity(one)) == path:
        yield f"the same object as in {other}"


def called(one: RenderedObject) -> str:
    """An object in words: ``VMAgent vmagent in telemetry``."""
    where = f" in {one.namespace}" if one.namespace else ""
    return f"{one.kind} {one.name}{where}"


def lock_differences(former: Lock | None, new: Lock) -> tuple[str, ...]:
    """Which of what the lock records of input and program differ; nothing of the files that it lists."""
    if former is None:
        return (f"{LOCK} is made",)
    found = ["version of telecompile"] if former.telecompile != new.telecompile else []
    for what, before, after in (
        ("toolchain", former.toolchain, new.toolchain),
        ("option", former.options, new.options),
        ("input", former.inputs, new.inputs),
        ("referenced file", former.referenced, new.referenced),
    ):
        names = sorted(before.keys() | after.keys())
        found += [f"{what} {name}" for name in names if before.get(name, ABSENT) != after.get(name, ABSENT)]
    found += ["diagnostics"] if former.diagnostics != new.diagnostics else []
    found += ["what is recorded of the plan"] if former.plan != new.plan else []
    return tuple(found)
