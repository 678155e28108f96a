"""A file's document to its model, each top-level section judged by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from pydantic import ValidationError

from ..diagnostics.diagnostic import Diagnostic
from ..loading.document import Document
from .base import Section
from .former import OTHER_RELEASES, SOFTWARE

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

Model = TypeVar("Model", bound=Section)
_JSON_TOP = "write an object with cluster_os_type and the other keys, or a list of functional groups"


class Judged(NamedTuple, Generic[Model]):
    """A file after validation.

    ``value`` holds the sections that are right; asking it for one of ``wrong`` fails, so
    whoever reads a section asks `holds` first. None when nothing could be read at all.
    """

    value: Model | None
    wrong: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]

    def holds(self, section: str) -> bool:
        """Whether ``section`` was read and is right."""
        return self.value is not None and section not in self.wrong


def judge(file: str, document: Document, text: str, model: type[Model], own_keys: int = 0) -> Judged[Model]:
    """Validate ``document`` against ``model``; a wrong section takes no other down with it.

    ``own_keys`` counts the keys at the beginning of every path that the user did not write.
    """
    value, notes = _without_other_releases(file, document)
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
    from .complaints import complaint, misspelt
    from .subject import Subject

    subject = Subject(file, document, text, model, own_keys)
    told = misspelt(details)
    complaints = (
        complaint(subject, one) for one in details if one["type"] != "missing" or tuple(one["loc"]) not in told
    )
    found = [one for one in complaints if one is not None]
    wrong_sections = {str(detail["loc"][0]) for detail in details if detail["loc"]} & model.model_fields.keys()
    if not document.complete:
        # What stood behind the syntax error is unknown, so nothing that is absent may be taken as left out.
        wrong_sections = set(model.model_fields)
    return Judged(_rest(model, value, wrong_sections), frozenset(wrong_sections), (*notes, *found))


def _without_echoes(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Drop "too short" of a list whose items are wrong: pydantic counts only those that are right."""
    inner = {detail["loc"][:length] for detail in details for length in range(1, len(detail["loc"]))}
    return [detail for detail in details if detail["type"] != "too_short" or detail["loc"] not in inner]


def _rest(model: type[Model], value: dict[str, Any], wrong: set[str]) -> Model:
    """The sections that are right, without those that are wrong."""
    right: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if name in wrong:
            continue
        given = value.get(name)
        if given is None:
            right[name] = field.get_default(call_default_factory=True, validated_data={})
        else:
            right[name] = _field_type(field).validate_python(given)
    return cast("Model", model.model_construct(**right))


def _field_type(field: Any) -> TypeAdapter[Any]:
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
