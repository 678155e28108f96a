"""The shortest way through an unchanged build: fingerprints only.

It imports nothing but `json`, `hashlib` and `os` (`typing` alone costs 4 ms), and whatever looks odd makes it
answer "not unchanged", so that the full build finds out and tells.
"""

from __future__ import annotations

import json
import os
import time

from .hashing import digest, read_regular
from .paths import JOURNAL, LOCK, LOCK_VERSION, STATE_BESIDE, flaw
from .problem import OutputProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from ..diagnostics.diagnostic import Diagnostic

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


class Unchanged:
    """An output directory that already is what a build would make it.

    ``files`` counts its files without the lock, ``diagnostics`` are those the build that wrote them gave.
    """

    __slots__ = ("diagnostics", "files")

    def __init__(self, files: int, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.files = files
        self.diagnostics = diagnostics


def unchanged(
    input_dir: str,
    out_dir: str,
    *,
    input_names: Collection[str],
    telecompile: str,
    toolchain: Mapping[str, str],
    options: Mapping[str, str],
) -> Unchanged | None:
    """Say whether a build with these versions and options would change nothing; None when it must be run.

    ``input_names`` are all names an input file may have. Never raises for what is on disk.
    """
    try:
        record: dict[str, Any] = json.loads(read_regular(os.path.join(out_dir, LOCK)))
        key = (record["lock_version"], record["telecompile"], record["toolchain"], record["options"])
        if key != (LOCK_VERSION, telecompile, toolchain, options) or record["inputs"].keys() != set(input_names):
            return None
        if _expired(record["fresh_until"]) or not _inputs_match(input_dir, record):
            return None
        if not _outputs_match(out_dir, record["outputs"]):
            return None
        return Unchanged(len(record["outputs"]), _diagnostics(record) if record["diagnostics"] else ())
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError, OutputProblem):
        return None


def _expired(fresh_until: int | None) -> bool:
    return fresh_until is not None and time.time() >= fresh_until


def _inputs_match(input_dir: str, record: dict[str, Any]) -> bool:
    for section in ("inputs", "referenced"):
        for name, recorded in record[section].items():
            if _fingerprint(os.path.join(input_dir, name)) != recorded:
                return False
    return True


def _fingerprint(path: str) -> str | None:
    try:
        return digest(read_regular(path, links=True))
    except FileNotFoundError:
        return None


def _outputs_match(out_dir: str, outputs: dict[str, str]) -> bool:
    """Compare every output file, each reached folder by folder so that none is behind a link."""
    folders = {"": os.open(out_dir, _FOLDER)}
    try:
        if _exists(JOURNAL, folders[""]) or _exists(STATE_BESIDE, folders[""]):
            return False
        for path, recorded in outputs.items():
            folder, _, name = path.rpartition("/")
            if flaw(path) or digest(read_regular(name, _open(folder, folders))) != recorded:
                return False
        return True
    finally:
        for descriptor in folders.values():
            os.close(descriptor)


def _open(folder: str, folders: dict[str, int]) -> int:
    if folder not in folders:
        parent, _, name = folder.rpartition("/")
        folders[folder] = os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=_open(parent, folders))
    return folders[folder]


def _exists(name: str, folder: int) -> bool:
    try:
        os.lstat(name, dir_fd=folder)
    except FileNotFoundError:
        return False
    return True


def _diagnostics(record: dict[str, Any]) -> tuple[Diagnostic, ...]:
    from .lock import read_diagnostics  # only a build with diagnostics pays for these imports
    from .record import Record

    return read_diagnostics(Record(LOCK, record))
