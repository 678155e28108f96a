"""What there is to know of the mapping CSV, which has columns in place of keys and so no schema.

The texts stand in `keys/pxe_mapping_file.toml`; which columns a header must have is the reader's own list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ..config.former import NODES
from ..loading.csv_header import REQUIRED
from .filling import filled

SCHEMALESS = NODES.rpartition(".")[0]
"""The file as it is called without its ending."""


@cache
def texts() -> Mapping[str, Any]:
    """What the file is for (``told``), and a table for each of its ``columns``."""
    import tomllib
    from importlib.resources import files

    found = tomllib.loads((files(__package__) / "keys" / f"{SCHEMALESS}.toml").read_text("utf-8"))
    return found | {"told": " ".join(found["told"].split())}


def column_names() -> tuple[str, ...]:
    """Every column, in the order of the header that messages propose."""
    return tuple(texts()["columns"])


def column_page(asked: str, width: int) -> str | None:
    """The page of a column, which may have the file and a colon before it; upper and lower case are equal."""
    head, colon, rest = asked.partition(":")
    name = (rest if colon and head in (NODES, SCHEMALESS) else asked).strip().upper()
    return _page(name, width) if name in column_names() else None


def mapping_page(width: int) -> str:
    """The page of the file: what it is for, and its columns."""
    rows = [
        filled(f"  {name} ({needed(name)}): {column['means']}", width, "      ")
        for name, column in texts()["columns"].items()
    ]
    return "\n\n".join([NODES, filled(texts()["told"], width), "Columns:", "\n".join(rows)]) + "\n"


def needed(name: str) -> str:
    """Whether the header must have the column."""
    return "required" if name in REQUIRED else "optional"


def effects_of(name: str) -> Iterator[str]:
    """What cells of the column change, in sentences."""
    column = texts()["columns"][name]
    changes = ", ".join(f"{folder}/" for folder in column.get("changes", ()))
    yield f"Changes in the output: {changes}." if changes else "Nothing of the output comes from it."
    if "note" in column:
        yield column["note"]


def _page(name: str, width: int) -> str:
    column = texts()["columns"][name]
    about = {"Type": f"column, {needed(name)}", "Allowed": column.get("allowed"), "Example": column["example"]}
    parts = [f"{name} ({NODES})", filled(column["means"], width)]
    parts.append("\n".join(filled(f"{what + ':':<10}{said}", width, " " * 12) for what, said in about.items() if said))
    parts.append(filled(" ".join(effects_of(name)), width))
    if "codes" in column:
        parts.append(filled(f"Diagnostics: {', '.join(column['codes'])} (telecompile explain CODE).", width))
    return "\n\n".join(parts) + "\n"
