"""The reference of all keys of the input files, as a page for a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..config.former import NODES, STORAGE
from ..schema.document import FILES, File, sentences
from .columns import effects_of, needed, texts
from .effects import effect
from .keys import folders, kind, meaning, written
from .known import Key, known_keys

_ABOUT = """\
Every key of the input files, from the models that read them. `telecompile explain KEY` prints the same of one key, in
the terminal; [editors.md](editors.md) says how an editor shows it while you type. `[]` stands for each element of a
list, `*` for a name that you choose. Codes are explained in [diagnostics](diagnostics/README.md).

The mapping CSV has columns in place of keys; they stand last."""
_HEAD = "| key | type | default | meaning | what it changes in the output |\n|---|---|---|---|---|"
_COLUMNS = "| column | header | meaning | what it changes in the output |\n|---|---|---|---|"
# The blocks of the storage file are alike; the first shows what all of them take.
_BLOCK = re.compile(r"(?<=.)\.(?:requests|limits)(?:\..+)?$")
_SHOWN = ("victoria_cluster_storage.vmstorage", "csm_metrics_powerscale_storage")


def reference() -> str:
    """The page in Markdown."""
    return (
        "\n\n".join(
            ["# The input files, key by key", _ABOUT, *(part for file in FILES for part in _of_file(file)), *_mapping()]
        )
        + "\n"
    )


def _mapping() -> Iterator[str]:
    yield f"## `{NODES}`"
    yield texts()["told"]
    rows = []
    for name, column in texts()["columns"].items():
        codes = ", ".join(f"`{code}`" for code in column.get("codes", ()))
        said = " ".join([*effects_of(name), *([f"Codes: {codes}."] if codes else [])])
        allowed = " ".join([column["means"], *([column["allowed"]] if "allowed" in column else [])])
        rows.append(f"| {' | '.join(map(_cell, (f'`{name}`', needed(name), allowed, said)))} |")
    yield "\n".join([_COLUMNS, *rows])


def _of_file(file: File) -> Iterator[str]:
    keys = [key for key in known_keys() if key.file == file.name]
    yield f"## `{file.name}`"
    yield file.told
    if file.name == STORAGE:
        yield "`requests` and `limits` are shown once; every block has the same."
    present = [key for key in keys if not key.former and not key.foreign and not _is_repeated(key)]
    yield "\n".join([_HEAD, *map(_row, present)])
    others = [key for key in keys if key.former or key.foreign]
    if others:
        yield "Keys of the former layout, which are refused, and of other releases, which have no effect:"
        yield "\n".join(["| key | |\n|---|---|", *(f"| `{key.path}` | {_cell(meaning(key))} |" for key in others)])


def _is_repeated(key: Key) -> bool:
    return key.file == STORAGE and bool(_BLOCK.search(key.path)) and not key.path.startswith(_SHOWN)


def _row(key: Key) -> str:
    default = key.node.get("default")
    cells = [
        f"`{key.path}`",
        kind(key),
        "" if default is None else f"`{written(default)}`",
        " ".join([meaning(key), *sentences(key.node)]),
        _changes(key),
    ]
    return f"| {' | '.join(map(_cell, cells))} |"


def _changes(key: Key) -> str:
    said = effect(key.file, key.path)
    if said is None or (key.below and not _has_own(key)):
        return ""
    parts = [f"{folders(named)} {text}" for named, text in said.changes.items()]
    parts += [said.note] if said.note else []
    parts += [f"Codes: {', '.join(f'`{code}`' for code in said.codes)}."] if said.codes else []
    return " ".join(parts)


def _has_own(key: Key) -> bool:
    """Whether the text about the key is not one of a section above it."""
    return effect(key.file, key.path) is not effect(key.file, key.path.rpartition(".")[0])


def _cell(text: str) -> str:
    # A bar ends a cell, in code too, and <word> would be taken for HTML.
    return text.replace("|", "\\|").replace("<", "&lt;")
