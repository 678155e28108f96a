"""What is wrong with a value, in the user's words, and what to type in instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..diagnostics.telling import cut
from ..loading.suggest import nearest
from .lists import choices, filled_item, list_help, mapping_help, removal_help, several_help
from .structure import as_typed, field_at
from .subject import Subject
from .typed import number_help, octal_help, odd_help, switch_help, text_help

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
_COUNTER = 2**31 - 1


def wrong_value(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str, str]:
    """Code, summary and help for a value that is not what was meant."""
    code, summary, help_ = _wrong_value(subject, path, error)
    value = error["input"]
    return code, summary, (odd_help(subject, path, value) if isinstance(value, str) else "") or help_


def _wrong_value(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str, str]:
    kind, context, value = error["type"], error.get("ctx", {}), error["input"]
    name = subject.called(path)
    if "summary" in context:
        return kind, str(context["summary"]), str(context["help"])
    if kind == "model_type" and path[-1:] == ("topic_partitions",) and isinstance(value, list):
        return "former-key", f"{name} is a list as in the former flat layout", _former_list(value)
    if kind in _KINDS:
        return _wrong_type(subject, path, error)
    if kind == "literal_error":
        return _not_allowed(subject, path, value, str(context["expected"]))
    if kind in ("greater_than_equal", "less_than_equal"):
        told = _range(_bounds(subject, path) or context, too_small=kind == "greater_than_equal")
        help_ = octal_help(subject, path) or _within(subject, path, int(value), context)
        return "out-of-range", f"{name} is {value}, and must be {told}", help_
    if kind in ("too_short", "string_too_short"):
        return "empty-value", f"{name} is empty", "give at least one" if kind == "too_short" else "write a value"
    if kind in ("int_parsing_size", "int_from_float"):
        return "out-of-range", f"{name} is a number outside of what can be counted", "write a smaller number"
    raise AssertionError(f"no words for {kind}")  # a new constraint in a model needs words here


def keyed(summary: str, name: str, last: Sequence[str | int]) -> str:
    """A summary that says which key it is about, also to whom is shown no line of the file.

    ``name`` is the dotted key, ``last`` its last step: one with an underscore is taken for nothing else.
    """
    words = re.findall(r"\w+", summary) if any("_" in str(step) for step in last) else ()
    if name == "" or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", summary) or any(step in words for step in last):
        return summary
    return f"{name}: {summary}"


def _wrong_type(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> tuple[str, str, str]:
    kind, value = error["type"], error["input"]
    wanted, help_ = (subject.json and _JSON_KINDS.get(kind)) or _KINDS[kind]
    help_ = _typed(subject, path, error) or help_
    return "wrong-type", f"{subject.called(path)} must be {wanted}, not {_said(subject, path, value)}", help_


def _within(subject: Subject, path: tuple[str | int, ...], value: int, context: Mapping[str, Any]) -> str:
    """The nearest number that is right, as it can be typed in."""
    if "le" in context:
        return f"write {context['le']} or less"
    field = field_at(subject.model, path)
    extra = field.json_schema_extra if field is not None else None
    least = extra.get("least_useful", context["ge"]) if isinstance(extra, dict) else context["ge"]
    help_ = f"write {least} or more"
    # So few hours are hardly meant, and so many days often.
    if path[-1] == "retention_period" and value > 0:
        help_ += f"; these are hours, and {value} day{'s are' if value != 1 else ' is'} {24 * value}"
    return help_


def _range(bounds: Mapping[str, int], *, too_small: bool) -> str:
    least, most = bounds.get("ge"), bounds.get("le")
    if too_small and most is not None and most >= _COUNTER:
        most = None  # what a counter can hold helps nobody who wrote too small a number
    if least is None:
        return f"at most {most}"
    return f"at least {least}" if most is None else f"from {least} to {most}"


def _typed(subject: Subject, path: tuple[str | int, ...], error: ErrorDetails) -> str:
    """What was probably meant by a value of the wrong kind, as it can be typed in; or nothing."""
    kind, value = error["type"], error["input"]
    if kind == "string_type":
        return text_help(subject, path, value)
    if kind == "bool_type":
        return switch_help(value)
    if kind == "int_type":
        return number_help(subject, path, value)
    if kind == "dict_type" and isinstance(value, list):
        return mapping_help(subject, path, value)
    if kind not in ("tuple_type", "model_type") or not isinstance(value, str):
        return ""
    help_ = _plain_endpoint(path, value) or _unspaced(kind, value)
    if help_ or kind == "tuple_type":
        return help_ or list_help(subject, path, value)
    item = filled_item(subject, path, value)
    return cut(f"write {as_typed(item, json=subject.json)}") if item else ""


def _unspaced(kind: str, value: str) -> str:
    """What to write where a blank is missing, so that a line of a list or a mapping is a text; or nothing."""
    sign, pattern = ("-", r"(-)([^\s-]\S*)") if kind == "tuple_type" else ("the colon", r"([a-z_]+:)([^\s:/]\S*)")
    found = re.match(pattern, value)
    return cut(f"write `{found[1]} {found[2]}`: a blank is missing behind {sign}") if found else ""


def _not_allowed(subject: Subject, path: tuple[str | int, ...], value: object, expected: str) -> tuple[str, str, str]:
    allowed, name = choices(expected), subject.called(path)
    if not isinstance(value, str):
        help_ = text_help(subject, path, value)
        if help_ == "write a text, in quotes":
            help_ = _one_of(subject, allowed)
        return "wrong-type", f"{name} must be a text, not {_said(subject, path, value)}", help_
    from .synonyms import synonym

    summary = f"{value!r} is not a value that {name} takes"
    listed = isinstance(path[-1], int)
    if listed and (several := several_help(subject, path, value, allowed)):
        return "not-allowed", summary, several
    guess = synonym(value, allowed) or nearest(value, allowed)
    if listed and (useless := removal_help(subject, path, guess, allowed)):
        return "not-allowed", summary, useless
    help_ = f"did you mean {_choice(subject, guess)}?" if guess else _one_of(subject, allowed)
    return "not-allowed", summary, help_


def _one_of(subject: Subject, allowed: Sequence[str]) -> str:
    return f"write {'one of ' * (len(allowed) > 1)}{', '.join(_choice(subject, one) for one in allowed)}"


def _choice(subject: Subject, value: str) -> str:
    """A text as it can be typed in: JSON has none without quotes, and 10.0 would be a number."""
    return f'"{value}"' if subject.json or value[0].isdigit() else value


def _bounds(subject: Subject, path: tuple[str | int, ...]) -> dict[str, int]:
    """The least and the most that the field at ``path`` takes."""
    field = field_at(subject.model, path)
    metadata = field.metadata if field is not None else ()
    return {name: getattr(one, name) for one in metadata for name in ("ge", "le") if hasattr(one, name)}


def _former_list(topics: list[object]) -> str:
    """The former list of topics, ``[{name: idrac, partitions: 1}]``, as the mapping that it is now."""
    pairs = [(one.get("name"), one.get("partitions")) for one in topics if isinstance(one, dict)]
    known = [f"{name}: {count}" for name, count in pairs if name in ("idrac", "ldms", "ome") and isinstance(count, int)]
    return f"write `topic_partitions: {{{', '.join(known) or 'idrac: 1, ldms: 2'}}}`"


def _plain_endpoint(path: tuple[str | int, ...], value: object) -> str:
    """An endpoint, or a list of one, that is written as its URL alone."""
    if not isinstance(value, str) or not any(str(step).endswith("_endpoints") for step in path[-2:]):
        return ""
    # A log-in in a URL is not repeated: what is said here ends up in logs.
    return f"write `- url: {'...' if '@' in value else value}`"


def _said(subject: Subject, path: tuple[str | int, ...], value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {subject.as_written(path) or value}"
    if isinstance(value, str):
        return "a text" if "://" in value and "@" in value else f"the text {value!r}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else "a date"
