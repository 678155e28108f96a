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
    import argparse
    from collections.abc import Sequence

USAGE, OUTPUT_FAILED, BUG, INTERRUPTED, CLOSED = 2, 4, 70, 130, 141


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
            return _build(input_dir, out)
        case ["validate", input_dir] if not input_dir.startswith("-"):
            # Of a validation it is a twentieth.
            return _validate(input_dir)
    try:
        asked = _parser().parse_args(arguments)
    except SystemExit as over:
        # argparse exits by itself, after its help and after a mistake on the command line.
        return over.code if isinstance(over.code, int) else USAGE
    return _dispatch(asked)


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


def _parser() -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog="telecompile",
        description="Compile telemetry_config.yml, telemetry_storage_config.yml and software_config.json "
        "into Kubernetes manifests.",
        epilog="Exit status: 0 done; 1 the input is wrong; 2 the command line is wrong; 3 --check found a difference; "
        "4 the output could not be read or written; 70 a bug in telecompile.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"telecompile {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_build(commands)
    for name, told in (
        ("validate", "tell what is wrong with an input directory"),
        ("plan", "print what will exist, why, and what it adds up to"),
        ("images", "print the images to mirror"),
        ("secrets", "print the Secrets to create, their keys and who uses them"),
        ("requirements", "print what the cluster must have: operators, CRDs, storage, load balancer"),
    ):
        command = commands.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.", allow_abbrev=False)
        command.add_argument("input", metavar="INPUT", help="directory with the input files")
        command.add_argument(
            "--format", choices=("text", "json"), default="text", help="for people or for programs (default: text)"
        )
        command.add_argument("--strict", action="store_true", help="count warnings as errors")
    return parser


def _add_build(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    told = "compile an input directory and write the manifests"
    build = commands.add_parser("build", help=told, description=f"{told[0].upper()}{told[1:]}.", allow_abbrev=False)
    build.add_argument(
        "input", metavar="INPUT", help="directory with the input files; with --fleet, with one such directory a cluster"
    )
    build.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="directory to write; with --fleet, one in it a cluster"
    )
    build.add_argument(
        "--check",
        action="store_true",
        help="write nothing; tell whether OUT is what would be written (status 3 if not)",
    )
    build.add_argument("--strict", action="store_true", help="count warnings as errors")
    build.add_argument(
        "--adopt", action="store_true", help="take over files at needed paths that telecompile did not write"
    )
    build.add_argument("--fleet", action="store_true", help="build every cluster below INPUT")
    build.add_argument(
        "--prune", action="store_true", help="with --fleet: remove what was built of clusters that are gone"
    )


def _dispatch(asked: argparse.Namespace) -> int:
    if asked.command == "build":
        return _build(
            asked.input,
            asked.output,
            check=asked.check,
            strict=asked.strict,
            adopt=asked.adopt,
            fleet=asked.fleet,
            prune=asked.prune,
        )
    if asked.command == "validate":
        return _validate(asked.input, form=asked.format, strict=asked.strict)
    from .commands.show import show

    return show(asked.command, asked.input, form=asked.format, strict=asked.strict)


def _validate(input_dir: str, *, form: str = "text", strict: bool = False) -> int:
    from .commands.validate import validate

    return validate(input_dir, form=form, strict=strict)


def _build(
    input_dir: str,
    out: str,
    *,
    check: bool = False,
    strict: bool = False,
    adopt: bool = False,
    fleet: bool = False,
    prune: bool = False,
) -> int:
    from .commands.build import Request, build
    from .commands.console import Console
    from .commands.toolchain import toolchain

    if prune and not fleet:
        print("telecompile build: --prune goes with --fleet", file=sys.stderr)
        return USAGE
    request = Request(input_dir, out, toolchain(), Console(strict=strict), check=check, adopt=adopt)
    if not fleet:
        return build(request)
    from .commands.fleet import build_fleet

    return build_fleet(request, prune=prune)
