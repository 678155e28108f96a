"""`telecompile build --fleet`: one input directory a cluster, one output directory each."""

from __future__ import annotations

import os

from ..output.problem import OutputProblem
from .build import Request, build
from .console import DIFFERENT, DONE, INPUT_WRONG, OUTPUT_FAILED, bad_input, problem
from .inputs import INPUT_FILES, directory_problem
from .workers import each

LOCK = "telecompile.lock"
# A failure of the disk weighs more than a wrong input, that more than a difference.
_WEIGHT = (DONE, DIFFERENT, INPUT_WRONG, OUTPUT_FAILED)


def build_fleet(request: Request, *, prune: bool) -> int:
    """Build every cluster; a wrong one keeps no other from being written."""
    names = _clusters(request.input, request.out)
    if not names:
        why = directory_problem(request.input, {}) or f"no directory in it holds {INPUT_FILES[0]}"
        request.console.show([bad_input(request.input, why)], {})
        return INPUT_WRONG
    statuses = list(each(lambda name: build(_of(request, name)), names))
    removing = prune and not request.check
    stale = [name for name in _built(request.out) if not os.path.lexists(os.path.join(request.input, name))]
    statuses += [_remove(_of(request, name)) if removing else _report(request, name) for name in stale]
    status = max(statuses, key=_WEIGHT.index)
    good = sum(one == DONE for one in statuses[: len(names)])
    request.console.say(f"{good} of {len(names)} clusters are as they should be")
    return status


def _clusters(directory: str, out: str) -> list[str]:
    """Directories with an input file, and whatever stands for a cluster that was built: an emptied one is wrong."""
    built = set(_built(out))
    return [name for name in _entries(directory) if name in built or _holds_input(os.path.join(directory, name))]


def _holds_input(directory: str) -> bool:
    return any(os.path.lexists(os.path.join(directory, file)) for file in INPUT_FILES[:3])


def _built(out: str) -> list[str]:
    """Clusters that have an output directory."""
    return [name for name in _entries(out) if os.path.lexists(os.path.join(out, name, LOCK))]


def _entries(directory: str) -> list[str]:
    """What stands in a directory; what begins with a dot is no cluster."""
    try:
        return sorted(name for name in os.listdir(directory) if not name.startswith("."))
    except OSError:
        return []


def _of(request: Request, name: str) -> Request:
    return Request(
        os.path.join(request.input, name),
        os.path.join(request.out, name),
        request.toolchain,
        request.console,
        check=request.check,
        adopt=request.adopt,
    )


def _report(request: Request, name: str) -> int:
    path = os.path.join(request.out, name)
    request.console.say(f"{path}: its cluster has no input any more; --prune removes what was built of it")
    return DIFFERENT if request.check else DONE


def _remove(request: Request) -> int:
    """Remove what was built and not changed since; files of others stay."""
    from ..output.removal import remove_output
    from .report import advise

    try:
        removed, kept = remove_output(request.out, lambda objects: advise(request.console, request.out, objects, {}))
    except OutputProblem as failure:
        request.console.show([problem(failure)], {})
        return OUTPUT_FAILED
    left = f"; kept, since changed by hand or not ours: {', '.join(kept)}" if kept else ""
    request.console.say(f"{request.out}: its cluster has no input any more; {removed} files removed{left}")
    return DONE
