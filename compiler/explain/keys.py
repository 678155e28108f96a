"""What there is to know of a key of the input files: what it takes, what it means, and what it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from ..config.former import NODES, OPTIONS
from ..schema.document import BY_SCHEMA, FILES, sentences
from .columns import SCHEMALESS, column_names, column_page, mapping_page
from .effects import effect
from .filling import filled
from .known import Key, known_keys, top_keys

_MANY = 3
"""So many keys of one name are shown in full; of more only the places."""
_PUSHES = ("sfm", "telemetry_sources.sfm")
"""What users look for among the sources, and is none."""
_PUSHED, _VALUES = "push_sources", "powerscale_configurations.csm_observability_values_file_path"
_NAMED = "csm_observability_values.yml"
"""What `init` calls the values of CSM Observability; the name is the user's."""


def key_page(asked: str, width: int = 80) -> str | None:
    """The page of a key, as it is asked for: in full, with ``file:`` before it, or by its last part alone.

    Columns of the mapping CSV and files have pages too; upper and lower case are told apart only where it matters.
    """
    text = asked.strip().strip("`").rstrip(":")
    if text in BY_SCHEMA or text in {file.name for file in FILES}:
        return _of_file(text, width)
    if text in (NODES, SCHEMALESS):
        return mapping_page(width)
    if text == _NAMED:
        return _pointed(f"{_NAMED} is a file that the configuration names, by the key below.", _VALUES, width)
    if text in _PUSHES:
        return _pointed(f"sfm is no source: it pushes, and is a name in push_sources of {OPTIONS}.", _PUSHED, width)
    column = column_page(text, width)
    found = find(text) or ([] if column else find(text, any_case=True))
    if not found:
        return column
    if len(found) > _MANY and len({key.path for key in found}) > 1:
        places = "\n".join(f"  {key.path}" for key in found)
        return f"{text} stands in {len(found)} places:\n\n{places}\n\nName one of them in full{_in_quotes(found)}.\n"
    return "\n".join([*(_text(key, width) for key in found), *([column] if column else [])])


def _pointed(told: str, path: str, width: int) -> str:
    """What has no page of its own, and the page of the key that it belongs to."""
    return "\n".join([f"{filled(told, width)}\n", *(_text(key, width) for key in find(path))])


def _in_quotes(found: Sequence[Key]) -> str:
    """A shell takes stars and brackets for patterns of file names."""
    return ", in quotes where it has * or []" if any({*"*["} & {*key.path} for key in found) else ""


def key_names() -> list[str]:
    """Every key as it may be asked for, for completion and for suggestions; columns and files as well."""
    keys = {key.path.removeprefix("[].") for key in known_keys()}
    return sorted(keys | {*column_names(), NODES, *(file.name for file in FILES)})


def find(asked: str, *, any_case: bool = False) -> list[Key]:
    """The keys that a text means: those of that path, or else those that end with it."""
    file, text = _apart(asked)
    keys = [(key, key.path) for key in known_keys() if file in ("", key.file)]
    if any_case:
        keys, text = [(key, path.lower()) for key, path in keys], text.lower()
    return (
        [key for key, path in keys if _is(path, text)]
        or [key for key, path in keys if _ends(path, text)]
        or [key for key, path in keys if key.names_are_free and text.startswith(f"{path}.")]
    )


def _apart(asked: str) -> tuple[str, str]:
    """The file that stands before a colon, and the key."""
    head, colon, rest = asked.partition(":")
    named = next((file.name for file in FILES if head in (file.name, file.schema)), "")
    return (named, rest.strip()) if colon and named else ("", asked)


def _is(path: str, text: str) -> bool:
    return re.fullmatch(_pattern(path), text) is not None


def _ends(path: str, text: str) -> bool:
    steps = path.split(".")
    return any(_is(".".join(steps[at:]), text) for at in range(1, len(steps)))


def _pattern(path: str) -> str:
    """A path as users write it: with or without a number in brackets, and with a name of their own for a star."""
    steps = [".+" if step == "*" else re.escape(step.replace("[]", "")) + r"(?:\[\d*\])?" for step in path.split(".")]
    return r"\.".join(steps).replace(
        r"(?:\[\d*\])?\.", r"(?:\[\d*\])?\.?" if path.startswith("[]") else r"(?:\[\d*\])?\.", 1
    )


def _of_file(name: str, width: int) -> str:
    file = next(file for file in FILES if name in (file.name, file.schema))
    return "\n\n".join([file.name, filled(file.told, width), "Keys:", _listed(top_keys(file), width)]) + "\n"


def _text(key: Key, width: int) -> str:
    parts = [f"{key.path} ({key.file})", filled(meaning(key), width)]
    if not key.former and not key.foreign:
        parts.append("\n".join(filled(f"{name + ':':<10}{value}", width, " " * 12) for name, value in facts(key)))
        if key.below:
            parts += ["Keys:", _listed(key.below, width)]
        parts += list(_effects(key, width))
    return "\n\n".join(parts) + "\n"


def meaning(key: Key) -> str:
    """What the key is for, in sentences."""
    return str(key.node["description"])


def facts(key: Key) -> Iterator[tuple[str, str]]:
    """What the key takes: kind, default, what is allowed, an example."""
    node = key.node
    yield "Type", kind(key)
    if "default" in node:
        yield "Default", written(node["default"])
    told = " ".join(sentences(node))
    if told:
        yield "Allowed", told
    example = next(iter(node.get("examples", ())), None)
    if example not in (None, "", node.get("default")):
        yield "Example", written(example)


def kind(key: Key) -> str:
    """The type in words, and whether the key must be there."""
    types = key.node["type"]
    plain = next(one for one in types if one != "null") if isinstance(types, list) else types
    words = {
        "string": "text",
        "integer": "whole number",
        "boolean": "true or false",
        "array": "list",
        "object": "mapping",
    }
    return f"{words[plain]}, {'required' if key.required else 'optional'}"


def written(value: object) -> str:
    """A value as it is typed in YAML, on one line."""
    return json.dumps(value, ensure_ascii=False)


def _effects(key: Key, width: int) -> Iterator[str]:
    said = effect(key.file, key.path)
    if said is None:
        return
    if said.changes:
        yield "Changes in the output:"
        yield "\n".join(
            filled(f"{folders(named)} {text}".replace("`", ""), width, "    ") for named, text in said.changes.items()
        )
    if said.note:
        yield filled(said.note.replace("`", ""), width)
    if said.plan:
        yield filled(f"In `telecompile plan`: {', '.join(said.plan)}.", width)
    if said.codes:
        yield filled(f"Diagnostics: {', '.join(said.codes)} (telecompile explain CODE).", width)


def folders(named: str) -> str:
    """Folders of the output, as a text of `keys/*.toml` has them."""
    return "every folder:" if named == "*" else ", ".join(f"{one}/" for one in named.split(", ")) + ":"


def _listed(keys: Sequence[Key], width: int) -> str:
    rows = []
    for key in keys:
        head = f"  {key.name.removeprefix('[].')}"
        note = " (former)" if key.former else " (other releases)" if key.foreign else ""
        rows.append(filled(f"{head}{note}: {meaning(key)}", width, "      "))
    return "\n".join(rows)
