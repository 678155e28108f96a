"""What is written in two places says the same in both."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator

from telecompile.commands.inputs import INPUT_FILES
from telecompile.config.former import FILES
from telecompile.diagnostics.codes import CODES
from tests.project.source import COMPILER, ROOT, called, modules


def test_the_names_of_the_input_files() -> None:
    # An unchanged build knows them without importing the configuration.
    assert INPUT_FILES == FILES


def test_every_package_is_installed() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent.relative_to(COMPILER).parts for path in COMPILER.rglob("__init__.py")}
    expected = {".".join(("telecompile", *parts)) for parts in folders} | {"telecompile.manifests_templates"}
    assert sorted(settings["tool"]["setuptools"]["packages"]) == sorted(expected)


def test_every_module_is_in_a_package() -> None:
    lost = [path for path in COMPILER.rglob("*.py") if not (path.parent / "__init__.py").exists()]
    assert not lost


def _takes_code() -> dict[str, int]:
    """The callables of the package with a parameter or field named ``code``, and its position."""
    found: dict[str, int] = {}
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [one.arg for one in node.args.args]
                if "code" in names:
                    method = names[0] in ("self", "cls")
                    found[node.name] = names.index("code") - method
            if isinstance(node, ast.ClassDef):
                fields = [
                    one.target.id
                    for one in node.body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                ]
                inits = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
                names = [one.arg for one in inits[0].args.args[1:]] if inits else fields
                if "code" in names:
                    found[node.name] = names.index("code")
    found.pop("__init__", None)
    return found


def _given() -> Iterator[tuple[str, str]]:
    """Every code that stands as text in a call that takes one, and where."""
    positions = _takes_code()
    for name, tree in modules().items():
        if name == "diagnostics.codes":
            continue  # the table itself
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (position := positions.get(called(node).rpartition(".")[2])) is not None:
                written = [one.value for one in node.keywords if one.arg == "code"] or node.args[
                    position : position + 1
                ]
                for code in (leaf for one in written for leaf in _leaves(one)):
                    yield code, f"{name}:{node.lineno}"


def _leaves(written: ast.expr) -> Iterator[str]:
    """The texts that an argument may be: itself, or both sides of an `if`."""
    if isinstance(written, ast.IfExp):
        yield from (*_leaves(written.body), *_leaves(written.orelse))
    elif isinstance(written, ast.Constant) and isinstance(written.value, str):
        yield written.value


def test_every_code_that_is_given_is_in_the_table() -> None:
    given = list(_given())
    assert len(given) > 50, "the reader of calls does not see them"
    unknown = sorted((code, place) for code, place in given if code not in CODES)
    assert not unknown


def test_every_code_of_the_table_is_given() -> None:
    texts = {
        node.value
        for name, tree in modules().items()
        if name != "diagnostics.codes"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not sorted(CODES.keys() - texts)


def test_codes_are_in_kebab_case() -> None:
    assert not [code for code in CODES if not all(part.isalnum() and part == part.lower() for part in code.split("-"))]
