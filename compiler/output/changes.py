"""What one build is going to do to the output directory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .findings import Finding, Verdict, adoption, diagnostics_of, difference
from .paths import LOCK

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic
    from .lock import Lock


class Changes(NamedTuple):
    """Every step from the output directory ``out`` to what the build wants; paths are relative to it.

    ``writes`` has the new bytes by path. ``removals`` are owned files no longer needed; they go last, or
    first where a file turns into a folder or a folder into a file (``removals_first``). ``folders`` may be
    empty after it, the deepest come first. ``leftovers`` are half-written files of a dead build.
    ``journal`` and ``lock`` are bytes to write, None where none need be; ``unfinished`` says that a build
    died. ``findings`` tell why single files are special. ``former`` is the lock of the last build that
    finished.
    """

    out: str
    writes: Mapping[str, bytes]
    removals: tuple[str, ...]
    removals_first: bool
    folders: tuple[str, ...]
    leftovers: tuple[str, ...]
    journal: bytes | None
    lock: bytes | None
    unfinished: bool
    findings: tuple[Finding, ...]
    former: Lock | None

    @property
    def clean(self) -> bool:
        """Whether the output directory already is what the build would make it."""
        return not (self.writes or self.removals or self.lock or self.unfinished or self.findings)

    @property
    def refused(self) -> bool:
        """Whether a finding is an error, so that nothing may be applied."""
        return any(one.refuses for one in self.findings)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the user is told; each ``file`` is relative to the output directory."""
        return diagnostics_of(self.findings, locked=self.former is not None, unfinished=self.unfinished)

    def paths(self, verdict: Verdict) -> tuple[str, ...]:
        """Give the files with this verdict."""
        return tuple(one.path for one in self.findings if one.verdict == verdict)

    def adoptions(self) -> tuple[str, ...]:
        """Say which foreign files are taken over, one line a file."""
        return tuple(adoption(one) for one in self.findings if one.verdict == "adopted")

    def differences(self) -> tuple[str, ...]:
        """Say what `--check` prints, one line a file; none when ``clean``."""
        found = {one.path for one in self.findings}
        lines = ["unfinished build"] if self.unfinished else []
        lines += [difference(one) for one in self.findings]
        lines += [f"would write {path}" for path in self.writes if path not in found]
        lines += [f"would remove {path}" for path in self.removals]
        return (*lines, f"would write {LOCK}") if self.lock else tuple(lines)
