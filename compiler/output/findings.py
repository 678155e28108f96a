"""What a build has to say about single files of the output directory, in the user's words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..diagnostics.diagnostic import Diagnostic
from .paths import JOURNAL

Verdict = Literal["rewritten", "kept", "adopted", "foreign", "blocked"]


class Finding(NamedTuple):
    """Why one file is special.

    - "rewritten": owned and needed, but changed by hand
    - "kept": owned and no longer needed, but changed by hand
    - "adopted": needed and foreign, taken over since the user said so
    - "foreign": needed and foreign, an error
    - "blocked": what stands there or above it may not be replaced, an error; ``detail`` says what

    ``same`` says of a foreign file that it has the needed bytes already.
    """

    verdict: Verdict
    path: str
    detail: str = ""
    same: bool = False

    @property
    def refuses(self) -> bool:
        """Whether nothing may be written because of it."""
        return self.verdict in ("foreign", "blocked")


def diagnostics_of(findings: tuple[Finding, ...], unfinished: bool) -> tuple[Diagnostic, ...]:
    """Give the diagnostics of all findings in their order; an adopted file needs none."""
    said = [_diagnostic(one) for one in findings if one.verdict != "adopted"]
    if unfinished:
        summary = "a former build did not finish; the next one that runs to its end finishes it"
        said.append(Diagnostic("output-unfinished", "note", summary, JOURNAL))
    return tuple(said)


def difference(one: Finding) -> str:
    """Give the line of `--check`."""
    said = {
        "rewritten": "changed by hand",
        "kept": "changed by hand",
        "adopted": "would adopt",
        "foreign": "held by a foreign file",
        "blocked": "cannot write",
    }
    return f"{said[one.verdict]} {one.path}"


def _diagnostic(one: Finding) -> Diagnostic:
    path = one.path
    if one.verdict == "rewritten":
        summary = f"{path} was changed by hand; a build writes it anew"
        advice = "make the change in the input files, or in a kustomization outside the output directory"
        return Diagnostic("output-hand-edited", "warning", summary, path, help=advice)
    if one.verdict == "kept":
        summary = f"{path} is no longer needed, but was changed by hand; a build leaves it where it is"
        advice = "remove it when you do not need it; later builds take it for a foreign file"
        return Diagnostic("output-stale-kept", "warning", summary, path, help=advice)
    if one.verdict == "foreign" and one.same:
        summary = f"{path} is needed, but telecompile did not write it; its bytes are the needed ones"
        advice = "pass --adopt to take it over as it is"
        return Diagnostic("output-foreign-file", "error", summary, path, help=advice)
    if one.verdict == "foreign":
        summary = f"{path} is needed, but holds a file telecompile did not write"
        advice = "move it away, or pass --adopt to replace it"
        return Diagnostic("output-foreign-file", "error", summary, path, help=advice)
    summary = f"{path} cannot be written: {one.detail}"
    return Diagnostic("output-unusable", "error", summary, path, help="move what stands there away")
