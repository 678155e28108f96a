"""The compiler proper reads nothing, writes nothing, prints nothing and never exits."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.project.source import called, modules

# The rooms that touch the world.
MAY = {"cli", "commands", "output"}
CALLS = {
    "open",
    "print",
    "input",
    "exit",
    "quit",
    "sys.exit",
    "os.open",
    "os.makedirs",
    "os.mkdir",
    "os.replace",
    "os.unlink",
    "FileSystemBytecodeCache",
    "os.getenv",
    "os.listdir",
    "os.stat",
    "Path",
    "time.time",
}
ATTRIBUTES = {"os.environ", "sys.stdout", "sys.stderr", "sys.stdin", "sys.argv"}
IMPORTS = {"subprocess", "socket", "pathlib", "shutil", "tempfile", "random"}


def touches(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Everything in ``tree`` that reaches outside of the program."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in CALLS:
            yield node.lineno, called(node)
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and f"{node.value.id}.{node.attr}" in ATTRIBUTES
        ):
            yield node.lineno, f"{node.value.id}.{node.attr}"
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in IMPORTS)
        if isinstance(node, ast.ImportFrom) and not node.level and node.module in IMPORTS:
            yield node.lineno, str(node.module)


@pytest.mark.parametrize("name", sorted(name for name in modules() if name.partition(".")[0] not in MAY))
def test_only_commands_and_output_touch_the_world(name: str) -> None:
    found = [f"line {line}: {what}" for line, what in touches(modules()[name])]
    assert not found


def test_only_the_command_line_exits_and_prints() -> None:
    found = {
        (name, what)
        for name, tree in modules().items()
        for _, what in touches(tree)
        if what in ("print", "exit", "quit", "sys.exit")
    }
    assert {name for name, _ in found} == {"cli"}
