"""The command line in full: every command, its options, and what carries it out.

A command is added by one function here that names its options, and one that calls its module;
that module is imported only then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from .. import __version__
from .console import COLOURS, USAGE

Commands = argparse._SubParsersAction  # argparse has no public name for it
_EXIT_STATUS = (
    "Exit status: 0 done; 1 the input is wrong; 2 the command line is wrong; 3 --check or diff found a difference; "
    "4 the output could not be read or written; 70 a bug in telecompile."
)


def carry_out(arguments: Sequence[str]) -> int:
    """Do what a command line asks for, and return the exit status."""
    try:
        asked = parser().parse_args(arguments)
    except SystemExit as over:
        # argparse exits by itself, after its help and after a mistake on the command line.
        return over.code if isinstance(over.code, int) else USAGE
    carry: Callable[[argparse.Namespace], int] = asked.carry_out
    return carry(asked)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    made = argparse.ArgumentParser(
        prog="telecompile",
        description="Compile telemetry_config.yml, telemetry_storage_config.yml and software_config.json "
        "into Kubernetes manifests.",
        epilog=_EXIT_STATUS,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"telecompile {__version__}")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_build(commands)
    _add_validate(commands)
    _add_diff(commands)
    for name, told in (
        ("plan", "print what will exist, why, and what it adds up to"),
        ("images", "print the images to mirror"),
        ("secrets", "print the Secrets to create, their keys and who uses them"),
        ("requirements", "print what the cluster must have: operators, CRDs, storage, load balancer"),
    ):
        _add_show(commands, name, told)
    _add_explain(commands)
    _add_init(commands)
    _add_schema(commands)
    _add_completion(commands)
    return made


def _add(commands: Commands[argparse.ArgumentParser], name: str, told: str) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=told, description=f"{told[0].upper()}{told[1:]}.", allow_abbrev=False)


def _takes_input(command: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    command.add_argument("input", metavar="INPUT", help="directory with the input files")
    command.add_argument("--format", choices=formats, default="text", help="form of what is printed (default: text)")
    command.add_argument("--strict", action="store_true", help="count warnings as errors")
    _takes_colour(command)


def _takes_colour(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--color", choices=COLOURS, default="auto", help="colour messages (default: auto, on a terminal only)"
    )


def _add_build(commands: Commands[argparse.ArgumentParser]) -> None:
    build = _add(commands, "build", "compile an input directory and write the manifests")
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
    _takes_colour(build)
    build.add_argument(
        "--adopt", action="store_true", help="take over files at needed paths that telecompile did not write"
    )
    build.add_argument("--fleet", action="store_true", help="build every cluster below INPUT")
    build.add_argument(
        "--prune", action="store_true", help="with --fleet: remove what was built of clusters that are gone"
    )
    build.set_defaults(carry_out=_build)


def _build(asked: argparse.Namespace) -> int:
    if asked.prune and not asked.fleet:
        sys.stderr.write("telecompile build: --prune goes with --fleet\n")
        return USAGE
    from .build import Request, build
    from .console import Console
    from .toolchain import toolchain

    console = Console(strict=asked.strict, colour=asked.color)
    request = Request(asked.input, asked.output, toolchain(), console, check=asked.check, adopt=asked.adopt)
    if not asked.fleet:
        return build(request)
    from .fleet import build_fleet

    return build_fleet(request, prune=asked.prune)


def _add_validate(commands: Commands[argparse.ArgumentParser]) -> None:
    validate = _add(commands, "validate", "tell what is wrong with an input directory")
    _takes_input(validate, ("text", "json", "sarif", "github"))
    validate.set_defaults(carry_out=_validate)


def _validate(asked: argparse.Namespace) -> int:
    from .validate import validate

    return validate(asked.input, form=asked.format, strict=asked.strict, colour=asked.color)


def _add_diff(commands: Commands[argparse.ArgumentParser]) -> None:
    diff = _add(commands, "diff", "tell what a build would change, object by object, and write nothing")
    _takes_input(diff, ("text", "json"))
    diff.add_argument("-o", "--output", metavar="OUT", required=True, help="directory that a build would write")
    diff.add_argument("--adopt", action="store_true", help="tell what build --adopt would change")
    diff.set_defaults(carry_out=_diff)


def _diff(asked: argparse.Namespace) -> int:
    from .diff import diff
    from .toolchain import toolchain

    return diff(
        asked.input,
        asked.output,
        toolchain(),
        form=asked.format,
        strict=asked.strict,
        adopt=asked.adopt,
        colour=asked.color,
    )


def _add_show(commands: Commands[argparse.ArgumentParser], name: str, told: str) -> None:
    show = _add(commands, name, told)
    _takes_input(show, ("text", "json", "yaml", "mermaid") if name == "plan" else ("text", "json"))
    show.set_defaults(carry_out=_show)


def _show(asked: argparse.Namespace) -> int:
    from .show import show

    return show(asked.command, asked.input, form=asked.format, strict=asked.strict, colour=asked.color)


def _add_explain(commands: Commands[argparse.ArgumentParser]) -> None:
    explain = _add(commands, "explain", "tell all about a code or a key")
    explain.add_argument(
        "asked",
        metavar="CODE|KEY",
        nargs="*",
        help="a code such as unknown-key, a line pasted from a message, the path of a key or its last part, a column "
        "of the mapping CSV, or a file; without any, all codes are listed",
    )
    explain.set_defaults(carry_out=_explain)


def _explain(asked: argparse.Namespace) -> int:
    from .explain import explain

    return explain(asked.asked)


def _add_init(commands: Commands[argparse.ArgumentParser]) -> None:
    init = _add(commands, "init", "write a complete input directory, each key explained in a comment")
    init.add_argument(
        "directory", metavar="DIR", help="directory to write; it may be there, and hold none of the files"
    )
    _takes_colour(init)
    init.set_defaults(carry_out=_init)


def _init(asked: argparse.Namespace) -> int:
    from .console import Console
    from .init import init

    return init(asked.directory, Console(colour=asked.color))


def _add_schema(commands: Commands[argparse.ArgumentParser]) -> None:
    schema = _add(commands, "schema", "print the JSON Schema of an input file, for editors")
    schema.add_argument("name", metavar="NAME", nargs="?", help="the file, with or without its ending; none lists them")
    schema.add_argument("-o", "--output", metavar="DIR", help="write it, or all of them, into DIR as NAME.schema.json")
    _takes_colour(schema)
    schema.set_defaults(carry_out=_schema)


def _schema(asked: argparse.Namespace) -> int:
    from .console import Console
    from .schema import schema

    return schema(asked.name, asked.output, Console(colour=asked.color))


def _add_completion(commands: Commands[argparse.ArgumentParser]) -> None:
    completion = _add(commands, "completion", "print a script that completes the command line in a shell")
    completion.add_argument("shell", choices=("bash", "zsh"), help="the shell to complete in")
    completion.set_defaults(carry_out=_completion)


def _completion(asked: argparse.Namespace) -> int:
    from .completion import completion

    return completion(asked.shell)
