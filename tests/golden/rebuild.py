"""Builds and validates many input directories through the command line: run in a process of its own.

`python -m tests.golden.rebuild FOLDER...`: each FOLDER has an `input/`; gains `again/` and `validated.txt`.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys

from telecompile.cli import run


def main(folders: list[str]) -> None:
    """Stand in each folder as a user does, so that paths in messages are short."""
    for folder in folders:
        os.chdir(folder)
        said = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            run(["validate", "input"])
            told = said.getvalue()
            run(["build", "input", "-o", "again"])
        with open("validated.txt", "w", encoding="utf-8") as file:
            file.write(told)


if __name__ == "__main__":
    main(sys.argv[1:])
