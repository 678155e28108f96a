"""`telecompile diff`: what a build would change, object by object, and nothing is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics.diagnostic import Diagnostic, joined, located
from ..output.apply import hold
from ..output.changes import Changes
from ..output.difference import Difference, differences, lock_differences
from ..output.difference_text import as_data, as_text, made_anew, totals
from ..output.ownership import examine
from ..output.paths import LOCK
from ..output.problem import OutputProblem
from ..output.tree import tree_of
from ..output.verdicts import judged
from ..pipeline import Compilation, Until
from .console import DIFFERENT, DONE, INPUT_WRONG, OUTPUT_FAILED, Console, problem
from .inputs import INPUT_FILES
from .report import locked, placed
from .validate import Checked, check, tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..output.lock import Lock


class Compared(NamedTuple):
    """What a build would do to ``out``: ``files`` it has then, ``lock`` it would write, each difference."""

    out: str
    changes: Changes
    files: int
    lock: Lock
    found: tuple[Difference, ...]
    said: tuple[Diagnostic, ...]


def diff(
    directory: str,
    out: str,
    toolchain: Mapping[str, str],
    *,
    form: str,
    strict: bool,
    adopt: bool,
    colour: str = "auto",
) -> int:
    """Compile ``directory``, compare with ``out``, print, and return the exit status."""
    console, checked = Console(strict=strict, colour=colour), check(directory, Until.OBJECTS)
    compilation = checked.compilation
    if compilation is None or compilation.plan is None or console.stops(checked.diagnostics):
        tell(console, checked, form)
        return INPUT_WRONG
    try:
        compared = _compare(directory, out, checked, compilation, toolchain, adopt=adopt)
    except OutputProblem as failure:
        tell(console, _with(checked, (problem(failure),)), form)
        return OUTPUT_FAILED
    everything = _with(checked, compared.said)
    if compared.changes.refused:
        tell(console, everything, form)
        return OUTPUT_FAILED
    if form == "json":
        _print_data(console, compared, everything)
    else:
        console.show(everything.diagnostics, everything.texts)
        _print_text(console, compared)
    return DONE if compared.changes.clean else DIFFERENT


def _with(checked: Checked, more: tuple[Diagnostic, ...]) -> Checked:
    return checked._replace(diagnostics=(*checked.diagnostics, *more))


def _compare(
    directory: str,
    out: str,
    checked: Checked,
    compilation: Compilation,
    toolchain: Mapping[str, str],
    *,
    adopt: bool,
) -> Compared:
    tree = tree_of(compilation.manifests, compilation.node_files)
    contents = {name: checked.texts.get(joined(directory, name)) for name in INPUT_FILES}
    lock = locked(compilation, {name: text for name, text in contents.items() if text is not None}, toolchain)
    with hold(out, writing=False):
        changes = examine(out, tree, lock, adopt=adopt)
        verdicts = judged(changes.former.plan, lock.plan) if changes.former is not None else ()
        # What is refused is told by its diagnostics, and nothing of it would be written.
        found = () if changes.refused else differences(changes, lock.objects, verdicts)
    said = (
        *located(placed(verdicts, compilation.files.documents), directory),
        *located(changes.diagnostics, out),
    )
    return Compared(out, changes, len(tree), lock, found, said)


def _print_text(console: Console, compared: Compared) -> None:
    out, changes, files, lock, found, _ = compared
    if changes.clean:
        console.say(f"{out}: no difference, {files} files")
        return
    if len(found) == files and all(one.what == "created" for one in found) and changes.former is None:
        console.put(made_anew(found))
        console.say(f"{out}: nothing is there yet; a build creates {files} files")
        return
    console.put(as_text(found))
    if changes.unfinished:
        console.say(f"{out}: a former build did not finish; the next one does")
    if not found and changes.lock is not None:
        recorded = ", ".join(lock_differences(changes.former, lock)) or "its form"
        console.say(f"changed  {LOCK}  {recorded}")
    console.say(f"{out}: {totals(found, files)}")


def _print_data(console: Console, compared: Compared, everything: Checked) -> None:
    from ..diagnostics.machine import as_json

    changes = compared.changes
    data = {
        "output": compared.out,
        "different": not changes.clean,
        "unfinished": changes.unfinished,
        "changes": as_data(compared.found),
        "lock": list(lock_differences(changes.former, compared.lock)) if changes.lock is not None else [],
        "diagnostics": json.loads(as_json(everything.diagnostics)),
    }
    console.put(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
