"""The examples of the pages of codes, laid over the example input and compiled."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from telecompile.commands.console import lines_of
from telecompile.commands.inputs import read_directory, read_referenced
from telecompile.diagnostics.diagnostic import Diagnostic, joined, located
from telecompile.diagnostics.text import render
from telecompile.explain.book import Example
from telecompile.pipeline import Compilation, Until, compile_input
from tools.overlay import laid_over, less

INPUT = Path(__file__).resolve().parent.parent / "input"
NOW = 1_767_225_600
"""When the examples are compiled: 2026-01-01 00:00 UTC, so that what is said of a certificate stays the same."""


class Said(NamedTuple):
    """What came of compiling an example, and what `validate input` prints for it."""

    compilation: Compilation
    diagnostics: tuple[Diagnostic, ...]
    printed: str


def compiled(example: Example, until: Until = Until.RULES) -> Said:
    """Compile the example input with ``example`` laid over it, as if it stood in `input`."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file, content in files(example).items():
            (directory / file).parent.mkdir(parents=True, exist_ok=True)
            (directory / file).write_bytes(content)
        contents = read_directory(name)
        compilation = compile_input(contents, lambda path: read_referenced(name, path), until=until, now=NOW)
    texts = {joined("input", file): content for file, content in contents.items()}
    diagnostics = located(compilation.diagnostics, "input")
    return Said(compilation, diagnostics, render(diagnostics, lines_of(texts)))


def files(example: Example) -> dict[str, bytes]:
    """Every file of the example input, with ``example`` laid over it."""
    found = {path.name: path.read_bytes() for path in sorted(INPUT.iterdir()) if path.is_file()}
    for name in example.absent:
        del found[name]
    for name, _, section in (one.partition(":") for one in example.without):
        found[name] = less(name, found[name].decode(), section).encode()
    for name, text in example.texts.items():
        former = found[name].decode() if name in found else None
        found[name] = _laid(name, text, former, example).encode(example.encoding)
    return found


def _laid(name: str, text: str, former: str | None, example: Example) -> str:
    if former is None or name in example.whole:
        return text
    return former + text if name in example.added else laid_over(name, former, text, example.anew)
