"""The five files to models, each with its mistakes; nothing here looks from one file into another."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from ..diagnostics.diagnostic import Diagnostic
from ..loading.csv_file import load_csv
from ..loading.document import NOWHERE, Document, Loaded
from ..loading.json_file import load_json
from ..loading.yaml_file import load_yaml
from .base import Section
from .fields import Items
from .former import FILES, NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from .nodes import Node, read_nodes
from .options import Options
from .sections import Judged, judge
from .software import FunctionalGroup, SoftwareConfig
from .storage import StorageConfig
from .telemetry import TelemetryConfig

NEEDED = (TELEMETRY, STORAGE, SOFTWARE)
Content = bytes | str
"""The bytes of a file, or why it could not be read, in plain words."""
Model = TypeVar("Model", bound=Section)


class Groups(Section):
    """The array form of the software file, under a key of our own."""

    groups: Items[FunctionalGroup]


class Read(NamedTuple):
    """What the files say. ``nodes`` is None without a mapping CSV.

    ``groups`` are those of the array form, when all are right; ``right_groups`` those that are, by their index.
    """

    telemetry: Judged[TelemetryConfig]
    storage: Judged[StorageConfig]
    software: Judged[SoftwareConfig]
    groups: tuple[FunctionalGroup, ...] | None
    nodes: tuple[Node, ...] | None
    options: Judged[Options]
    documents: Mapping[str, Document]
    diagnostics: tuple[Diagnostic, ...]
    right_groups: Mapping[int, FunctionalGroup] = {}


_LOADERS: dict[str, Callable[[str, bytes], Loaded]] = {
    TELEMETRY: load_yaml,
    STORAGE: load_yaml,
    SOFTWARE: load_json,
    NODES: load_csv,
    OPTIONS: load_yaml,
}


def read(contents: Mapping[str, Content]) -> Read:
    """Load and validate every file; an optional file that is absent has its defaults."""
    documents: dict[str, Document] = {}
    texts: dict[str, str] = {}
    found: list[Diagnostic] = []
    found += _not_read(contents)
    for name in FILES:
        loaded = _load(name, contents)
        if name == OPTIONS and [one.code for one in loaded.diagnostics] == ["empty-file"]:
            continue  # every key is optional, so is having any
        found += loaded.diagnostics
        if loaded.document is not None:
            documents[name] = loaded.document
            content = contents[name]
            texts[name] = content.decode("utf-8-sig", "replace") if isinstance(content, bytes) else ""
    telemetry = _judge(TELEMETRY, documents, texts, TelemetryConfig)
    storage = _judge(STORAGE, documents, texts, StorageConfig)
    software, groups, right_groups = _software(documents, texts)
    if OPTIONS in documents or any(one.file == OPTIONS for one in found):
        options = _judge(OPTIONS, documents, texts, Options)
    else:
        options = Judged(Options(), frozenset(), ())
    nodes, wrong_nodes = _nodes(documents, contents)
    for one in (telemetry, storage, software, options):
        found += one.diagnostics
    told = (*found, *wrong_nodes)
    return Read(telemetry, storage, software, groups, nodes, options, documents, told, right_groups)


def _not_read(contents: Mapping[str, Content]) -> Iterator[Diagnostic]:
    """A file with another ending is easily taken for one that is read."""
    for name in contents:
        if name in FILES:
            continue
        stem = name.rpartition(".")[0].lower()
        meant = next((one for one in FILES if one.startswith(f"{stem}.")), None)
        # One that is needed is told as missing, and what to rename with it.
        if meant is not None and meant not in contents and meant not in NEEDED:
            yield Diagnostic("unread-file", "warning", f"{name} is not read", name, None, f"rename it to {meant}")


def _load(name: str, contents: Mapping[str, Content]) -> Loaded:
    content = contents.get(name)
    if content is None:
        if name not in NEEDED:
            return Loaded(None, ())
        summary = f"{name} is missing"
        help_ = f"put it there; `telecompile init NEW_DIRECTORY` writes a complete {name}"
        near = sorted(one for one in contents if one.rpartition(".")[0].lower() == name.rpartition(".")[0])
        if near:
            help_ = f"rename {near[0]} to {name}"
        return Loaded(None, (Diagnostic("missing-file", "error", summary, name, None, help_),))
    if isinstance(content, str):
        help_ = "put a file there that you may read"
        return Loaded(
            None, (Diagnostic("unreadable-file", "error", f"{name} cannot be read: {content}", name, None, help_),)
        )
    return _LOADERS[name](name, content)


def _judge(name: str, documents: Mapping[str, Document], texts: Mapping[str, str], model: type[Model]) -> Judged[Model]:
    if name not in documents:
        return Judged(None, frozenset(model.model_fields), ())
    return judge(name, documents[name], texts[name], model)


def _software(
    documents: Mapping[str, Document], texts: Mapping[str, str]
) -> tuple[Judged[SoftwareConfig], tuple[FunctionalGroup, ...] | None, Mapping[int, FunctionalGroup]]:
    document = documents.get(SOFTWARE)
    if document is None or not isinstance(document.value, list):
        return _judge(SOFTWARE, documents, texts, SoftwareConfig), None, {}
    # The array has no key to stand under, so it gets one for the time of its validation.
    below = Document({"groups": document.value}, NOWHERE._replace(value=document.root.value), document.complete)
    below = below._replace(root=below.root._replace(children={"groups": document.root}))
    judged = judge(SOFTWARE, below, texts[SOFTWARE], Groups, own_keys=1)
    groups = judged.value.groups if judged.value is not None and judged.holds("groups") else None
    every = frozenset(SoftwareConfig.model_fields)
    right = dict(enumerate(groups)) if groups is not None else _right(document.value)
    return Judged(None, every, judged.diagnostics), groups, right


def _right(elements: list[object]) -> dict[int, FunctionalGroup]:
    """The elements of a wrong array that are right by themselves."""
    from pydantic import ValidationError

    found = {}
    for index, one in enumerate(elements):
        try:
            found[index] = Groups.model_validate({"groups": [one]}).groups[0]
        except ValidationError:
            continue  # told already
    return found


def _nodes(
    documents: Mapping[str, Document], contents: Mapping[str, Content]
) -> tuple[tuple[Node, ...] | None, tuple[Diagnostic, ...]]:
    document = documents.get(NODES)
    if document is None:
        return (() if NODES in contents else None), ()
    return read_nodes(document)
