"""Everything wrong with a configuration file of ldmsd, that its text alone can tell.

ldmsd itself stops at the first command that fails, with its errno as the exit code, but passes over in silence what
it does not understand in an argument: an unset variable, a repeated argument, an argument of another command.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from tests.ldms.ldmsd_commands import Command, continuation_problems, parse
from tests.ldms.ldmsd_objects import object_problems
from tests.ldms.ldmsd_values import Kind, microseconds
from tests.ldms.ldmsd_verbs import PRIORITY, VERBS, Verb

__all__ = ["Command", "parse", "problems"]

# What ldmsd expands: `ovis_str_replace_env` of util.c. Any other `$` stands for itself.
_VARIABLE = re.compile(r"\$\{([0-9A-Za-z_]+)\}")
_LIKE_A_VARIABLE = re.compile(r"\$[0-9A-Za-z_{(]")
_UNPRINTABLE = re.compile(r"[^\t\n -~]")


def problems(text: str, environment: Collection[str]) -> list[str]:
    """What is wrong, a line for each; *environment* has the names of the variables that ldmsd is started with."""
    commands = sorted(parse(text), key=lambda command: command.verb not in PRIORITY)
    found = [f"a character other than printable ASCII: {match[0]!r}" for match in _UNPRINTABLE.finditer(text)]
    found += continuation_problems(text)
    known = set(environment)
    for command in commands:
        found += [f"line {command.line}: {command.verb}: {one}" for one in _command_problems(command, known)]
        if command.verb == "env":
            known |= {name for name, _ in command.arguments}
    return found + list(object_problems(commands))


def _command_problems(command: Command, environment: Collection[str]) -> Iterator[str]:
    verb = VERBS.get(command.verb)
    if verb is None:
        yield "an unknown command"
        return
    names = [name for name, _ in command.arguments]
    yield from (f"{name}: missing" for name in verb.required if name not in names)
    yield from (f"{name}: repeated" for name in sorted({name for name in names if names.count(name) > 1}))
    for name, value in command.arguments:
        if value is None:
            yield f"{name}: an argument without a value"
        else:
            yield from (f"{name}: {one}" for one in _value_problems(verb, name, value, environment))
    yield from _together(command)


def _value_problems(verb: Verb, name: str, value: str, environment: Collection[str]) -> Iterator[str]:
    kind = _kind(verb, name)
    if kind is None:
        yield "an unknown argument"
        return
    variables = _VARIABLE.findall(value)
    yield from (f"{one} is not in the environment" for one in variables if one not in environment)
    if _LIKE_A_VARIABLE.search(_VARIABLE.sub("", value)):
        yield f"{value}: ldmsd expands only ${{NAME}}"
    if not variables and not kind.accepts(value):
        yield f"{value} is not {kind.name}"


def _kind(verb: Verb, name: str) -> Kind | None:
    known = {**verb.required, **verb.optional}.get(name, verb.further)
    # `ldmsd_config_plugin_handler` compares four characters, and refuses any `name...` as a second name.
    plugin = verb is VERBS["config"]
    return None if not name or (plugin and name != "name" and name.startswith("name")) else known


def _together(command: Command) -> Iterator[str]:
    """What the arguments of a command are to one another."""
    interval = microseconds(command.value("interval") or "")
    offset = microseconds(command.value("offset") or "")
    if interval and offset and 2 * offset > interval:
        yield "offset: above half the interval"
    if command.verb in {"config", "env"} and len(command.arguments) < 1 + (command.verb == "config"):
        yield "it sets nothing"
    if command.verb == "strgp_add" and (command.value("schema") is None) == (command.value("regex") is None):
        yield "one of schema and regex, not both"
    if command.verb == "updtr_add" and command.value("auto_interval") == "true" and command.value("push"):
        yield "auto_interval and push exclude each other"
    if command.verb == "prdcr_listen_add":
        yield from _listener(command)


def _listener(command: Command) -> Iterator[str]:
    """A listener that connects by itself must know how; a passive one must not."""
    how = ("advertiser_xprt", "advertiser_port", "reconnect")
    given = [name for name in (*how, "advertiser_auth", "rail") if command.value(name) is not None]
    if command.value("type") == "active":
        yield from (f"{name}: missing, for type=active" for name in how if name not in given)
    else:
        yield from (f"{name}: only for type=active" for name in given)
