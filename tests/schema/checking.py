"""How an editor judges a value: JSON Schema 2020-12, with patterns as ECMA 262 reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from telecompile.schema.document import BY_SCHEMA, document


def matches(pattern: str, text: str) -> bool:
    """Whether an editor finds *pattern* in *text*.

    Its ``$`` is the very end; Python's also stands before a last line break.
    """
    return _compiled(pattern).search(text) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"(?<!\\)\$(?=$|[)|])", r"\\Z", pattern))


def _pattern(_: Any, pattern: str, text: object, __: Any) -> Iterator[ValidationError]:
    if isinstance(text, str) and not matches(pattern, text):
        yield ValidationError(f"{text!r} does not match {pattern!r}")


def _integer(_: Any, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# 9001.0 is an integer to JSON Schema; what tests are about is another thing.
Editor = validators.extend(
    Draft202012Validator,
    {"pattern": _pattern},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _integer),
)


@cache
def schema(name: str) -> Mapping[str, Any]:
    """The published schema of a file."""
    return document(BY_SCHEMA[name])


@cache
def _editor(name: str) -> Any:
    return Editor(schema(name))


def refusals(name: str, value: object) -> list[str]:
    """What an editor says of a value under the schema of that name."""
    return [f"{error.json_path}: {error.message[:200]}" for error in _editor(name).iter_errors(value)]
