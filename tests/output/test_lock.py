"""The lock file: what is written is read back, and what is odd is refused without a traceback."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span
from telecompile.output.lock import RenderedObject, read_lock, write_lock
from telecompile.output.paths import JOURNAL, LOCK
from telecompile.output.problem import OutputProblem
from tests.output.output_builds import build, lock_of, look

SHA = "0" * 64
FULL = lock_of(
    {},
    inputs={"a.yml": SHA, "b.csv": None},
    referenced={"/etc/ca.pem": SHA, "values.yaml": None},
    outputs={"kafka/kafka.yaml": SHA},
    objects={"kafka/kafka.yaml": RenderedObject("kafka.strimzi.io/v1", "Kafka", "telemetry", "kafka", True)},
    diagnostics=(
        Diagnostic(
            "some-code",
            "warning",
            "é \ud800",
            "a.yml",
            Span(1, 2, 1, 4),
            "do",
            (Related("b", Span(1, 1, 1, 2), "x"),),
        ),
        Diagnostic("other-code", "note", "no place", "a.yml"),
    ),
    plan={"kafka": {"brokers": 3, "retention": [1, None, "7d"]}},
    fresh_until=1_900_000_000,
)


def test_a_lock_is_read_back_as_it_was_written() -> None:
    assert read_lock(write_lock(FULL)) == FULL
    assert json.loads(write_lock(FULL))["objects"]["kafka/kafka.yaml"]["apiVersion"] == "kafka.strimzi.io/v1"


def test_equal_locks_have_equal_bytes_one_line_an_entry() -> None:
    shuffled = FULL._replace(inputs=dict(sorted(FULL.inputs.items(), reverse=True)), plan=dict(FULL.plan))
    assert write_lock(shuffled) == write_lock(FULL)
    assert f'\n    "kafka/kafka.yaml": "{SHA}"\n'.encode() in write_lock(FULL)
    assert write_lock(FULL).endswith(b"\n}\n")


HOSTILE = [
    "/etc/passwd",
    "../a",
    "a/../../b",
    "a/./b",
    "a//b",
    "a/",
    "",
    "a\\b",
    "C:/a",
    "a\0b",
    "a\nb",
    LOCK,
    "x/" + JOURNAL,
]


@pytest.mark.parametrize("path", HOSTILE)
@pytest.mark.parametrize("section", ["outputs", "objects", "owned", "adopted"])
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, path: str, section: str) -> None:
    build(tmp_path, {"a": b"1"})
    lock = json.loads((tmp_path / LOCK).read_bytes())
    journal: dict[str, Any] = {"lock_version": 1, "owned": {}, "adopted": {}}
    name, record = (LOCK, lock) if section in lock else (JOURNAL, journal)
    record[section] = {path: record[section].get("a", [SHA] if section == "owned" else SHA)}
    (tmp_path / name).write_text(json.dumps(record))
    with pytest.raises(OutputProblem, match="lists") as caught:
        look(tmp_path, {})
    assert (caught.value.code, caught.value.path) == ("output-lock", str(tmp_path / name))
    assert caught.value.help


def mutations() -> st.SearchStrategy[bytes]:
    """Give the full lock with one value, somewhere, replaced by one of another shape."""
    values: list[Any] = [None, True, 0, -1, 1.5, "", "x", [], [1], {}, {"a": 1}, {"a": None}, {"a": []}]
    record = json.loads(write_lock(FULL))
    places = [
        (key, inner) for key in record for inner in [None, *(record[key] if isinstance(record[key], dict) else ())]
    ]

    def changed(place: tuple[str, str | None], value: Any) -> bytes:
        again = json.loads(write_lock(FULL))
        if place[1] is None:
            again[place[0]] = value
        else:
            again[place[0]][place[1]] = value
        return json.dumps(again).encode()

    return st.builds(changed, st.sampled_from(places), st.sampled_from(values))


@given(st.one_of(st.binary(max_size=40), mutations(), st.integers(0, 1200).map(lambda end: write_lock(FULL)[:end])))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_other_bytes_are_a_lock_or_a_problem(data: bytes) -> None:
    with suppress(OutputProblem):
        write_lock(read_lock(data))


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"lock_version": 0}', b'{"lock_version": true}']
)
def test_what_is_no_lock_is_refused(data: bytes) -> None:
    with pytest.raises(OutputProblem) as caught:
        read_lock(data)
    assert caught.value.code == "output-lock"


def test_a_lock_of_a_newer_telecompile_says_so() -> None:
    with pytest.raises(OutputProblem, match="newer telecompile"):
        read_lock(write_lock(FULL).replace(b'"lock_version": 1', b'"lock_version": 2'))


def test_a_lock_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / LOCK).symlink_to("elsewhere")
    with pytest.raises(OutputProblem, match="is a link"):
        look(tmp_path, {})
