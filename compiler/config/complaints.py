"""What pydantic found wrong, said in the user's words and shown where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Span
from ..loading.document import Document
from ..loading.suggest import nearest
from ..loading.text import LINE_BREAK
from .base import Section
from .former import FORMER_KEYS, SOFTWARE, TELEMETRY

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_MAPPING = "write `key: value` lines, indented below this key"
_KINDS = {
    "bool_type": ("true or false", "write true or false, without quotes"),
    "int_type": ("a whole number", "write a whole number, without quotes"),
    "string_type": ("a text", "write a text, in quotes"),
    "tuple_type": ("a list", "write a list, one `- item` a line"),
    "dict_type": ("a mapping", _MAPPING),
    "model_type": ("a mapping", _MAPPING),
}
_JSON_KINDS = {
    "tuple_type": ("a list", "write a list: [ ... ]"),
    "dict_type": ("an object", 'write an object: {"key": value}'),
    "model_type": ("an object", 'write an object: {"key": value}'),
}
_WORDS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_LONGEST = 300
"""Longest summary, in characters; what a file holds may be as long as the file."""


class Subject(NamedTuple):
    """The file that is judged: its name, what was read, its text, and its model.

    ``own_keys`` counts the keys at the beginning of every path that the user did not write.
    """

    file: str
    document: Document
    text: str
    model: type[Section]
    own_keys: int = 0

    def called(self, path: tuple[str | int, ...]) -> str:
        """A path in the user's words."""
        return dotted(path[self.own_keys :])

    @property
    def json(self) -> bool:
        """Whether help must be written as JSON."""
        return self.file == SOFTWARE


def complaint(subject: Subject, error: ErrorDetails) -> Diagnostic | None:
    """The diagnostic for one validation error; None for what says nothing new.

    After a syntax error a missing key may stand behind it, so it is not reported.
    """
    found = _complaint(subject, error)
    return found and found._replace(summary=_cut(found.summary))


def _complaint(subject: Subject, error: ErrorDetails) -> Diagnostic | None:
    path, kind = tuple(error["loc"]), error["type"]
    if kind == "missing":
        return _missing(subject, path) if subject.document.complete else None
    if kind == "extra_forbidden":
        return _unknown(subject, path)
    code, summary, help_ = _wrong_value(subject, path, error)
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


def dotted(path: tuple[str | int, ...]) -> str:
    """A path as it is written in messages: ``a.b[0].c``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _missing(subject: Subject, path: tuple[str | int, ...]) -> Diagnostic:
    field = _field(subject.model, path)
    help_ = ""
    if field is not None:
        extra = field.json_schema_extra
        help_ = (
            extra["when_missing"]
            if isinstance(extra, dict) and "when_missing" in extra
            else f"add `{_written(path[-1], field, json=subject.json)}`"
        )
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    span = subject.document.key_span(path)
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
    known = _known_keys(subject.model, path[:-1])
    guess = nearest(name, known)
    help_ = f"did you mean {guess}?" if guess else f"known keys here: {', '.join(known)}"
    parent = subject.called(path[:-1])
    inside = f" in {parent}" if parent else ""
    return Diagnostic("unknown-key", "error", f"unknown key {name}{inside}", subject.file, span, help_)


def _wrong_value(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str, str]:
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    name = subject.called(path)
    if "summary" in context:
        return kind, str(context["summary"]), str(context["help"])
    if kind in _KINDS:
        wanted, help_ = (subject.json and _JSON_KINDS.get(kind)) or _KINDS[kind]
        if kind == "string_type":
            help_ = _quoted_help(subject, path, value)
        if kind in ("bool_type", "int_type", "tuple_type"):
            help_ = _meant(subject, path, error) or help_
        if kind in ("dict_type", "model_type"):
            help_ = _former_list(path, value) or help_
        return "wrong-type", f"{name} must be {wanted}, not {_said(subject, path, value)}", help_
    if kind == "literal_error":
        return _not_allowed(subject, path, value, str(context["expected"]))
    if kind in ("greater_than_equal", "less_than_equal"):
        bounds = _bounds(subject, path) or context
        least, most = bounds.get("ge"), bounds.get("le")
        told = (
            f"at most {most}" if least is None else f"at least {least}" if most is None else f"from {least} to {most}"
        )
        return "out-of-range", f"{name} is {value}, and must be {told}", f"write a number, {told}"
    if kind in ("too_short", "string_too_short"):
        return "empty-value", f"{name} is empty", "give at least one" if kind == "too_short" else "write a value"
    if kind in ("int_parsing_size", "int_from_float"):
        return "out-of-range", f"{name} is a number outside of what can be counted", "write a smaller number"
    raise AssertionError(f"no words for {kind}")  # a new constraint in a model needs words here


def _not_allowed(subject: Subject, path: tuple[str | int, ...], value: object, expected: str) -> tuple[str, str, str]:
    allowed = [one.strip("'") for one in expected.replace(" or ", ", ").split(", ")]
    if not isinstance(value, str):
        return (
            "wrong-type",
            f"{subject.called(path)} must be a text, not {_said(subject, path, value)}",
            _quoted_help(subject, path, value),
        )
    guess = nearest(value, allowed)
    choice = (
        f"did you mean {guess}?"
        if guess
        else f"write {allowed[0]}"
        if len(allowed) == 1
        else f"write one of {', '.join(allowed)}"
    )
    return "not-allowed", f"{value!r} is not a value that {subject.called(path)} takes", choice


def _quoted_help(subject: Subject, path: tuple[str | int, ...], value: object) -> str:
    # The text as it stands: the number 1.30 would print as 1.3.
    written = _slice(subject.text, subject.document.value_span(path))
    if isinstance(value, (dict, list)) or not written or "\n" in written:
        return "write a text, in quotes"
    return _cut(f'write "{written}"')


def _meant(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> str:
    """What was probably meant by a value of the wrong kind, as it can be typed in; or nothing."""
    kind, value = error["type"], error["input"]
    if kind == "int_type" and isinstance(value, float) and value.is_integer():
        return _cut(f"write {value:.0f}")
    if not isinstance(value, str):
        return ""
    if kind == "bool_type" and value.lower() in _WORDS:
        return f"write {_WORDS[value.lower()]}, without quotes"
    if kind == "int_type" and value.isdecimal() and value.isascii():
        return _cut(f"write {value}, without quotes")
    written = _slice(subject.text, subject.document.value_span(path))
    return _cut(f"write [{written}]") if kind == "tuple_type" and written else ""


def _bounds(subject: Subject, path: tuple[str | int, ...]) -> dict[str, int]:
    """The least and the most that the field at ``path`` takes."""
    field = _field(subject.model, path)
    metadata = field.metadata if field is not None else ()
    return {name: getattr(one, name) for one in metadata for name in ("ge", "le") if hasattr(one, name)}


def _slice(text: str, span: Span) -> str:
    lines = LINE_BREAK.split(text)
    if span.line != span.end_line or span.line > len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _former_list(path: tuple[str | int, ...], value: object) -> str:
    if path[-1:] == ("topic_partitions",) and isinstance(value, list):
        return "the former list of topics is a mapping now: write `idrac: 1` and `ldms: 2` below it"
    return ""


def _said(subject: Subject, path: tuple[str | int, ...], value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {_slice(subject.text, subject.document.value_span(path)) or value}"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else "a date"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"


def _written(key: str | int, field: Any, *, json: bool) -> str:
    """The key with its default, as it can be typed in."""
    if json:
        from json import dumps

        return f'"{key}": {dumps(_default(field))}'
    return f"{key}: {_flow(_default(field))}"


def _default(field: Any) -> Any:
    """The seed's default; of a mapping those of its required keys."""
    nested = _section(field.annotation)
    if nested is None or field.examples[:1] not in ([{}], None):
        return field.examples[0] if field.examples else ""
    return {name: _default(one) for name, one in nested.model_fields.items() if one.is_required()}


def _flow(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    return f'"{value}"' if isinstance(value, str) and not value.replace("_", "").isalpha() else str(value)


def _field(model: type[Section], path: tuple[str | int, ...]) -> Any:
    owner = _owner(model, path[:-1])
    return None if owner is None else owner.model_fields.get(str(path[-1]))


def _known_keys(model: type[Section], path: tuple[str | int, ...]) -> list[str]:
    owner = _owner(model, path)
    return [] if owner is None else list(owner.model_fields)


def _owner(model: type[Section], path: tuple[str | int, ...]) -> type[Section] | None:
    """The model of the mapping at ``path``."""
    owner: type[Section] | None = model
    for step in path:
        if owner is None:
            return None
        if isinstance(step, str) and step in owner.model_fields:
            owner = _section(owner.model_fields[step].annotation)
    return owner


def _section(annotation: Any) -> type[Section] | None:
    """The section inside an annotation such as ``Items[Section]``, ``dict[str, Section]`` or ``Section | None``."""
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _section(inner)
        if found is not None:
            return found
    return None
