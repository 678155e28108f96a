"""`telecompile completion`: what a shell needs to complete the command line, read off the parser itself.

So a new command or option is completed without another place that names it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from .console import DONE

_DIRECTORIES = ("INPUT", "OUT", "DIR")
"""What the parser calls an argument that is a directory."""


class Argument(NamedTuple):
    """An option by its ``flags``, or without any what follows the command.

    ``title`` names its value, and is empty where it takes none; ``words`` are the values that there are, and None
    stands for any directory. ``many`` is whether there may be several.
    """

    flags: tuple[str, ...]
    told: str
    title: str
    words: tuple[str, ...] | None
    many: bool


class Command(NamedTuple):
    """A command with what it takes, in the order of its help."""

    name: str
    told: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """What begins with a dash."""
        return tuple(one for one in self.arguments if one.flags)

    @property
    def positional(self) -> tuple[Argument, ...]:
        """What does not."""
        return tuple(one for one in self.arguments if not one.flags)


def completion(shell: str) -> int:
    """Print the script for ``shell``."""
    from .arguments import parser
    from .completion_scripts import bash, zsh

    sys.stdout.write({"bash": bash, "zsh": zsh}[shell](commands_of(parser())))
    return DONE


def commands_of(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """The commands of a parser; the first one has no name and is the program itself."""
    (found,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    told = {one.dest: one.help or "" for one in found._choices_actions}
    own = Command("", "", tuple(_arguments(parser)))
    return (own, *(Command(name, told[name], tuple(_arguments(one))) for name, one in found.choices.items()))


def _arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    for one in parser._actions:
        if isinstance(one, argparse._SubParsersAction):
            continue
        title = str(one.metavar or one.dest) if one.nargs != 0 else ""
        many = one.nargs in ("*", "+")
        yield Argument(tuple(one.option_strings), one.help or "", title.lower(), _words(one), many)


def _words(argument: argparse.Action) -> tuple[str, ...] | None:
    if argument.choices is not None:
        return tuple(map(str, argument.choices))
    if argument.metavar in _DIRECTORIES:
        return None
    known = {"CODE|KEY": _codes_and_keys, "NAME": _schemas}.get(str(argument.metavar))
    return tuple(known()) if known is not None else ()


def _codes_and_keys() -> list[str]:
    from ..diagnostics.codes import CODES
    from ..explain.keys import key_names
    from ..explain.known import known_keys

    # The place of a list's element has brackets, which mean something to a shell. A key's last part alone does as well.
    names = [*key_names(), *(key.name for key in known_keys())]
    return sorted({*CODES, *(name for name in names if name.replace(".", "").replace("_", "").isalnum())})


def _schemas() -> list[str]:
    from ..schema.document import BY_SCHEMA

    return list(BY_SCHEMA)
