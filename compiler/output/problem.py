"""Why the output could not be read or written: exit status 4, never a traceback."""

from __future__ import annotations

import errno
import os

_HELP = {
    errno.EACCES: "check who owns the folder and whether you may write there",
    errno.EPERM: "check who owns the folder and whether you may write there",
    errno.EROFS: "choose an output directory on a file system that can be written",
    errno.ENOSPC: "free some space and build again; the next build finishes this one",
    errno.EDQUOT: "free some of your quota and build again; the next build finishes this one",
    errno.ENOTDIR: "move away what stands in the place of the folder",
    errno.EEXIST: "move away what stands in the place of the folder",
}


class OutputProblem(Exception):
    """The output directory does not let a build go on.

    ``code`` is the code of a diagnostic (``output-lock``, ``output-unusable``, ``output-busy``),
    ``message`` one line, ``help`` what to do (may be empty), ``path`` what it is about, with the output
    directory as the user gave it.
    """

    def __init__(self, code: str, message: str, help: str, path: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.path = path


def refused_by_system(error: OSError, action: str, path: str) -> OutputProblem:
    """Say in plain words that the operating system refused ``action`` ("write", "remove") on ``path``."""
    reason = os.strerror(error.errno).lower() if error.errno else str(error)
    advice = _HELP.get(error.errno or 0, "")
    return OutputProblem("output-unusable", f"cannot {action} {path}: {reason}", advice, path)
