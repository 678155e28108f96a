"""What a case expects, beside what stands in its folder."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Iterator, Mapping

from tests.golden.cases import (
    ABSENT,
    ARGUMENTS,
    CHANGES,
    DIAGNOSTICS,
    EXPECTED,
    INPUT,
    PASSES,
    PLAN,
    Case,
    files_below,
    put,
)
from tests.golden.compiled import Compiled

DEFAULT = "default"
"""The case that all others are compared with."""
SAME = "The output is that of the default input.\n"
SHOWN_LINES = 60


def expectation(case: Case, found: Compiled, default: Compiled) -> dict[str, bytes]:
    """The files that the case's folder must hold besides its input, by path in it."""
    if not found.passed:
        return {DIAGNOSTICS: found.said().encode()}
    # Notes of what is not rendered yet come in nearly every case, so only the cases that show everything show them.
    said = found.said()
    files = {PLAN: found.plan_text().encode()} | ({DIAGNOSTICS: said.encode()} if said else {})
    if case.whole_folder:
        files |= {f"{EXPECTED}/{path}": data for path, data in found.tree.items()}
    if case.name == DEFAULT:
        return files
    return files | {CHANGES: (changes(default.output(), found.output()) or SAME).encode()}


def problems(case: Case, wanted: Mapping[str, bytes]) -> Iterator[str]:
    """Where the folder is not what *wanted* says."""
    standing = _standing(case)
    for path in sorted(wanted.keys() | standing.keys()):
        if path not in standing:
            yield f"{path} is missing"
        elif path not in wanted:
            yield f"{path} is not expected"
        elif standing[path] != wanted[path]:
            yield f"{path} differs:\n{_shown(standing[path], wanted[path])}"


def rewrite(case: Case, wanted: Mapping[str, bytes]) -> None:
    """Make the folder what *wanted* says; its input stays."""
    for path in _standing(case).keys() - wanted.keys():
        (case.folder / path).unlink()
    if case.whole_folder and not any(path.startswith(f"{EXPECTED}/") for path in wanted):
        shutil.rmtree(case.folder / EXPECTED)
    put(case.folder, dict(wanted))


def changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    """The unified diff of two outputs, file by file in order of their paths.

    A file that is gone is named and not shown: it stands among the default's, and reviewers need not read it again.
    """
    parts = (
        _diff(before.get(path), after[path], f"a/{path}", f"b/{path}") if path in after else f"removed: {path}\n"
        for path in sorted(before.keys() | after.keys())
    )
    return "".join(parts)


def _diff(before: bytes | None, after: bytes, old: str, new: str) -> str:
    lines = difflib.unified_diff(
        _lines(before),
        _lines(after),
        "/dev/null" if before is None else old,
        new,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(data: bytes | None) -> list[str]:
    # Not splitlines(): what a YAML string holds may break lines elsewhere too.
    text = (data or b"").decode()
    return [f"{line}\n" for line in text.split("\n")[:-1]] + (
        [text.rpartition("\n")[2]] if not text.endswith("\n") and text else []
    )


def _shown(standing: bytes, wanted: bytes) -> str:
    lines = _diff(standing, wanted, "as it stands", "as it is now").splitlines()
    return "\n".join([*lines[:SHOWN_LINES], *(["..."] if len(lines) > SHOWN_LINES else [])])


def _standing(case: Case) -> dict[str, bytes]:
    found = files_below(case.folder)
    return {
        path: data
        for path, data in found.items()
        if not path.startswith((f"{INPUT}/", f"{PASSES}/")) and path not in (ABSENT, ARGUMENTS)
    }
