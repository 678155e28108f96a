"""`telecompile build`: compile one directory and bring the result to disk."""

from __future__ import annotations

import time
from functools import cache

from .. import __version__
from ..output.problem import OutputProblem
from ..output.unchanged import unchanged
from .console import DIFFERENT, DONE, INPUT_WRONG, OUTPUT_FAILED, Console, bad_input, problem
from .inputs import INPUT_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import BytecodeCache

    from ..diagnostics.diagnostic import Diagnostic


class Request:
    """What the command line asks for."""

    __slots__ = ("adopt", "check", "console", "input", "out", "toolchain")

    def __init__(
        self,
        input_dir: str,
        out: str,
        toolchain: Mapping[str, str],
        console: Console,
        *,
        check: bool = False,
        adopt: bool = False,
    ) -> None:
        self.input, self.out, self.toolchain = input_dir, out, toolchain
        self.console, self.check, self.adopt = console, check, adopt


def build(request: Request) -> int:
    """Compile and write, or with ``check`` only tell what would be written."""
    found = unchanged(
        request.input,
        request.out,
        input_names=INPUT_FILES,
        telecompile=__version__,
        toolchain=request.toolchain,
        options={},
    )
    if found is not None:
        return _repeat(request, found.diagnostics, found.files)
    return _compile(request)


def _repeat(request: Request, diagnostics: tuple[Diagnostic, ...], files: int) -> int:
    """Nothing changed: say again what the build said that wrote it."""
    if diagnostics:
        from ..diagnostics.diagnostic import located
        from .inputs import read_directory

        request.console.show(
            located(diagnostics, request.input), _by_path(request.input, read_directory(request.input))
        )
    if request.console.stops(diagnostics):
        return INPUT_WRONG
    request.console.say(f"{request.out}: unchanged, {files} files")
    return DONE


def _by_path(directory: str, contents: Mapping[str, bytes | str]) -> dict[str, bytes | str]:
    from ..diagnostics.diagnostic import joined

    return {joined(directory, name): content for name, content in contents.items()}


def _compile(request: Request) -> int:
    from ..diagnostics.diagnostic import located
    from ..pipeline import compile_input
    from .inputs import directory_problem, read_directory, read_referenced

    console, contents = request.console, read_directory(request.input)
    why = directory_problem(request.input, contents)
    if why is not None:
        console.show([bad_input(request.input, why)], {})
        return INPUT_WRONG
    compilation = compile_input(
        contents,
        lambda path: read_referenced(request.input, path),
        templates=lambda: _template_cache(request.toolchain["code"]),
        now=int(time.time()),
    )
    shown = located(compilation.diagnostics, request.input)
    texts = _by_path(request.input, contents)
    if compilation.plan is None or console.stops(shown):
        console.show(shown, texts)
        return INPUT_WRONG
    try:
        return _write(request, compilation, contents, shown, texts)
    except OutputProblem as failure:
        console.show([*shown, problem(failure)], texts)
        return OUTPUT_FAILED


@cache
def _template_cache(code: str) -> BytecodeCache:
    """One for all directories of a fleet; another code makes other texts of the same templates."""
    from ..output.template_cache import TemplateCache

    return TemplateCache(__package__.partition(".")[0], code)


def _write(request, compilation, contents, shown, texts) -> int:  # type: ignore[no-untyped-def] # see below
    from ..diagnostics.diagnostic import located
    from ..output.apply import apply, hold
    from ..output.ownership import examine
    from ..output.tree import tree_of
    from ..output.verdicts import judged
    from .report import advise, locked, placed, summary

    console = request.console
    tree = tree_of(compilation.manifests, compilation.node_files)
    lock = locked(compilation, contents, request.toolchain)
    with hold(request.out, writing=not request.check):
        changes = examine(request.out, tree, lock, adopt=request.adopt)
        verdicts = judged(changes.former.plan, lock.plan) if changes.former is not None else ()
        said = placed(verdicts, compilation.files.documents)
        everything = [*shown, *located(said, request.input), *located(changes.diagnostics, request.out)]
        console.show(everything, texts)
        if changes.refused:
            return OUTPUT_FAILED
        if request.check:
            for line in changes.differences():
                console.say(f"{request.out}: {line}")
            return DONE if changes.clean else DIFFERENT
        if console.stops(everything):
            return INPUT_WRONG
        # Said before it is done: a build that dies in between would never say it again.
        for line in changes.adoptions():
            console.say(f"{request.out}: {line}")
        if changes.former is not None:
            advise(console, request.out, changes.former.objects, lock.objects)
        apply(changes)
    console.say(summary(request.out, len(tree), changes))
    return DONE
