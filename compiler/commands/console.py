"""Printing: results to standard output, diagnostics to standard error, and what the status becomes."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TextIO

    from ..diagnostics.diagnostic import Diagnostic
    from ..output.problem import OutputProblem

DONE, INPUT_WRONG, USAGE, DIFFERENT, OUTPUT_FAILED, BUG = 0, 1, 2, 3, 4, 70
"""Exit statuses (semantics.md, section 5)."""
COLOURS = ("auto", "always", "never")
NARROWEST = 60
"""Columns of a source line that are shown on the narrowest terminal; less shows nothing of use."""


class Console:
    """Where a command prints. ``strict`` makes warnings count as errors; ``colour`` is one of `COLOURS`."""

    def __init__(self, *, strict: bool = False, colour: str = "auto") -> None:
        self.strict, self.colour = strict, colour

    def say(self, text: str) -> None:
        """One line of result."""
        self.put(f"{text}\n")

    def put(self, text: str) -> None:
        """A result, whatever the locale can write: a path may be no text in any."""
        if not text.isascii():
            encoding = sys.stdout.encoding or "utf-8"
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        sys.stdout.write(text)

    def show(self, diagnostics: Sequence[Diagnostic], contents: Mapping[str, bytes | str]) -> None:
        """Diagnostics whose files are full paths; ``contents`` has what of them can be shown."""
        if diagnostics:
            from ..diagnostics.text import WIDEST, render

            sys.stdout.flush()
            colour = coloured(self.colour, sys.stderr, os.environ)
            widest = _columns(sys.stderr) or WIDEST
            sys.stderr.write(render(diagnostics, lines_of(contents), colour=colour, widest=widest))

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
    named = directory or "''"
    return Diagnostic("input-directory", "error", f"{named} cannot be compiled: {why}", named, None, help_)


def coloured(choice: str, stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether to colour what goes to ``stream``, when ``choice`` of `COLOURS` is asked for.

    For ``auto`` in the order that CPython takes too: NO_COLOR (no-color.org: not empty), then FORCE_COLOR
    (force-color.org) and CLICOLOR_FORCE (bixense.com/clicolors), where 0 is as good as nothing, then TERM=dumb, then
    whether the stream is a terminal.
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return environment.get("TERM") != "dumb" and stream.isatty()


def lines_of(contents: Mapping[str, bytes | str]) -> Callable[[str], Sequence[str]]:
    """What can be shown of each file: its lines without secrets; none of a file that is not in ``contents``."""
    from functools import cache

    from ..diagnostics.masking import masked
    from ..loading.text import LINE_BREAK

    @cache
    def lines(file: str) -> Sequence[str]:
        content = contents.get(file)
        return LINE_BREAK.split(masked(content.decode("utf-8-sig", "replace"))) if isinstance(content, bytes) else ()

    return lines


def _columns(stream: TextIO) -> int | None:
    """How much of a source line fits beside its number on a terminal; None where there is none."""
    try:
        wide = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return None
    # The number of a line and the bar behind it take eight columns, of most files.
    return max(NARROWEST, wide - 8) if wide else None
