"""The programs as texts: they compile as Vector compiles them, and nothing in them is taken for something else."""

from __future__ import annotations

import jinja2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.emitters.texts import render
from tests.vector.messages import KEYS, static_row
from tests.vector.shape import tags
from tests.vector.vrl_engine import (
    PROGRAMS,
    RECEIVED,
    TEMPLATES,
    Bridge,
    Keys,
    Table,
    complaint,
    rendered,
    without_tables,
)

_TABLES = (Table("ldms_hosts_0", 1, 2, {"1": "a"}), Table("ldms_hosts_1", 3, 4, {"3": "b"}))
_PLANS = [({}, ()), (KEYS, ()), (KEYS, _TABLES), ({"two": ["a", "b"], "none": []}, _TABLES[:1])]


@pytest.mark.parametrize(("keys", "tables"), _PLANS)
def test_each_compiles_by_itself(keys: Keys, tables: tuple[Table, ...]) -> None:
    for program in PROGRAMS:
        assert complaint(without_tables(rendered(program, keys, tables), tables)) is None


@pytest.mark.parametrize(("keys", "tables"), _PLANS)
def test_they_compile_with_what_the_one_before_lets_the_compiler_know(keys: Keys, tables: tuple[Table, ...]) -> None:
    # Vector hands the types that a remap leaves behind to the next one, and refuses a needless `??` there.
    assert complaint(Bridge(keys, tables).whole) is None


def test_no_dollar_stands_in_them() -> None:
    # Vector before 0.57 puts environment variables in their place, in the whole file.
    assert all("$" not in (TEMPLATES / f"{program}.vrl.j2").read_text() for program in PROGRAMS)


def test_a_value_that_the_plan_does_not_give_stops_the_build() -> None:
    for program, values in (("hosts", {"keys": {}}), ("metrics", {"tables": []})):
        with pytest.raises(jinja2.UndefinedError):
            render(f"vector-ldms/{program}.vrl", **values)


# `schema=` in config_parameters is the user's: any text without white space.
_WORDS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x24F, exclude_characters='$"\\'), min_size=1).filter(
    str.isprintable
)


@settings(max_examples=15)
@given(schema=_WORDS)
@pytest.mark.parametrize("column", ["name", "{{ odd }}"])
def test_a_schema_may_have_any_name(schema: str, column: str) -> None:
    bridge = Bridge({schema: [column]})
    events = bridge.events(static_row(schema, {column: "eth0", "x": 1}), RECEIVED)
    assert "eth0" in tags(events, events[-1]["name"])[0].values()


@pytest.mark.parametrize("schema", ['quo"te', "back\\slash", "{{ x }}", "{% x %}", "<&'>", "\\{{"])
def test_names_are_literals_in_the_program(schema: str) -> None:
    bridge = Bridge({schema: ["name"]})
    text = static_row("s", {"name": "eth0", "x": 1})
    escaped = schema.replace("\\", "\\\\").replace('"', '\\"')
    events = bridge.events(text.replace('"schema":"s"', f'"schema":"{escaped}"'))
    assert events[-1]["tags"]["name"] == "eth0"
