"""What goes when files or a whole output disappear: the user's `kubectl delete` lines, and files on disk.

No manifest tool does that by itself here: what holds data carries annotations that forbid it, and
`kubectl apply -k` removes nothing.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..kube.objects import HOLDS_DATA
from . import disk
from .apply import apply, hold
from .lock import Lock, RenderedObject
from .ownership import examine
from .paths import LOCK
from .problem import OutputProblem

_CLAIMS = ("PersistentVolumeClaim", "Namespace")


class RemovalAdvice(NamedTuple):
    """`kubectl delete` lines, in the order in which they may be run.

    - ``free``: nothing is lost
    - ``topics``: the messages go with the topic. They come before the broker, whose operator removes them
    - ``stopped``: data stands behind the object, and its claims stay
    - ``claims``: the data itself goes, or everything in the namespace with its claims
    """

    free: tuple[str, ...]
    topics: tuple[str, ...]
    stopped: tuple[str, ...]
    claims: tuple[str, ...]


def removal_advice(former: Mapping[str, RenderedObject], new: Mapping[str, RenderedObject]) -> RemovalAdvice:
    """Advise on the objects of ``former`` that are not in ``new``, both by output path.

    An object that only moved to another file, or to another version of its API, is still there.
    """
    still = {_identity(one) for one in new.values()}
    gone = {_identity(one): one for one in former.values() if _identity(one) not in still}
    ordered = sorted(gone.values(), key=_order)
    return RemovalAdvice(
        free=_lines(one for one in ordered if not one.data),
        topics=_lines(one for one in ordered if one.data and one.kind == "KafkaTopic"),
        stopped=_lines(one for one in ordered if one.data and one.kind not in ("KafkaTopic", *_CLAIMS)),
        claims=_lines(one for one in ordered if one.data and one.kind in _CLAIMS),
    )


def _lines(objects: Iterable[RenderedObject]) -> tuple[str, ...]:
    return tuple(_delete(one) for one in objects)


def _identity(one: RenderedObject) -> tuple[str, str, str, str]:
    group, slash, _ = one.api_version.rpartition("/")
    return group if slash else "", one.kind, one.namespace, one.name


def _order(one: RenderedObject) -> tuple[int, str, str, str]:
    rank = HOLDS_DATA.index(one.kind) if one.kind in HOLDS_DATA else -1
    return rank, one.kind, one.namespace, one.name


def _delete(one: RenderedObject) -> str:
    """One command; with version and group kubectl finds the right one of two kinds with one name."""
    group, slash, version = one.api_version.rpartition("/")
    resource = f"{one.kind.lower()}.{version}.{group}" if slash else one.kind.lower()
    words = ["kubectl", "delete", f"{resource}/{one.name}"]
    if one.namespace:
        words += ["-n", one.namespace]
    return shlex.join(words)


def remove_output(out: str, announce: Callable[[Mapping[str, RenderedObject]], None]) -> tuple[int, tuple[str, ...]]:
    """Take back everything former builds wrote to ``out``: how many files went, and the paths of all that stays.

    Files changed by hand and foreign ones stay; so does ``out`` while it holds one. The lock goes last, so that
    one that died is begun anew. ``announce`` is told the objects in it before anything goes. Raises `OutputProblem`.
    """
    nothing = Lock("", {}, {}, {}, {}, {}, {}, (), {})
    with hold(out, writing=True):
        changes = examine(out, {}, nothing)._replace(lock=None)
        if changes.refused:
            raise OutputProblem("output-unusable", changes.diagnostics[0].summary, changes.diagnostics[0].help, out)
        if changes.former is not None:
            announce(changes.former.objects)
        apply(changes)
        disk.remove(os.path.join(out, LOCK))
        left = tuple(sorted(_files(out)))
        disk.remove_folder_if_empty(out)
    return len(changes.removals), left


def _files(out: str) -> Iterator[str]:
    for folder, folders, names in os.walk(out):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in (*names, *links):
            yield os.path.relpath(os.path.join(folder, name), out)
