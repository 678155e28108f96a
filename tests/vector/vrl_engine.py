"""Runs the VRL programs of vector-ldms in a real VRL engine, as Vector would run the three remaps in a row.

Two things only Vector has are replaced: the enrichment table (by an object) and the record (a message and its
time, which become `.message` and `.timestamp`).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from vrl_python import VRLRuntime

from telecompile.emitters.texts import render

TEMPLATES = Path(__file__).parents[2] / "manifests_templates" / "vector-ldms"
PROGRAMS = ("parsed", "hosts", "metrics")
RECEIVED = 1_700_000_100_000
"""The record time of a message in a test, in milliseconds since 1970, if it does not say another."""

Keys = Mapping[str, Sequence[str]]
Event = dict[str, Any]


class Table(NamedTuple):
    """An enrichment table as the bridge has it: component_id to host, and the ids it spans."""

    name: str
    first: int
    last: int
    hosts: Mapping[str, str]


_LOOKUP = re.compile(r"get_enrichment_table_record\((?P<table>\"[^\"]*\"), \{\"component_id\": id\}\)")
# A time is shown as its microseconds since 1970 if it is a VRL timestamp, and else as it is.
_SHOW_TIMES = """
. = map_values(array!(.)) -> |event| {
  if is_timestamp(event.timestamp) {
    microseconds = to_unix_timestamp(timestamp!(event.timestamp), unit: "microseconds")
    event = set!(event, ["timestamp"], {"microseconds": microseconds})
  }
  event
}
"""
# `get` makes the compiler forget the types: of what a source sends it knows none.
_RECORD = """
.message = get!([decode_base64!(.message)], [0])
if exists(.timestamp) {
  .timestamp = get!([from_unix_timestamp!(.timestamp, unit: "milliseconds")], [0])
}
"""


def rendered(program: str, keys: Keys, tables: Sequence[Table] = ()) -> str:
    """The text of one program, by the renderer of the emitter."""
    return render(f"vector-ldms/{program}.vrl", keys=tuple(keys.items()), tables=[table[:3] for table in tables])


@cache
def _runtime() -> VRLRuntime:
    return VRLRuntime("UTC")


def complaint(source: str) -> str | None:
    """What the compiler says against a program; `None` if it compiles."""
    diagnostic = VRLRuntime.check_syntax(source)
    return None if diagnostic is None else str(diagnostic.formatted_message)


def without_tables(source: str, tables: Sequence[Table]) -> str:
    """The program with each look-up in an enrichment table replaced by one in an object of the same content."""

    def replacement(call: re.Match[str]) -> str:
        (table,) = [table for table in tables if f'"{table.name}"' == call["table"]]
        rows = ", ".join(f'"{key}": {{"component_id": "{key}", "host": "{host}"}}' for key, host in table.hosts.items())
        return f"object(get({{{rows}}}, [id]) ?? null)"

    return _LOOKUP.sub(replacement, source)


class Bridge:
    """The three programs for one plan, ready to take messages."""

    def __init__(self, keys: Keys | None = None, tables: Sequence[Table] = ()) -> None:
        self._take([rendered(program, keys or {}, tables) for program in PROGRAMS], tables)

    def _take(self, texts: Sequence[str], tables: Sequence[Table]) -> None:
        self.programs = tuple(without_tables(text, tables) for text in texts)
        # One program of the three: types flow from one to the next as they do from remap to remap.
        self.whole = "\n".join((_RECORD, *self.programs, _SHOW_TIMES))

    def events(self, message: str | bytes, received: int | None = RECEIVED) -> list[Event]:
        """The events that leave `ldms_metrics` for one record; no record time if `received` is None."""
        text = message.encode() if isinstance(message, str) else message
        record: Event = {"message": base64.b64encode(text).decode()}
        if received is not None:
            record["timestamp"] = received
        events: Any = _runtime().execute(self.whole, record).processed_event
        assert isinstance(events, list)
        return events


class RenderedBridge(Bridge):
    """The three programs as they stand in a rendered configuration, with the tables beside it (text of each CSV)."""

    def __init__(self, config: str, tables: Mapping[str, str]) -> None:
        transforms = yaml.safe_load(config)["transforms"]
        found = []
        for name, text in tables.items():
            hosts = dict(row.split(",") for row in text.splitlines()[1:])
            numbers = [int(number) for number in hosts]
            found.append(Table(name, min(numbers), max(numbers), hosts))
        self._take([transforms[f"ldms_{program}"]["source"] for program in PROGRAMS], found)


def holds(condition: str, event: Event) -> bool:
    """Whether a condition of a Vector unit test holds for an event; an error if it is no boolean or may fail."""
    result = _runtime().execute(condition, event).runtime_result
    assert isinstance(result, bool), condition
    return result
