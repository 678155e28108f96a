"""What the broker keeps, and the volume that it keeps it on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.diagnostics.diagnostic import Diagnostic
from telecompile.rules.kafka import OPEN_HOURS, longest_rate
from tests.config.changed import DEFAULT, NODES, TELEMETRY, changed, said
from tests.rules.laid import codes, told

ADDRESS = "ldms:\n  aggregator_address: ldms.example.com\n"
"""Without it a warning is given wherever the mapping CSV is absent."""
NOTHING_WRITES = """telemetry_sources:
  idrac:
    collection_targets: [victoria_metrics]
  ldms:
    metrics_enabled: false
  ome:
    metrics_enabled: false
    logs_enabled: false
telemetry_bridges:
  vector_ldms:
    metrics_enabled: false
  vector_ome:
    metrics_enabled: false
    logs_enabled: false
"""


def kafka(**keys: object) -> str:
    """A fragment of the sink; `partitions` are those of idrac, ldms and ome."""
    given_partitions = keys.pop("partitions", None)
    text = "telemetry_sinks:\n  kafka:\n" + "".join(f"    {key}: {value}\n" for key, value in keys.items())
    if isinstance(given_partitions, tuple):
        names = ("idrac", "ldms", "ome")
        text += "    topic_partitions:\n"
        text += "".join(f"      {name}: {one}\n" for name, one in zip(names, given_partitions, strict=True))
    return text


def fits(retention: int, segment: int, size: str, partitions: tuple[int, int, int]) -> str:
    return kafka(
        persistence_size=f'"{size}"', log_retention_bytes=retention, log_segment_bytes=segment, partitions=partitions
    )


def test_a_segment_fits_the_volume_even_where_nothing_writes() -> None:
    for first in ("", NOTHING_WRITES):
        assert "kafka-segment-above-volume" not in codes(first + kafka(persistence_size='"1Gi"'))
        found = [one for one in told(first + kafka(persistence_size='"1073741823"')) if "segment" in one.code]
        assert [(one.code, one.severity, one.file, one.under) for one in found] == [
            ("kafka-segment-above-volume", "error", TELEMETRY, "1073741824")
        ]
        assert (
            found[0].help
            == 'lower log_segment_bytes to at most 1073741823, or raise persistence_size to at least "1Gi"'
        )


def test_a_volume_below_the_smallest_segment_can_only_be_raised() -> None:
    (one,) = [
        one for one in told(kafka(persistence_size='"1Mi"', log_segment_bytes=1048577)) if one.severity == "error"
    ]
    assert one.help.startswith("lower log_segment_bytes to at most 1048576")
    (one,) = [
        one for one in told(kafka(persistence_size='"1023Ki"', log_segment_bytes=1048576)) if one.severity == "error"
    ]
    assert one.help == 'raise persistence_size to at least "1Mi"'


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"log_segment_bytes": 2147483648}, "out-of-range"),
        ({"log_segment_bytes": 2147483647}, ""),
        ({"log_segment_bytes": 1048575}, "kafka-segment-raised"),
        ({"log_segment_bytes": 1048576}, ""),
        ({"log_segment_bytes": 0}, "out-of-range"),
        ({"log_retention_hours": 2147483648}, "out-of-range"),
        ({"log_retention_hours": 2147483647}, ""),
        ({"log_retention_hours": 0}, "out-of-range"),
        ({"log_retention_bytes": 0}, "out-of-range"),
        ({"log_retention_bytes": -2}, "out-of-range"),
        ({"log_retention_bytes": -1}, ""),
    ],
)
def test_bounds_of_single_values(keys: dict[str, int], code: str) -> None:
    found = told(kafka(**keys))
    assert [one.code for one in found] == ([code] if code else [])
    assert all(one.under == str(next(iter(keys.values()))) for one in found)


@pytest.mark.parametrize("sink", ["victoria_metrics", "victoria_logs"])
@pytest.mark.parametrize(("hours", "wrong"), [(23, True), (24, False), (876_000, False), (876_001, True)])
def test_bounds_of_retention_periods(sink: str, hours: int, wrong: bool) -> None:
    found = told(f"telemetry_sinks:\n  {sink}:\n    retention_period: {hours}\n")
    assert [(one.code, one.under) for one in found] == ([("out-of-range", str(hours))] if wrong else [])


def test_a_small_segment_is_raised_only_where_the_broker_is() -> None:
    assert codes(NOTHING_WRITES + kafka(log_segment_bytes=1)) == []


@pytest.mark.parametrize("ome", ["ome", "^ome-[0-9]+"])
def test_small_segments_and_retention_under_an_expression(ome: str) -> None:
    """Nobody knows its topics, and those of one OME are certain."""
    identifier = f'telemetry_bridges:\n  vector_ome:\n    ome_identifier: "{ome}"\n'
    assert codes(identifier + kafka(log_segment_bytes=1)) == ["kafka-segment-raised"]
    (one,) = told(identifier + kafka(log_retention_bytes=10**9))
    assert one.code == "kafka-retention"
    assert one.summary.startswith("24 partitions" if ome == "ome" else "at least 24 partitions")


_PARTITIONS = (1, 5, 2)
# With the 7 topics of OME 20 partitions, on 90 % of 20Gi.
_EACH = 20 * 2**30 * 9 // 10 // 20


@pytest.mark.parametrize(("more", "warned"), [(0, False), (1, True)])
def test_bounded_retention_and_an_open_segment_fit_90_percent(more: int, warned: bool) -> None:
    segment = 2**20
    found = told(fits(_EACH - segment + more, segment, "20Gi", _PARTITIONS))
    assert [(one.code, one.severity, one.under) for one in found] == (
        [("kafka-retention", "warning", str(_EACH - segment + more))] if warned else []
    )


def test_a_raised_segment_counts_as_what_it_is_raised_to() -> None:
    found = codes(fits(_EACH - 2**20 + 1, 1, "20Gi", _PARTITIONS))
    assert sorted(found) == ["kafka-retention", "kafka-segment-raised"]
    assert codes(fits(_EACH - 2**20, 1, "20Gi", _PARTITIONS)) == ["kafka-segment-raised"]


@pytest.mark.parametrize(("segment", "size"), [(2**20, "20Gi"), (2**30, "20Gi"), (2**20, "20Mi")])
def test_each_way_out_of_the_help_passes(segment: int, size: str) -> None:
    (one,) = told(fits(2**40, segment, size, _PARTITIONS))
    bounds = dict(re.findall(r"(log_\w+): (\d+)", one.help))
    larger = re.findall('persistence_size to "(.*)"', one.help)[0]
    assert codes(fits(2**40, segment, larger, _PARTITIONS)) == []
    assert bool(bounds) == (size == "20Gi")
    if bounds:
        retention, own = int(bounds["log_retention_bytes"]), int(bounds.get("log_segment_bytes", segment))
        assert codes(fits(retention, own, size, _PARTITIONS)) == []


def test_retention_of_a_broker_that_is_not_there_fits() -> None:
    assert codes(NOTHING_WRITES + kafka(log_retention_bytes=10**15)) == []


def servers(count: int, *edits: tuple[str, str], without_bmc: int = 0) -> list[Diagnostic]:
    """What is said of a mapping CSV with ``count`` BMCs, and ``edits`` of the telemetry file."""
    header = (DEFAULT / NODES).read_text(encoding="utf-8").split("\n", 1)[0]
    rows = [
        f"slurm_node_x86_64,g,EX{one},,node-{one},,10.0.{one // 250}.{one % 250 + 1},,"
        f"{f'10.1.{one // 250}.{one % 250 + 1}' if one < count else ''},,"
        for one in range(count + without_bmc)
    ]
    return said(changed({TELEMETRY: edits}, nodes="\n".join([header, *rows, ""])))


def test_beside_a_csv_it_is_noted_where_the_idracs_alone_fill_the_volume_within_a_day() -> None:
    assert servers(12, without_bmc=40) == []
    (one,) = servers(13)
    assert (one.code, one.severity) == ("kafka-retention-unbounded", "note")
    (one,) = servers(40)
    assert one.summary.startswith(
        "the iDRACs of 40 servers alone send about 23.4Gi a day to topic idrac, and 90 % of 8Gi is full within 8 hours"
    )


def test_beside_a_csv_each_way_out_of_the_help_is_one() -> None:
    (one,) = servers(40)
    ((size),) = re.findall('persistence_size: "(.*?)"', one.help)
    assert servers(40, ('persistence_size: "8Gi"\n    log_', f'persistence_size: "{size}"\n    log_')) == []
    edits = [
        (was, f"{key}: {value}")
        for key, value in re.findall(r"(log_\w+): (\d+)", one.help)
        for was in ("log_retention_bytes: -1", "log_segment_bytes: 1073741824")
        if was.startswith(key)
    ]
    assert len(edits) == 2
    assert servers(40, *edits) == []


def test_beside_a_csv_nothing_is_noted_where_time_makes_room_before_the_volume_is_full() -> None:
    assert servers(40, ("log_retention_hours: 168", "log_retention_hours: 6")) == []
    assert len(servers(40, ("log_retention_hours: 168", "log_retention_hours: 7"))) == 1


def test_beside_a_csv_idracs_that_do_not_write_to_the_broker_fill_nothing() -> None:
    assert (
        servers(40, ("collection_targets: [victoria_metrics, kafka]", "collection_targets: [victoria_metrics]")) == []
    )


def test_unbounded_retention_is_noted_without_the_csv() -> None:
    assert codes() == []
    (one,) = told(options=ADDRESS, csv=False)
    assert (one.code, one.severity, one.file, one.under) == ("kafka-retention-unbounded", "note", TELEMETRY, "-1")
    # 90 % of 8Gi for 24 partitions, over 168 hours and the 168 that a segment may stay open.
    rate = 8 * 2**30 * 9 // 10 // 24 // (336 * 3600)
    assert f"each of 24 partitions takes {rate} bytes a second at most" in one.summary
    assert "168 hours fit on 90 % of 8Gi" in one.summary


def test_what_the_note_says_bounds_it() -> None:
    (one,) = told(options=ADDRESS, csv=False)
    keys = {key: int(value) for key, value in re.findall(r"(log_\w+): (\d+)", one.help)}
    assert codes(kafka(**keys), options=ADDRESS, csv=False) == []


def test_nothing_is_noted_of_a_broker_that_is_not_there() -> None:
    assert codes(NOTHING_WRITES, options=ADDRESS, csv=False) == []


@pytest.mark.parametrize(
    ("size", "rate"),
    [
        ("1Gi", "64 bytes a second"),
        ("100Gi", "6.5 KiB a second"),
        ("100Ti", "6.5 MiB a second"),
        ("30Mi", "less than a byte a second"),
        ("32Mi", "1 byte a second"),
    ],
)
def test_a_rate_reads_well(size: str, rate: str) -> None:
    text = kafka(persistence_size=f'"{size}"', log_segment_bytes=2**20)
    (one,) = told(text, options=ADDRESS, csv=False)
    assert rate in one.summary


@given(st.integers(1, 2**44), st.integers(1, 10_000), st.integers(2**20, 2**31))
def test_at_the_longest_rate_a_partition_fits_and_a_little_above_it_does_not(
    room: int, hours: int, segment: int
) -> None:
    def held(rate: int) -> int:
        """Bytes that a partition holds at most: those of the hours, and a segment that is closed when full or late."""
        return rate * hours * 3600 + min(segment, rate * OPEN_HOURS * 3600)

    rate = longest_rate(room, hours, segment)
    assert held(rate) <= room < held(rate + 1)


@pytest.mark.parametrize(("partitions", "warned"), [(1, False), (2, True)])
def test_the_pump_writes_one_partition(partitions: int, warned: bool) -> None:
    found = told(kafka(partitions=(partitions, 2, 3)))
    assert [(one.code, one.severity, one.under) for one in found] == (
        [("idrac-partitions", "warning", "2")] if warned else []
    )
    unused = "telemetry_sources:\n  idrac:\n    collection_targets: [victoria_metrics]\n"
    assert codes(unused + kafka(partitions=(partitions, 2, 3))) == []


@pytest.mark.parametrize("name", ["idrac", "ldms", "ome"])
@pytest.mark.parametrize(("count", "code"), [(0, "out-of-range"), (101, "out-of-range"), (100, "")])
def test_partitions_of_a_source_that_is_off_are_ignored_but_for_their_range(name: str, count: int, code: str) -> None:
    text = NOTHING_WRITES + f"telemetry_sinks:\n  kafka:\n    topic_partitions:\n      {name}: {count}\n"
    assert codes(text) == ([code] if code else [])


@pytest.mark.parametrize("name", ["dcgm", "powerscale", "ufm", "vast", "sfm", "ome.telemetry"])
def test_no_other_source_has_partitions(name: str) -> None:
    text = f"telemetry_sinks:\n  kafka:\n    topic_partitions:\n      {name}: 1\n"
    assert [(one.code, one.under) for one in told(text)] == [("unknown-key", name)]


def test_a_wrong_key_of_the_sink_hides_nothing_about_the_others() -> None:
    text = kafka(persistence_size='"512Mi"', log_retention_hours=0, partitions=(2, 0, 3))
    assert sorted(codes(text)) == ["idrac-partitions", "kafka-segment-above-volume", "out-of-range", "out-of-range"]
