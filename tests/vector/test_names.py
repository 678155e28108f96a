"""Names of metrics: legal, and never one name for two columns."""

from __future__ import annotations

from tests.vector.messages import static_row
from tests.vector.shape import faults, gauges
from tests.vector.vrl_engine import Bridge

_BRIDGE = Bridge()


def _names(*columns: str) -> list[str]:
    events = _BRIDGE.events(static_row("s", dict.fromkeys(columns, 1)))
    assert faults(events) == []
    return sorted(name.removeprefix("ldms_s_") for name in gauges(events))


def test_runs_of_other_characters_become_one_underscore_and_none_at_the_end() -> None:
    assert _names("Active(anon)", "a.b-c", "x%%y", "_under_", "ümlaut") == [
        "Active_anon",
        "_mlaut",
        "_under_",
        "a_b_c",
        "x_y",
    ]


def test_a_digit_may_stand_first_because_the_schema_stands_before() -> None:
    assert _names("1min") == ["1min"]


def test_of_columns_that_meet_only_the_changed_ones_gain_a_digest() -> None:
    # sha1 of the column's own name, so that it is the same in each row and on each replica.
    assert _names("Active_anon", "Active(anon)") == ["Active_anon", "Active_anon_7135de20"]
    assert _names("a-b", "a.b", "c") == ["a_b_34fafddd", "a_b_69f6642c", "c"]


def test_no_column_is_too_odd_for_a_name() -> None:
    assert len(_names("(", ")", "", "$", "ok")) == 5


def test_a_line_break_in_a_name_does_not_move_the_names_of_others() -> None:
    events = _BRIDGE.events(static_row("s", {"a\\nb": 1, "b": 2, "c(d": 3}))
    assert gauges(events) == {"ldms_s_a_b": 1.0, "ldms_s_b": 2.0, "ldms_s_c_d": 3.0}


def test_the_name_of_the_schema_is_made_legal() -> None:
    assert list(gauges(_BRIDGE.events(static_row("mt-slurm.2", {"x": 1})))) == ["ldms_mt_slurm_2_x"]
