"""The schema of each input file, as it is published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..config.base import Section
from ..config.former import FORMER_KEYS, OPTIONS, OTHER_RELEASES, SOFTWARE, STORAGE, TELEMETRY
from ..config.options import Options
from ..config.software import FunctionalGroup, SoftwareConfig
from ..config.storage import StorageConfig
from ..config.telemetry import TelemetryConfig
from .marks import CHOSEN, TOLD
from .shape import Node, section

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class File(NamedTuple):
    """An input file that has a schema.

    ``identity`` is a UUID of version 5 (of "telecompile schema NAME" among OIDs): a name that needs no registered
    host, and stays the same as long as the file does.
    """

    name: str
    model: type[Section]
    identity: str
    told: str

    @property
    def schema(self) -> str:
        """What its schema is called on the command line."""
        return self.name.rpartition(".")[0]


FILES: tuple[File, ...] = (
    File(
        TELEMETRY,
        TelemetryConfig,
        "20dd68d1-9c4c-50ac-809c-450aaa0624b1",
        "Which sources are collected, which bridges move their data, and how the sinks keep it.",
    ),
    File(
        STORAGE,
        StorageConfig,
        "b35f4db0-253e-533c-8186-c75c9291dfc6",
        "Replicas, CPU, memory and buffer volumes of the components.",
    ),
    File(
        SOFTWARE,
        SoftwareConfig,
        "94272e89-f35b-5333-828d-caee5b232460",
        "Which packages are prepared for which architectures and roles; an object, or a list of functional groups.",
    ),
    File(
        OPTIONS,
        Options,
        "0df21b4a-b76a-5090-a8dc-7b32754d4191",
        "How to render. The file and each of its keys are optional.",
    ),
)
BY_SCHEMA: Mapping[str, File] = {file.schema: file for file in FILES}


def document(file: File) -> Node:
    """The JSON Schema (2020-12) of a file."""
    head: Node = {"$schema": DIALECT, "$id": f"urn:uuid:{file.identity}", "title": file.name, "description": file.told}
    return head | _published(tree(file), "")


def tree(file: File) -> Node:
    """What the file may hold, before it is made ready for editors."""
    found = _with_former_keys(file, _with_other_releases(file, section(file.model)))
    if file.model is not SoftwareConfig:
        # A file without a value is an empty one, which telecompile.yml alone may be.
        return found | {"type": ["object", "null"]} if file.model is Options else found
    groups = {"type": "array", "items": section(FunctionalGroup)}
    # Only the form that is meant is compared, so that a mistake is told as one of that form.
    return {"type": ["object", "array"], "if": {"type": "array"}, "then": groups, "else": found}


def _with_other_releases(file: File, node: Node) -> Node:
    for other in OTHER_RELEASES:
        if other.file == file.name:
            why = f"A key of other releases; it is accepted and has no effect here: {other.why}."
            node = _with_key(node, other.path, {"description": why, "deprecated": True, "deprecationMessage": why})
    return node


def _with_former_keys(file: File, node: Node) -> Node:
    if file.name != TELEMETRY:
        return node
    for path, now in FORMER_KEYS.items():
        told = f"The key {'.'.join(path)} belongs to the former flat layout: write {now} instead."
        node = _with_key(node, path, _refused(told))
    return node


def _refused(told: str) -> Node:
    """Refuses every value: any but an empty one by its type, for which editors have our words."""
    return {
        "type": "null",
        "not": {"type": "null"},
        "description": told,
        "errorMessage": told,
        "doNotSuggest": True,
    }


def _with_key(node: Node, path: tuple[str, ...], value: Node) -> Node:
    name, *rest = path
    properties = node["properties"]
    inner = _with_key(properties[name], tuple(rest), value) if rest else {"title": name.replace("_", " "), **value}
    return node | {"properties": properties | {name: inner}}


def _published(node: Node, path: str) -> Node:
    """A node with what it says in keywords told in its description, and with where to read more."""
    from shlex import quote  # a shell takes stars and brackets for patterns of file names

    found = {keyword: value for keyword, value in node.items() if keyword not in (TOLD, CHOSEN)}
    if node.get("description") and "not" not in node:
        told = " ".join([node["description"], *sentences(node)])
        found["description"] = told
        if not node.get("deprecated"):
            found["markdownDescription"] = f"{told}\n\n`telecompile explain {quote(path)}`"
    for keyword in ("then", "else", "items", "additionalProperties"):
        if isinstance(found.get(keyword), dict):
            found[keyword] = _published(found[keyword], path if keyword in ("then", "else") else below(path, keyword))
    if "properties" in found:
        found["properties"] = {
            name: _published(one, f"{path}.{name}" if path else name) for name, one in found["properties"].items()
        }
    return found


def below(path: str, keyword: str) -> str:
    """The path of an element of a list, or of a value whose key the user chooses."""
    return f"{path}[]" if keyword == "items" else f"{path}.*"


def sentences(node: Mapping[str, Any]) -> Iterator[str]:
    """What the keywords of a key say, for people."""
    yield from node.get(TOLD, ())
    items = node.get("items", {})
    if isinstance(items, dict):
        yield from (f"Each element: {one[0].lower()}{one[1:]}" for one in items.get(TOLD, ()))
    least, most = node.get("minimum"), node.get("maximum")
    if least is not None and most is not None:
        yield f"From {least} to {most}."
    elif least is not None:
        yield f"At least {least}."
    chosen = choices(node)
    if chosen:
        yield f"{'Always' if len(chosen) == 1 else 'One of'} {', '.join(chosen)}."
    allowed = choices(items) if isinstance(items, dict) else []
    if allowed:
        yield f"Each element is {'always' if len(allowed) == 1 else 'one of'} {', '.join(allowed)}."


def choices(node: Mapping[str, Any]) -> list[str]:
    """The values that a key takes, where they can be listed."""
    return [one for one in node.get("enum", ()) if one is not None]


def as_json(node: Any) -> str:
    """A schema as its file holds it."""
    from json import dumps

    return dumps(node, indent=2, ensure_ascii=False) + "\n"
