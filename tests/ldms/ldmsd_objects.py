"""What ldmsd's commands make and use: in the order in which ldmsd carries them out.

An object must exist when a command names it, may be made once (EEXIST), and does nothing until it is started.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tests.ldms import posix_regex
from tests.ldms.ldmsd_commands import Command
from tests.ldms.ldmsd_verbs import MAKES, STARTED, USES


def object_problems(commands: Sequence[Command]) -> Iterator[str]:
    """*commands* in the order of execution; those that lack the name of their object are passed over."""
    made: set[tuple[str, str]] = set()
    for command in commands:
        for use in USES.get(command.verb, ()):
            name = command.value(use.argument)
            if name is not None and (use.object, name) not in made:
                yield f"line {command.line}: {command.verb}: no {use.object} {name} before this"
        kind, name = MAKES.get(command.verb), command.value("name")
        if kind and name:
            if (kind, name) in made:
                yield f"line {command.line}: {command.verb}: the {kind} {name} exists already"
            made.add((kind, name))
    for kind in sorted(STARTED):
        idle = _names(commands, _maker(kind)) - _started(commands, kind)
        yield from (f"{kind} {name}: never started" for name in sorted(idle))
    yield from _plugin_problems(commands)
    yield from _listen_problems(commands)
    yield from _updater_problems(commands)


def _plugin_problems(commands: Sequence[Command]) -> Iterator[str]:
    """One `config` for a plugin, before its `start`; and no plugin that neither samples nor stores."""
    times = Counter(command.value("name") for command in commands if command.verb == "config")
    yield from (f"plugin {name}: configured {count} times" for name, count in times.items() if count > 1)
    configured: set[str | None] = set()
    for command in commands:
        name = command.value("name")
        if command.verb == "config":
            configured.add(name)
        if command.verb == "start" and name not in configured:
            yield f"line {command.line}: start: the plugin {name} is not configured before this"
    stores = _names(commands, "strgp_add", "plugin")
    unused = _names(commands, "load") - _names(commands, "start") - stores
    yield from (f"plugin {name}: neither started nor used by a storage policy" for name in sorted(unused))
    bare = stores & _names(commands, "load") - _names(commands, "config")
    yield from (f"plugin {name}: a storage policy uses it, nothing configures it" for name in sorted(bare))


def _listen_problems(commands: Sequence[Command]) -> Iterator[str]:
    ports = Counter(command.value("port") for command in commands if command.verb == "listen")
    yield from (f"port {port}: {count} times listened on" for port, count in ports.items() if count > 1)


def _updater_problems(commands: Sequence[Command]) -> Iterator[str]:
    """An updater must have producers: those above whose names match, or those that a listener lets in later."""
    advertised = bool(_names(commands, "prdcr_listen_add"))
    for name in sorted(_names(commands, "updtr_add")):
        above: set[str] = set()
        found = False
        for command in commands:
            above |= _names([command], "prdcr_add")
            if command.verb == "updtr_prdcr_add" and command.value("name") == name:
                found |= advertised or bool(_matching(command, above))
        if not found:
            yield f"updater {name}: no producer is added to it"


def _started(commands: Sequence[Command], kind: str) -> set[str]:
    """The names that `<prefix>_start` gives, and the producers above that `prdcr_start_regex` matches."""
    started = _names(commands, _maker(kind).replace("_add", "_start"))
    above: set[str] = set()
    for command in commands if kind == "producer" else ():
        above |= _names([command], "prdcr_add")
        if command.verb == "prdcr_start_regex":
            started |= _matching(command, above)
    return started


def _matching(command: Command, names: set[str]) -> set[str]:
    syntax = posix_regex.basic if command.verb == "prdcr_start_regex" else posix_regex.extended
    pattern = syntax(command.value("regex") or "")
    return {name for name in names if pattern and pattern.search(name)}


def _maker(kind: str) -> str:
    return next(verb for verb, made in MAKES.items() if made == kind)


def _names(commands: Iterable[Command], verb: str, argument: str = "name") -> set[str]:
    return {value for command in commands if command.verb == verb and (value := command.value(argument))}
