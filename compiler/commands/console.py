"""Printing: results to standard output, diagnostics to standard error, and what the status becomes."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..diagnostics.diagnostic import Diagnostic
    from ..output.problem import OutputProblem

DONE, INPUT_WRONG, USAGE, DIFFERENT, OUTPUT_FAILED, BUG = 0, 1, 2, 3, 4, 70
"""Exit statuses (semantics.md, section 5)."""


class Console:
    """Where a command prints. ``strict`` makes warnings count as errors."""

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict

    def say(self, text: str) -> None:
        """One line of result."""
        sys.stdout.write(f"{text}\n")

    def show(self, diagnostics: Sequence[Diagnostic], contents: Mapping[str, bytes | str]) -> None:
        """Diagnostics whose files are full paths; ``contents`` has what of them can be shown."""
        if diagnostics:
            from ..diagnostics.text import render

            sys.stdout.flush()
            sys.stderr.write(render(diagnostics, _lines(contents), colour=_colour()))

    def stops(self, diagnostics: Iterable[Diagnostic]) -> bool:
        """Whether these diagnostics keep the command from its work."""
        stopping = ("error", "warning") if self.strict else ("error",)
        return any(one.severity in stopping for one in diagnostics)


def problem(found: OutputProblem) -> Diagnostic:
    """A failure of the disk as a diagnostic."""
    from ..diagnostics.diagnostic import Diagnostic

    return Diagnostic(found.code, "error", found.message, found.path, None, found.help)


def bad_input(directory: str, why: str) -> Diagnostic:
    """An input directory that cannot be read at all, as one diagnostic."""
    from ..diagnostics.diagnostic import Diagnostic

    help_ = "name the directory that holds telemetry_config.yml and the other files"
    return Diagnostic("input-directory", "error", f"{directory} cannot be compiled: {why}", directory, None, help_)


def _colour() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _lines(contents: Mapping[str, bytes | str]):  # type: ignore[no-untyped-def] # the type lives in a module this one must not import early
    from ..loading.text import LINE_BREAK

    def lines(file: str) -> Sequence[str]:
        content = contents.get(file)
        return LINE_BREAK.split(content.decode("utf-8-sig", "replace")) if isinstance(content, bytes) else ()

    return lines
