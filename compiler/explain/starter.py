"""A complete input directory to begin with: the values of the example input, each key explained in a comment.

The values stand in `starter/`, as they do in `input/` of the repository; the comments come from the models. JSON and
CSV hold no comments, and the values of CSM Observability are another program's.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from ..config.former import FILES as INPUT_FILES
from ..config.former import SOFTWARE, STORAGE
from ..schema.document import FILES, File, as_json, document
from .keys import facts, meaning, written
from .known import Key, top_keys

SCHEMAS = "schemas"
"""The folder of the schemas, beside the files whose first comment names them."""
_WIDTH = 100
_NOTHING: tuple[Any, ...] = (None, "", [], {})
_CSM = "csm_observability_values.yml"
# What YAML reads as a text without quotes, whichever version of it: no word for a boolean or for nothing.
_PLAIN = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null|none)$)[a-z][a-z0-9_]*", re.IGNORECASE)


def starter() -> Mapping[str, str]:
    """Every file by its path below the directory."""
    from importlib.resources import files

    folder = files(__package__) / "starter"
    texts = {name: (folder / name).read_text("utf-8") for name in (*INPUT_FILES, _CSM)}
    for file in FILES:
        if file.name != SOFTWARE:
            texts[file.name] = commented(file, _values(texts[file.name]))
    return texts | {schema_path(file): as_json(document(file)) for file in FILES}


def schema_path(file: File) -> str:
    """Where the schema of a file stands."""
    return f"{SCHEMAS}/{file.schema}.schema.json"


def _values(text: str) -> Any:
    import yaml

    return yaml.load(text, Loader=yaml.CSafeLoader)


def commented(file: File, values: Mapping[str, Any]) -> str:
    """A YAML file with these values, every key explained; a key without a value is left as a comment."""
    head = [
        "---",
        f"# yaml-language-server: $schema={schema_path(file)}",
        *_comment(f"{file.told} `telecompile explain KEY` says more of each key.", ""),
        "# A key behind a # without a blank is not given; take the # away to give it.",
    ]
    # The blocks of the storage file are all alike, so their keys are explained where they come first.
    told: set[str] | None = set() if file.name == STORAGE else None
    return "\n".join([*head, *_mapping(top_keys(file), values, "", told), ""])


def _mapping(keys: tuple[Key, ...], values: Mapping[str, Any], indent: str, told: set[str] | None) -> Iterator[str]:
    for number, key in enumerate(_in_order(keys, values)):
        if indent == "" or (number and len(indent) == len("  ") and key.below):
            yield ""
        yield from _explained(key, indent, told)
        yield from _entry(key, key.name in values, values.get(key.name), indent, told)


def _in_order(keys: tuple[Key, ...], values: Mapping[str, Any]) -> Iterator[Key]:
    """The keys of this release: those given in the order of the values, the others where the models have them."""
    by_name = {key.name: key for key in keys if not key.former and not key.foreign}
    given = iter(values)
    for key in by_name.values():
        yield by_name[next(given)] if key.name in values else key


def _entry(key: Key, given: bool, value: Any, indent: str, told: set[str] | None) -> Iterator[str]:
    mark = "" if given else "#"
    inner = key.below
    if inner and not _has_elements(key):
        yield f"{indent}{mark}{key.name}:"
        yield from _mapping(inner, value or {}, f"{indent}  ", told)
    elif given and inner and isinstance(value, list) and value:
        yield f"{indent}{key.name}:"
        for number, element in enumerate(value):
            yield from _element(inner, element, f"{indent}  ", first=number == 0)
    else:
        yield f"{indent}{mark}{key.name}: {_flow(value if given else _shown(key))}"


def _has_elements(key: Key) -> bool:
    return key.names_are_free or "items" in key.node


def _element(keys: tuple[Key, ...], element: Mapping[str, Any], indent: str, *, first: bool) -> Iterator[str]:
    """An element of a list; the keys of the first one are explained."""
    start = "- "
    for key in (key for key in keys if key.name in element):
        if first:
            yield from _explained(key, f"{indent}  " if start == "  " else indent, None)
        yield f"{indent}{start}{key.name}: {_flow(element[key.name])}"
        start = "  "


def _shown(key: Key) -> Any:
    """What stands behind a key that is not given: its default where that says something, else an example."""
    default = key.node.get("default")
    return default if default not in _NOTHING else next(iter(key.node.get("examples", ())), default)


def _explained(key: Key, indent: str, told: set[str] | None) -> Iterator[str]:
    said = " ".join([meaning(key), *_facts(key)])
    if told is None or f"{key.name}: {said}" not in told:
        yield from _comment(said, indent)
    if told is not None:
        told.add(f"{key.name}: {said}")


def _facts(key: Key) -> Iterator[str]:
    if key.below and not _has_elements(key):
        return
    for name, text in facts(key):
        if name == "Allowed":
            yield text
    default = key.node.get("default")
    if default not in _NOTHING:
        yield f"Default: {_flow(default)}."
    if key.required:
        yield "Required."
    if key.below:
        yield f"Keys of each element: {'; '.join(_in_a_clause(one) for one in key.below)}."


def _in_a_clause(key: Key) -> str:
    parts = [meaning(key).rstrip("."), *([] if key.required else ["optional"]), *map(_in_a_clause, key.below)]
    return f"{key.name} ({'; '.join(parts)})"


def _comment(text: str, indent: str) -> list[str]:
    start = f"{indent}# "
    return textwrap.wrap(
        text, _WIDTH, initial_indent=start, subsequent_indent=start, break_long_words=False, break_on_hyphens=False
    )


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_flow(one) for one in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flow(key)}: {_flow(one)}' for key, one in value.items())}}}"
    return written(value)
