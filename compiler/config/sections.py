"""A file's document to its model, each top-level section judged by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from pydantic import ValidationError

from ..diagnostics.diagnostic import Diagnostic
from ..loading.document import UNKNOWN, Document
from .base import Section
from .former import OTHER_RELEASES, SOFTWARE

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

Model = TypeVar("Model", bound=Section)
_JSON_TOP = "write an object with cluster_os_type and the other keys, or a list of functional groups"


class Judged(NamedTuple, Generic[Model]):
    """A file after validation.

    ``value`` holds the sections that are right, and of a mapping that is wrong in part those
    of its keys that are right (``partly``, by its dotted path); asking it for another one fails, so whoever reads
    a section asks `holds` first. None when nothing could be read at all.
    """

    value: Model | None
    wrong: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]
    partly: Mapping[str, frozenset[str]] = {}

    def holds(self, section: str) -> bool:
        """Whether ``section``, or a key at any depth of one (``telemetry_sources.ldms``), was read and is right."""
        if self.value is None:
            return False
        above, *keys = section.split(".")
        if above not in self.wrong:
            return True
        for key in keys:
            if key in self.partly.get(above, ()):
                return True
            above = f"{above}.{key}"
        return False


def judge(file: str, document: Document, text: str, model: type[Model], own_keys: int = 0) -> Judged[Model]:
    """Validate ``document`` against ``model``; a wrong section takes no other down with it.

    ``own_keys`` counts the keys at the beginning of every path that the user did not write.
    """
    value, notes = _without_other_releases(file, document)
    if value is UNKNOWN:
        return Judged(None, frozenset(model.model_fields), notes)
    if not isinstance(value, dict):
        kind, help_ = (
            ("an object or a list", _JSON_TOP) if file == SOFTWARE else ("a mapping", "write `key: value` lines")
        )
        summary = f"{file} must hold {kind} at its top level"
        wrong = Diagnostic("wrong-type", "error", summary, file, document.root.value, help_)
        return Judged(None, frozenset(model.model_fields), (wrong,))
    details: list[ErrorDetails] = []
    try:
        judged = model.model_validate(value)
        if document.complete:
            return Judged(judged, frozenset(), notes)
    except ValidationError as error:
        details = _without_echoes(error.errors(include_url=False))
    # Imported here: a file without a mistake needs no words for one.
    from .complaints import complaint
    from .once import told_elsewhere
    from .pasted import pasted
    from .renamed import renamed, unwrapped
    from .subject import Subject

    subject = Subject(file, document, text, model, own_keys)
    other = pasted(subject)
    if other is not None:
        return Judged(None, frozenset(model.model_fields), (*notes, other))
    told, homes = told_elsewhere(file, details)
    instead = {path: home for path, home in renamed(subject, details).items() if home not in told}
    homes = {**instead, **homes}
    told = {*told, *instead.values(), *unwrapped(details)}
    complaints = (
        complaint(subject, one, homes.get(tuple(one["loc"]), ()))
        for one in details
        if not _tagged(one) and (one["type"] not in ("missing", "extra_forbidden") or tuple(one["loc"]) not in told)
    )
    found = [one for one in complaints if one is not None]
    wrong_sections = {str(detail["loc"][0]) for detail in details if detail["loc"]} & model.model_fields.keys()
    if not document.complete:
        # What stood behind the syntax error is unknown, so nothing that is absent may be taken as left out.
        wrong_sections = set(model.model_fields)
    paths: set[tuple[int | str, ...]] = {(name,) for name in wrong_sections}
    if document.complete:
        paths = {tuple(detail["loc"]) for detail in details}
    rest, partly = _rest(model, value, paths)
    return Judged(rest, frozenset(wrong_sections), (*notes, *found), partly)


def _tagged(detail: ErrorDetails) -> bool:
    """Whether a value cannot be judged, and that has been told; a key that nobody knows is wrong all the same."""
    return detail["input"] is UNKNOWN and detail["type"] != "extra_forbidden"


def _without_echoes(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Drop "too short" of a list whose items are wrong: pydantic counts only those that are right."""
    inner = {detail["loc"][:length] for detail in details for length in range(1, len(detail["loc"]))}
    return [detail for detail in details if detail["type"] != "too_short" or detail["loc"] not in inner]


def _rest(
    model: type[Model], value: Mapping[str, Any], wrong: set[tuple[int | str, ...]]
) -> tuple[Model, Mapping[str, frozenset[str]]]:
    """The sections that are right, without those that are wrong at one of the paths ``wrong``.

    A mapping that is wrong somewhere inside keeps its keys that are right: one mistake in a
    section hides nothing about its other keys.
    """
    right: dict[str, Any] = {}
    partly: dict[str, frozenset[str]] = {}
    for name, field in model.model_fields.items():
        below = {path[1:] for path in wrong if path[:1] == (name,)}
        given = value.get(name)
        if not below:
            right[name] = _valid(field, given)
        elif () not in below and isinstance(given, dict) and (section := _section(field)) is not None:
            right[name], inner = _rest(section, given, below)
            partly[name] = frozenset(right[name].model_fields_set - inner.keys())
            partly |= {f"{name}.{path}": keys for path, keys in inner.items()}
    return cast("Model", model.model_construct(_fields_set=set(right), **right)), partly


def _valid(field: FieldInfo, given: object) -> Any:
    if given is None:
        return field.get_default(call_default_factory=True, validated_data={})
    return field_type(field).validate_python(given)


def _section(field: FieldInfo) -> type[Section] | None:
    """The section that a field holds, were it an optional one; a list or free mapping of sections is none."""
    inner = getattr(field.annotation, "__args__", ())
    for one in (field.annotation, *(inner if type(None) in inner else ())):
        if isinstance(one, type) and issubclass(one, Section):
            return one
    return None


def field_type(field: Any) -> TypeAdapter[Any]:
    """What judges the value of one field by itself."""
    from pydantic import TypeAdapter

    annotated = field.annotation
    for metadata in field.metadata:
        annotated = _annotate(annotated, metadata)
    config = None if isinstance(field.annotation, type) and issubclass(field.annotation, Section) else {"strict": True}
    return TypeAdapter(annotated, config=config)  # type: ignore[arg-type] # a plain mapping is what ConfigDict is


def _annotate(annotated: Any, metadata: Any) -> Any:
    from typing import Annotated

    return Annotated[annotated, metadata]


def _without_other_releases(file: str, document: Document) -> tuple[object, tuple[Diagnostic, ...]]:
    """Take out the keys that other releases use, with a note for each."""
    value, notes = document.value, []
    for other in OTHER_RELEASES:
        if other.file == file and _has(value, other.path):
            from .structure import dotted

            value = _without(value, other.path)
            summary = f"{dotted(other.path)} is a key of other releases and has no effect here"
            notes.append(
                Diagnostic("other-release-key", "note", summary, file, document.key_span(other.path), other.why)
            )
    return value, tuple(notes)


def _has(value: object, path: tuple[str, ...]) -> bool:
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def _without(value: Any, path: tuple[str, ...]) -> Any:
    if len(path) == 1:
        return {key: one for key, one in value.items() if key != path[0]}
    return {**value, path[0]: _without(value[path[0]], path[1:])}
