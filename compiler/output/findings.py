"""What a build has to say about single files of the output directory, in the user's words."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..diagnostics.diagnostic import Diagnostic
from .paths import JOURNAL, LOCK

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


def diagnostics_of(findings: tuple[Finding, ...], *, locked: bool, unfinished: bool) -> tuple[Diagnostic, ...]:
    """Give the diagnostics of all findings in their order; an adopted file needs none.

    Without a lock (``locked``) the foreign files that are as needed are one matter: the lock was lost.
    """
    same = [one for one in findings if one.verdict == "foreign" and one.same]
    lost = len(same) > 1 and not locked
    said = [_lost_lock(len(same))] if lost else []
    said += [_diagnostic(one) for one in findings if one.verdict != "adopted" and not (lost and one in same)]
    if unfinished:
        summary = "a former build did not finish; the next one that runs to its end finishes it"
        said.append(Diagnostic("output-unfinished", "note", summary, JOURNAL))
    return tuple(said)


def difference(one: Finding) -> str:
    """Give the line of `--check`."""
    said = {
        "rewritten": "changed by hand",
        "kept": "changed by hand",
        "adopted": "would adopt" if one.same else "would replace",
        "foreign": "held by a foreign file",
        "blocked": "cannot write",
    }
    return f"{said[one.verdict]} {one.path}"


def adoption(one: Finding) -> str:
    """Give the line that a build says before it takes over a file."""
    return f"adopts {one.path}, " + ("which is as needed" if one.same else "and replaces what it holds")


def _lost_lock(files: int) -> Diagnostic:
    summary = f"{LOCK} is missing; {files} files hold just what is needed"
    advice = "restore it from version control, or pass --adopt to take them over as they are"
    return Diagnostic("output-foreign-file", "error", summary, LOCK, help=advice)


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
