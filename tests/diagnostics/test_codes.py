"""The table of codes: what the compiler says is in it, and what is in it is said somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from telecompile.diagnostics.codes import CODES

ROOT = Path(__file__).resolve().parents[2]
BY_TESTS_OF_COMMANDS = {
    "input-directory",  # a case always has a directory
    "file-too-large",  # 4 MiB have no place in a repository
    "output-foreign-file",
    "output-hand-edited",
    "output-stale-kept",
    "output-unfinished",
    "output-lock",
    "output-busy",
    "output-unusable",
    "loses-data",
    "cannot-apply",
}
"""Codes without a golden case: tests/commands and tests/output have them."""


def texts() -> Iterator[str]:
    """Every text in the compiler's code."""
    for path in sorted((ROOT / "compiler").rglob("*.py")):
        if path.name != "codes.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def told_in_golden() -> set[tuple[str, str]]:
    """Severity and code of everything that a golden case is told."""
    return {
        (severity, code)
        for path in (ROOT / "golden").glob("*/diagnostics.txt")
        for severity, code in re.findall(
            r"^(error|warning|note)\[([a-z0-9-]+)\]", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }


def test_codes_are_kebab_case_and_told_in_a_sentence() -> None:
    for code, (_, told) in CODES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code), code
        assert re.fullmatch(r"[A-Z].*\.", told), code


def test_every_code_is_used_somewhere() -> None:
    assert set(CODES) - set(texts()) == set()


def test_every_code_of_an_input_has_a_failing_or_warned_golden_case() -> None:
    told = {code for _, code in told_in_golden()}
    assert told <= set(CODES)
    assert set(CODES) - told - BY_TESTS_OF_COMMANDS == set()


def test_a_code_has_the_severity_of_the_table_unless_it_is_allowed() -> None:
    told = {(severity, code) for severity, code in told_in_golden() if severity != CODES[code].severity}
    assert {severity for severity, _ in told} <= {"note"}
    assert {CODES[code].severity for _, code in told} <= {"warning"}
