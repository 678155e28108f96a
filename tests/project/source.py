"""The source files of telecompile, read and never imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COMPILER = ROOT / "compiler"


class Import(NamedTuple):
    """``module`` imports ``target``; both are dotted and begin below the package ("plan.images")."""

    module: str
    target: str
    line: int

    def __str__(self) -> str:
        """Where to look."""
        return f"compiler/{self.module.replace('.', '/')}.py:{self.line} imports {self.target or 'the package itself'}"


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its dotted name below the package; a package has the name of its folder."""
    found = {}
    for path in sorted(COMPILER.rglob("*.py")):
        parts = path.relative_to(COMPILER).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def imports() -> Iterator[Import]:
    """Every import of one module of the package by another, inside functions too."""
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = _base(name, node.level)
                base += node.module.split(".") if node.module else []
                for alias in node.names:
                    inner = ".".join([*base, alias.name])
                    yield Import(name, inner if inner in modules() else ".".join(base), node.lineno)


def _base(name: str, level: int) -> list[str]:
    """The package that a relative import of ``level`` dots begins in."""
    parts = name.split(".") if name else []
    package = parts if (COMPILER / Path(*parts)).is_dir() else parts[:-1]
    return package[: len(package) - level + 1]


def called(node: ast.Call) -> str:
    """The name of what is called, dotted where it is an attribute of a name."""
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return f"{owner.id}.{node.func.attr}" if isinstance(owner, ast.Name) else node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""
