"""The command line. Nothing else exits."""

from __future__ import annotations

import contextlib
import gc
import os
import sys

from . import __version__
from .commands.plugins import switch_off

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OUTPUT_FAILED, BUG, INTERRUPTED, CLOSED = 4, 70, 130, 141


def main() -> None:
    """The entry point `telecompile`."""
    # A build makes next to no cycles: looking for them as often as Python does costs a twentieth of its time, and
    # once more at the end, among everything that is still in use, an eighth.
    gc.set_threshold(100_000)
    switch_off()
    # A stream that is closed is None, and nothing below asks for that.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    status = run(sys.argv[1:])
    gc.freeze()
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit status."""
    try:
        status = _carry_out(arguments)
        # What is still to be printed may fail as well.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough of it.
        _silence()
        return CLOSED
    except OSError as failure:
        _silence()
        what = failure.filename or "the output could not be written"
        print(f"telecompile: {what}: {failure.strerror or failure}", file=sys.stderr)
        return OUTPUT_FAILED
    except Exception as bug:  # noqa: BLE001 - whatever is left is our bug, and must not be a traceback
        print(f"telecompile: {_where(bug)}", file=sys.stderr)
        print("This is a bug in telecompile, not in your input. Please report it with the line above.", file=sys.stderr)
        return BUG
    return status


def _carry_out(arguments: Sequence[str]) -> int:
    match arguments:
        case ["--version"]:
            print(f"telecompile {__version__}")
            return 0
        case ["build", input_dir, "-o", out] if not input_dir.startswith("-") and not out.startswith("-"):
            # The everyday line: argparse would take a sixth of the time of a build that changes nothing.
            from .commands.build import Request, build
            from .commands.console import Console
            from .commands.toolchain import toolchain

            return build(Request(input_dir, out, toolchain(), Console()))
        case ["validate", input_dir] if not input_dir.startswith("-"):
            # Of a validation it is a twentieth.
            from .commands.validate import validate

            return validate(input_dir, form="text", strict=False)
    from .commands.arguments import carry_out

    return carry_out(arguments)


def _silence() -> None:
    """Send the rest of the output nowhere: at its end Python would try once more, and complain."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _where(bug: Exception) -> str:
    """What went wrong and where, in one line: a traceback helps nobody who has not written the program."""
    import traceback

    frame = traceback.extract_tb(bug.__traceback__)[-1]
    place = f"{'/'.join(frame.filename.split('/')[-2:])}:{frame.lineno}"
    said = " ".join(str(bug).split())[:200]
    return f"internal error {type(bug).__name__} at {place} ({__version__}): {said}"
