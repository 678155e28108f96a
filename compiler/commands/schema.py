"""`telecompile schema`: the JSON Schema of an input file, printed or written for editors."""

from __future__ import annotations

import os
import sys

from ..config.former import NODES
from ..diagnostics.diagnostic import Diagnostic
from ..loading.suggest import nearest
from ..output.disk import make_output, rename, write_new
from ..output.problem import OutputProblem
from ..schema.document import BY_SCHEMA, FILES, File, as_json, document
from .console import DONE, OUTPUT_FAILED, USAGE, Console, problem
from .inputs import Absent, read_file

_USE = """
telecompile schema NAME            prints one
telecompile schema -o DIRECTORY    writes all of them, as NAME.schema.json

An editor with a YAML language server takes one from a comment at the beginning of a file:
# yaml-language-server: $schema=DIRECTORY/NAME.schema.json
"""


def schema(name: str | None, directory: str | None, console: Console) -> int:
    """Print the schema ``name``, or write it or all of them into ``directory``; without either, list them."""
    if name is None and directory is None:
        width = max(len(one) for one in BY_SCHEMA)
        console.say("\n".join(f"{file.schema:<{width}}  {file.told}" for file in FILES))
        sys.stdout.write(_USE)
        return DONE
    # The file's own name is as good as that of its schema.
    file = next((one for one in FILES if name in (one.schema, one.name)), None)
    if name is not None and file is None:
        sys.stderr.write(f"telecompile schema: {_unknown(name)}\n")
        return USAGE
    chosen = FILES if file is None else (file,)
    if directory is None:
        console.put(as_json(document(chosen[0])))
        return DONE
    return _write(chosen, directory, console)


def _unknown(name: str) -> str:
    if name in (NODES, NODES.rpartition(".")[0]):
        return f"{NODES} is a table, and JSON Schema describes none; telecompile validate checks it"
    guess = nearest(name, BY_SCHEMA)
    meant = f"did you mean {guess}?" if guess else f"choose one of {', '.join(BY_SCHEMA)}"
    return f"there is no schema {name!r}; {meant}"


def _write(files: tuple[File, ...], directory: str, console: Console) -> int:
    texts = {os.path.join(directory, f"{file.schema}.schema.json"): (file, as_json(document(file))) for file in files}
    foreign = [_held(path) for path, (file, _) in texts.items() if not _may_write(path, file)]
    if foreign:
        console.show(foreign, {})
        return OUTPUT_FAILED
    try:
        make_output(directory)
        for path, (_, text) in texts.items():
            # Beside it first: whoever reads it meanwhile sees a whole file.
            beside = f"{path}.{os.getpid()}"
            write_new(beside, text.encode())
            rename(beside, path)
            console.say(path)
    except OutputProblem as found:
        console.show([problem(found)], {})
        return OUTPUT_FAILED
    return DONE


def _may_write(path: str, file: File) -> bool:
    """Whether nothing is there, or an older state of the same schema."""
    try:
        content = read_file(path)
    except Absent:
        return not os.path.lexists(path)
    return isinstance(content, bytes) and file.identity.encode() in content


def _held(path: str) -> Diagnostic:
    help_ = "choose another directory, or move it away; nothing was written"
    return Diagnostic("output-foreign-file", "error", f"{path} is there, and is not this schema", path, None, help_)
