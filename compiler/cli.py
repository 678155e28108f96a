"""The command line. Nothing else exits."""

from __future__ import annotations

import sys

from . import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

BUG, USAGE, INTERRUPTED, CLOSED = 70, 2, 130, 141


def main() -> None:
    """The entry point `telecompile`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit status."""
    if list(arguments) == ["--version"]:
        print(f"telecompile {__version__}")
        return 0
    try:
        return _dispatch(_parser().parse_args(arguments))
    except SystemExit as asked:
        # argparse exits by itself, after its help and after a mistake on the command line.
        return asked.code if isinstance(asked.code, int) else USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; without this Python would complain once more at its end.
        sys.stdout = None
        return CLOSED
    except Exception as bug:  # noqa: BLE001 - whatever is left is our bug, and must not be a traceback
        print(f"telecompile: {_where(bug)}", file=sys.stderr)
        print("This is a bug in telecompile, not in your input. Please report it with the line above.", file=sys.stderr)
        return BUG


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
        return _build(asked)
    from .commands.show import show

    return show(asked.command, asked.input, form=asked.format, strict=asked.strict)


def _build(asked: argparse.Namespace) -> int:
    from .commands.build import Request, build
    from .commands.console import Console
    from .commands.toolchain import toolchain

    if asked.prune and not asked.fleet:
        print("telecompile build: --prune goes with --fleet", file=sys.stderr)
        return USAGE
    request = Request(
        asked.input, asked.output, toolchain(), Console(strict=asked.strict), check=asked.check, adopt=asked.adopt
    )
    if not asked.fleet:
        return build(request)
    from .commands.fleet import build_fleet

    return build_fleet(request, prune=asked.prune)
