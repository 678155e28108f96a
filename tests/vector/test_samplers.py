"""One row of each sampler, as the store writes it, becomes the metrics that dashboards and alerts name."""

from __future__ import annotations

import pytest

from tests.vector.messages import KEYS, MICROSECONDS, SLURM, Value, as_is_row, static_row
from tests.vector.shape import counted, faults, gauges, tags
from tests.vector.vrl_engine import Bridge


@pytest.fixture(scope="module")
def bridge() -> Bridge:
    return Bridge(KEYS)


def test_a_column_becomes_a_gauge_with_the_labels_of_its_node(bridge: Bridge) -> None:
    events = bridge.events(static_row("meminfo", {"MemFree": 1024}, job_id=0))
    assert events == [
        {
            "name": "ldms_meminfo_MemFree",
            "kind": "absolute",
            "timestamp": {"microseconds": MICROSECONDS},
            "tags": {"instance": "n1", "job": "ldms", "component_id": "7", "source_subsystem": "ldms"},
            "gauge": {"value": 1024.0},
        }
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            static_row("meminfo", {"Active": 1, "Active(anon)": 2, "HugePages_Total": 0}),
            {"ldms_meminfo_Active": 1.0, "ldms_meminfo_Active_anon": 2.0, "ldms_meminfo_HugePages_Total": 0.0},
        ),
        (
            static_row("vmstat", {"nr_free_pages": 2**64 - 1, "pgpgin": 2**63}),
            {"ldms_vmstat_nr_free_pages": 2.0**64, "ldms_vmstat_pgpgin": 2.0**63},
        ),
        (
            static_row("loadavg", {"load1min": 0.070000000000000007, "runnable": 1}),
            {"ldms_loadavg_load1min": 0.07, "ldms_loadavg_runnable": 1.0},
        ),
        (
            static_row("procstat2", {"ctxt": 5, "btime": 1699990000}),
            {"ldms_procstat2_ctxt": 5.0, "ldms_procstat2_btime": 1699990000.0},
        ),
        (
            static_row("procstat2", {"name": "cpu0", "user": 3, "nice": 0}),
            {"ldms_procstat2_user": 3.0, "ldms_procstat2_nice": 0.0},
        ),
        (
            static_row("procnetdev2", {"name": "eth0", "rx_bytes": 9, "tx_bytes": 8}),
            {"ldms_procnetdev2_rx_bytes": 9.0, "ldms_procnetdev2_tx_bytes": 8.0},
        ),
        (
            static_row("dcgm", {"gpu_id": 0, "gpu_temp": 41, "power_usage": 71.25, "uuid": "GPU-1"}),
            {"ldms_dcgm_gpu_temp": 41.0, "ldms_dcgm_power_usage": 71.25},
        ),
        (
            SLURM,
            {"ldms_mt_slurm_job_slot_list_tail": 2.0}
            | {f"ldms_mt_slurm_job_slot_list[{slot}]": value for slot, value in enumerate((0.0, 1.0, 2.0, -1.0))}
            | {f"ldms_mt_slurm_job_state[{slot}]": value for slot, value in enumerate((4.0, 2.0, 1.0, 0.0))}
            | {f"ldms_mt_slurm_job_size[{slot}]": value for slot, value in enumerate((1.0, 8.0, 16.0, 0.0))},
        ),
    ],
    ids=["meminfo", "vmstat", "loadavg", "procstat2", "procstat2-cpu", "procnetdev2", "dcgm", "slurm"],
)
def test_each_number_of_a_row_arrives(bridge: Bridge, row: str, expected: dict[str, float]) -> None:
    events = bridge.events(row)
    assert gauges(events) == expected
    assert counted(events) == {}
    assert faults(events) == []


def test_the_key_of_a_list_row_is_a_label_and_no_metric(bridge: Bridge) -> None:
    network = bridge.events(static_row("procnetdev2", {"name": "eth0", "rx_bytes": 1}))
    gpu = bridge.events(static_row("dcgm", {"gpu_id": 3, "gpu_temp": 1}))
    assert tags(network, "ldms_procnetdev2_rx_bytes")[0]["name"] == "eth0"
    assert tags(gpu, "ldms_dcgm_gpu_temp")[0]["gpu_id"] == "3"
    assert len(network) == len(gpu) == 1


def test_a_key_is_a_label_only_for_its_own_schema(bridge: Bridge) -> None:
    (labels,) = tags(bridge.events(static_row("meminfo", {"name": "x", "MemFree": 1})), "ldms_meminfo_MemFree")
    assert "name" not in labels


def test_job_id_is_a_label_of_job_info_only(bridge: Bridge) -> None:
    events = bridge.events(static_row("meminfo", {"MemFree": 1, "MemTotal": 2}, job_id=4711))
    assert [event["name"] for event in events if "job_id" in event["tags"]] == ["ldms_job_info"]
    assert tags(events, "ldms_job_info")[0]["job_id"] == "4711"
    assert tags(bridge.events(static_row("meminfo", {"MemFree": 1}, job_id=0)), "ldms_job_info") == []


def test_slurm_tells_the_jobs_on_the_node_and_not_those_that_ended(bridge: Bridge) -> None:
    found = tags(bridge.events(SLURM), "ldms_job_info")
    assert [(one["job_id"], one["index"], one["component_id"]) for one in found] == [
        ("4002", "1", "7"),
        ("4003", "2", "7"),
    ]


def test_what_a_gpu_cannot_tell_is_counted_and_only_for_gpus(bridge: Bridge) -> None:
    # DCGM_INT64_NOT_SUPPORTED and DCGM_FP64_BLANK of dcgm_structs.h.
    blanks: dict[str, Value] = {"gpu_temp": 0x7FFFFFFFFFFFFFF2, "power_usage": 2.0**47}
    gpu = bridge.events(static_row("dcgm", {"gpu_id": 0, "sm_clock": 1} | blanks))
    assert gauges(gpu) == {"ldms_dcgm_sm_clock": 1.0}
    assert counted(gpu) == {("dropped_values", "blank", "dcgm"): 2.0}
    assert len(gauges(bridge.events(static_row("vmstat", blanks)))) == 2


def test_two_unknown_sets_that_share_a_column_stay_two_series(bridge: Bridge) -> None:
    first = bridge.events(as_is_row({"reads": 1, "writes": 2}))
    second = bridge.events(as_is_row({"reads": 3, "errors": 4}))
    again = bridge.events(as_is_row({"writes": 5, "reads": 6}))
    rows = [tags(events, "ldms_as_is_reads")[0]["row"] for events in (first, second, again)]
    assert rows[0] != rows[1]
    assert rows[0] == rows[2]
    assert all(len(row) == 8 for row in rows)


def test_rows_of_an_unknown_list_are_told_apart_by_its_strings(bridge: Bridge) -> None:
    events = bridge.events(as_is_row({"kernel": "6.1", "dev_list.name": "sda", "dev_list.reads": 5, "total": 6}))
    assert gauges(events) == {"ldms_as_is_reads": 5.0, "ldms_as_is_total": 6.0}
    (labels,) = tags(events, "ldms_as_is_reads")
    assert labels["name"] == "sda"
    assert "kernel" not in labels
    assert faults(events) == []


def test_lists_that_share_a_member_keep_both(bridge: Bridge) -> None:
    events = bridge.events(as_is_row({"a.name": "x", "b.name": "y", "a.n": 1, "b.n": 2, "a.job": "j", "a.index": "i"}))
    assert sorted(gauges(events).values()) == [1.0, 2.0]
    labels = events[-1]["tags"]
    assert (labels["name"], labels["exported_b_name"]) == ("x", "y")
    assert (labels["job"], labels["exported_a_job"], labels["exported_a_index"]) == ("ldms", "j", "i")
    assert faults(events) == []


def test_a_label_that_cannot_stand_alone_is_marked_and_an_empty_one_left_out(bridge: Bridge) -> None:
    # A shorter list is padded with empty strings (decomp_as_is.c).
    events = bridge.events(as_is_row({"a.1st": "x", "b.name": "", "b.n": 2}))
    (labels,) = tags(events, "ldms_as_is_n")
    assert labels["exported_a_1st"] == "x"
    assert "name" not in labels
    assert faults(events) == []
