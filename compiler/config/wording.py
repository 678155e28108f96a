"""What is wrong with a value, in the user's words, and what to type in instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..loading.suggest import nearest
from .fields import WITH_UNIT
from .structure import field_at
from .subject import Subject

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_MAPPING = "write `key: value` lines, indented below this key"
_KINDS = {
    "bool_type": ("true or false", "write true or false, without quotes"),
    "int_type": ("a whole number", "write a whole number, in digits only and without quotes"),
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
_COUNTER = 2**31 - 1
_LONGEST = 300
"""Longest summary, in characters; what a file holds may be as long as the file."""


def wrong_value(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str, str]:
    """Code, summary and help for a value that is not what was meant."""
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
        told = _range(_bounds(subject, path) or context, too_small=kind == "greater_than_equal")
        return "out-of-range", f"{name} is {value}, and must be {told}", f"write a number, {told}"
    if kind in ("too_short", "string_too_short"):
        return "empty-value", f"{name} is empty", "give at least one" if kind == "too_short" else "write a value"
    if kind in ("int_parsing_size", "int_from_float"):
        return "out-of-range", f"{name} is a number outside of what can be counted", "write a smaller number"
    raise AssertionError(f"no words for {kind}")  # a new constraint in a model needs words here


def _range(bounds: Mapping[str, int], *, too_small: bool) -> str:
    least, most = bounds.get("ge"), bounds.get("le")
    if too_small and most is not None and most >= _COUNTER:
        most = None  # what a counter can hold helps nobody who wrote too small a number
    if least is None:
        return f"at most {most}"
    return f"at least {least}" if most is None else f"from {least} to {most}"


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
    written = subject.as_written(path)
    unit = _unit(subject, path)
    if unit and isinstance(value, (int, float)) and not isinstance(value, bool):
        return unit.format(written or value)
    if isinstance(value, (dict, list)) or not written or "\n" in written:
        return "write a text, in quotes"
    return cut(f'write "{written}"')


def _unit(subject: Subject, path: tuple[str | int, ...]) -> str:
    """What a bare number most likely means at ``path``; empty where it means nothing."""
    field = field_at(subject.model, path)
    metadata = field.metadata if field is not None else ()
    return next((WITH_UNIT[one.func] for one in metadata if getattr(one, "func", None) in WITH_UNIT), "")


def _meant(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> str:
    """What was probably meant by a value of the wrong kind, as it can be typed in; or nothing."""
    kind, value = error["type"], error["input"]
    if kind == "int_type" and isinstance(value, float) and value.is_integer():
        return cut(f"write {value:.0f}")
    if not isinstance(value, str):
        return ""
    if kind == "bool_type" and value.lower() in _WORDS:
        return f"write {_WORDS[value.lower()]}, without quotes"
    if kind == "int_type" and value.isdecimal() and value.isascii():
        return cut(f"write {value}, without quotes")
    written = subject.as_written(path)
    return cut(f"write [{written}]") if kind == "tuple_type" and written else ""


def _bounds(subject: Subject, path: tuple[str | int, ...]) -> dict[str, int]:
    """The least and the most that the field at ``path`` takes."""
    field = field_at(subject.model, path)
    metadata = field.metadata if field is not None else ()
    return {name: getattr(one, name) for one in metadata for name in ("ge", "le") if hasattr(one, name)}


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
        return f"the number {subject.as_written(path) or value}"
    if isinstance(value, str):
        return f"the text {value!r}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else "a date"


def cut(text: str) -> str:
    """A text short enough to be read."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"
