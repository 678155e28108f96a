"""YAML with the place of every value, read as the provisioning tool reads it."""

from __future__ import annotations

import re

from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic, Related
from .document import Loaded
from .text import EXAMPLE, Source, decode
from .tree import Halt, Tree
from .yaml_events import EventWalk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .yaml_indents import Problem

# What YAML 1.1 does not call printable, and the byte order mark, which no editor shows.
# Said the other way round, by what is printable, it takes 4 ms to compile.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def load_yaml(name: str, data: bytes) -> Loaded:
    """Read one YAML 1.1 document into what PyYAML's SafeLoader would make of it.

    Where a value is an alias, its place is that of the alias, and the places below it are
    where they are written. Of two equal keys the first wins and the second is reported.
    After a syntax error the document holds what stands on the lines before it and is not
    complete; a file of more than `tree.MAX_NODES` values gives no document.
    """
    text, refused = decode(name, data)
    if text is None:
        return Loaded(None, refused)
    source = Source(name, text)
    hidden = _UNPRINTABLE.search(text)
    if hidden:
        return _before(source, _hidden(hidden))
    tree = Tree(source)
    walk = EventWalk(tree, text)
    try:
        error = walk.run()
    except Halt as halt:
        tree.found.append(halt.diagnostic)
        return tree.loaded(complete=False)
    if error:
        # Imported here, and below: few texts have a syntax error.
        from .yaml_problems import explain

        return _before(source, explain(source, error, walk.long_quote))
    loaded = tree.loaded()
    if loaded.document or loaded.diagnostics:
        return loaded
    summary = f"{name} holds no key"
    return Loaded(None, (Diagnostic("empty-file", "error", summary, name, START_OF_FILE, EXAMPLE.format(name)),))


def _before(source: Source, problem: Problem) -> Loaded:
    """The syntax error, and what stands on the lines before it.

    They are read once more by themselves: the parser looks ahead, so that an error costs
    it the value before, and the value that it was reading may be none that anyone meant.
    """
    tree = Tree(source)
    try:
        EventWalk(tree, source.content[: source.line_start(problem.start)], cut=True).run()
    except Halt as halt:
        tree.found.append(halt.diagnostic)
    place = (problem.start, problem.end)
    related = tuple(Related(source.name, source.span(one.start, one.end), one.message) for one in problem.related)
    tree.found.append(source.error("yaml-syntax", place, problem.summary, problem.help, related))
    return tree.loaded(complete=False)


def _hidden(found: re.Match[str]) -> Problem:
    from .yaml_indents import Problem

    summary = f"the file holds the invisible character U+{ord(found[0]):04X}"
    return Problem(found.start(), found.end(), summary, "remove it")
