"""What builds that did not finish may have left behind, and what the last finished one owns.

The journal, `telecompile.lock.next`, is written before a build changes anything and removed when its lock
stands. It lists every fingerprint that this build, the last finished one and all dead ones in between gave
to a file, so that however many builds die in a row, the next one tells its own files from those of others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .lock import Lock, read_lock
from .paths import JOURNAL, LOCK, LOCK_VERSION, STATE_BESIDE
from .problem import OutputProblem
from .record import Record, encode

if TYPE_CHECKING:
    from .view import View


class Former(NamedTuple):
    """The state former builds left.

    ``data`` and ``lock``: bytes and content of the lock, None without one. ``owned``: the fingerprints each
    file may have without anyone having edited it. ``adopted``: fingerprints of foreign files a dead build
    was allowed to take over and may not have come to. ``unfinished``: a build died.
    """

    data: bytes | None
    lock: Lock | None
    owned: Mapping[str, frozenset[str]]
    adopted: Mapping[str, str]
    unfinished: bool


def read_former(view: View) -> Former:
    """Read lock and journal. Raises `OutputProblem` (``output-lock``) when one is not to be believed."""
    data = _state_file(view, LOCK)
    lock = None if data is None else read_lock(data, view.full(LOCK))
    journal = _state_file(view, JOURNAL)
    owned, adopted = ({}, {}) if journal is None else _read_journal(journal, view.full(JOURNAL))
    if lock is not None:
        _own(owned, lock.outputs)
    unfinished = journal is not None or view.kind(STATE_BESIDE) == "file"
    return Former(data, lock, owned, adopted, unfinished)


def write_journal(former: Former, wanted: Mapping[str, str], adopted: Mapping[str, str]) -> bytes:
    """Give the journal of a build that wants the fingerprints ``wanted`` and takes over foreign ``adopted``."""
    owned = dict(former.owned)
    _own(owned, wanted)
    return encode(
        {
            "lock_version": LOCK_VERSION,
            "owned": {path: sorted(digests) for path, digests in owned.items()},
            "adopted": {**former.adopted, **adopted},
        }
    )


def _state_file(view: View, name: str) -> bytes | None:
    kind = view.kind(name)
    if kind == "absent":
        return None
    if kind != "file":
        path = view.full(name)
        raise OutputProblem("output-lock", f"{path} is a {kind}, not a file", "move it away", path)
    return view.read(name)


def _read_journal(data: bytes, name: str) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    record = Record.decode(name, data)
    return record.owned_by_many("owned"), record.owned("adopted")


def _own(owned: dict[str, frozenset[str]], digests: Mapping[str, str]) -> None:
    for path, one in digests.items():
        owned[path] = owned.get(path, frozenset()) | {one}
