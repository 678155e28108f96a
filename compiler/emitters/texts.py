"""The texts that manifests carry, from their templates.

A template fills in what the plan holds. Every value passes through the form of its text, so that none
can end a word, a string or a line before its time: what cannot be written there is a bug of ours, since
rules refuse such input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined

_WORD = re.compile(r"[!-~]+")
_SPECIAL = frozenset("\"'\\$#`")


def render(template: str, **values: object) -> str:
    """``template`` (its path below `manifests_templates/`, without `.j2`) with ``values``.

    Raises `ValueError` for a value that the form of the text cannot carry, and jinja2's errors for a
    value that is missing.
    """
    form = next((form for ending, form in _FORMS.items() if template.endswith(ending)), word)
    return _environment(form, _kept[0]).get_template(f"{template}.j2").render(values)


@cache
def data(name: str) -> Any:
    """What a YAML file beside the templates holds (``name`` is its path there)."""
    import yaml

    source = _LOADER.get_source(_environment(literal, None), name)[0]
    return yaml.load(source, Loader=yaml.CSafeLoader)


def word(value: object) -> str:
    """One word of a line: no blank, no quote, nothing that a shell, systemd or ldmsd gives a meaning to."""
    text = str(value)
    if not _WORD.fullmatch(text) or not _SPECIAL.isdisjoint(text):
        raise ValueError(f"not a word: {text!r}")
    return text


class Block(str):
    """A text that has its form already, and stands in a YAML block as it is."""


def literal(value: object) -> str:
    """A value as YAML writes it between quotes, which is as JSON does."""
    return value if isinstance(value, Block) else json.dumps(value, ensure_ascii=False)


def program(value: object) -> str:
    """A literal of VRL. In its strings a brace may begin a template, and `$` would be taken for a variable."""
    if not isinstance(value, str):
        return json.dumps(value)
    if not value.isprintable() or "$" in value:
        raise ValueError(f"not a literal of VRL: {value!r}")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\{") + '"'


def argument(value: object) -> str:
    """One argument of an ldmsd command: no blank, no comment, no joined line."""
    text = str(value)
    if not _WORD.fullmatch(text) or text.startswith("#") or text.endswith("\\"):
        raise ValueError(f"not an argument: {text!r}")
    return text


_FORMS: dict[str, Callable[[object], str]] = {".yaml": literal, ".vrl": program, ".conf": argument}
"""By the ending of a text's name. Everything else are lines of words."""


_LOADER = PackageLoader(__package__.partition(".")[0], "manifests_templates")


@cache
def _environment(form: Callable[[object], str], compiled: BytecodeCache | None) -> Environment:
    return Environment(
        loader=_LOADER,
        undefined=StrictUndefined,
        finalize=form,
        autoescape=False,  # noqa: S701 # `finalize` escapes, for these formats and not for HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=compiled,
    )


_kept: list[BytecodeCache | None] = [None]


def keep_compiled(kept: BytecodeCache | None) -> None:
    """From now on take compiled templates from ``kept``, and put new ones there. It changes no text."""
    _kept[0] = kept
