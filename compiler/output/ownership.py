"""Decides what a build does to the output directory, without doing it.

A file is *owned* when the lock or the journal lists it, and *unmodified* when it has a fingerprint listed
there. Everything else in the output directory is foreign and never touched, except what `--adopt` allows.
"""

from __future__ import annotations

from collections.abc import Mapping

from .changes import Changes
from .findings import Finding
from .hashing import digest
from .journal import Former, read_former, write_journal
from .lock import Lock, write_lock
from .paths import STATE_BESIDE, beside, flaw, folders_of
from .problem import OutputProblem
from .view import View


def examine(out: str, tree: Mapping[str, bytes], lock: Lock, *, adopt: bool = False) -> Changes:
    """Compare the output directory ``out`` with the files ``tree`` the build wants there, and decide.

    ``lock`` is what `telecompile.lock` shall say; its ``outputs`` are filled in from ``tree``. With ``adopt``
    foreign files at needed paths are taken over. Raises `OutputProblem` when lock or journal are not to be
    believed or something cannot be read, and ValueError for a ``tree`` no build should want.
    """
    _require_sound(tree)
    view = View(out)
    former = read_former(view)
    wanted = {path: digest(data) for path, data in tree.items()}
    ground = _Ground(view, former, wanted)
    needed = [ground.needed(path, adopt) for path in sorted(tree)]
    findings = [one for one in (*needed, *ground.stale, ground.state()) if one is not None]
    return _changes(ground, tree, lock, tuple(findings))


class _Ground:
    """The output directory as this build finds it, and what it may clear away there."""

    def __init__(self, view: View, former: Former, wanted: Mapping[str, str]) -> None:
        self.view = view
        self.former = former
        self.wanted = wanted
        self.writes: list[str] = []
        self.removals: list[str] = []
        stale = sorted(former.owned.keys() - wanted.keys())
        self.stale = [self._stale(path) for path in stale]
        emptied = folders_of(stale) - folders_of(wanted)
        self.folders = {folder for folder in emptied if view.kind(folder) == "folder"}
        self.leftovers = self._leftovers()

    def needed(self, path: str, adopt: bool) -> Finding | None:
        """Judge a path the build wants; remember it when it must be written."""
        if blocked := self._blocked(path):
            return Finding("blocked", path, blocked)
        if self.view.kind(path) != "file":
            self.writes.append(path)
            return None
        found = self.view.digest(path)
        finding = self._judge(path, found, adopt)
        if found != self.wanted[path] and not (finding and finding.refuses):
            self.writes.append(path)
        return finding

    def state(self) -> Finding | None:
        """Judge the place where lock and journal are written before they are renamed."""
        kind = self.view.kind(STATE_BESIDE)
        return None if kind in ("absent", "file") else Finding("blocked", STATE_BESIDE, f"it is a {kind}")

    def _judge(self, path: str, found: str, adopt: bool) -> Finding | None:
        known = self.former.owned.get(path, frozenset())
        same = found == self.wanted[path]
        if found in known or found == self.former.adopted.get(path) or (known and same):
            return None
        if known:
            return Finding("rewritten", path)
        return Finding("adopted" if adopt else "foreign", path, same=same)

    def _stale(self, path: str) -> Finding | None:
        obstacle = self.view.obstacle(path)
        if obstacle and self.view.kind(obstacle) == "link":
            link = self.view.full(obstacle)
            message = f"the lock lists {path}, but {link} is a link and may lead elsewhere"
            raise OutputProblem("output-lock", message, "put a folder in the place of the link", link)
        kind = self.view.kind(path)
        if kind in ("absent", "folder"):
            return None
        found = self.view.digest(path) if kind == "file" else ""
        if found and found == self.former.adopted.get(path):
            return None  # a dead build was allowed to take it over but did not come to it: foreign still
        if found not in self.former.owned[path]:
            return Finding("kept", path)
        self.removals.append(path)
        return None

    def _leftovers(self) -> set[str]:
        if not self.former.unfinished:
            return set()
        candidates = {beside(path) for path in self.former.owned} | {STATE_BESIDE}
        return {path for path in candidates if self.view.kind(path) == "file"}

    def _blocked(self, path: str) -> str:
        """Why nothing can be written to ``path`` whoever allows it, "" when it can."""
        obstacle = self.view.obstacle(path)
        if obstacle and obstacle not in self.removals:
            return f"{obstacle} is a {self.view.kind(obstacle)}, not a folder"
        kind = self.view.kind(path)
        if kind == "folder" and not self._goes_away(path):
            return "it is a folder that holds other files"
        if kind in ("link", "special file"):
            return f"it is a {kind}"
        aside = beside(path)
        if self.view.kind(aside) != "absent" and aside not in self.leftovers:
            return f"{aside} stands where its new bytes are prepared"
        return ""

    def _goes_away(self, folder: str) -> bool:
        """Whether nothing is in ``folder`` but what this build removes."""
        if folder not in self.folders:
            return False
        gone = self.leftovers.union(self.removals)
        entries = self.view.entries(folder)
        return all(path in gone or self._goes_away(path) for path in entries)


def _changes(ground: _Ground, tree: Mapping[str, bytes], lock: Lock, findings: tuple[Finding, ...]) -> Changes:
    former = ground.former
    data = write_lock(lock._replace(outputs=ground.wanted))
    adopted = {one.path: ground.view.digest(one.path) for one in findings if one.verdict == "adopted"}
    touched = bool(ground.writes or ground.removals)
    needs_room = any(ground.view.kind(path) == "folder" for path in tree)
    return Changes(
        out=ground.view.out,
        writes={path: tree[path] for path in ground.writes},
        removals=tuple(ground.removals),
        removals_first=needs_room or not folders_of(tree).isdisjoint(ground.removals),
        folders=tuple(sorted(ground.folders, key=lambda folder: (-folder.count("/"), folder))),
        leftovers=tuple(sorted(ground.leftovers)),
        journal=write_journal(former, ground.wanted, adopted) if touched else None,
        lock=None if data == former.data else data,
        unfinished=former.unfinished,
        findings=findings,
        former=former.lock,
    )


def _require_sound(tree: Mapping[str, bytes]) -> None:
    for path in tree:
        if reason := flaw(path):
            raise ValueError(f"output path {path!r} {reason}")
    if both := folders_of(tree) & tree.keys():
        raise ValueError(f"output paths are files and folders at once: {sorted(both)}")
