"""A sample from a node to its metrics, through everything that the output renders for it.

The set as the sampler makes it, the rows that the rendered decomposition gives, their text as the store writes it, and
the rendered programs in a real VRL engine.
"""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from telecompile.sources.ldms.samplers import static_sampler
from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.ldms.applying import Metric, Set, rows
from tests.ldms.proc_names import MEMINFO, VMSTAT
from tests.ldms.store_rows import json_row
from tests.vector.shape import counted, faults, gauges, tags
from tests.vector.vrl_engine import RECEIVED, Event, RenderedBridge, holds

TIME = (RECEIVED // 1000 - 1, 1751)
MICROSECONDS = TIME[0] * 10**6 + TIME[1]
BASE: dict[str, Metric] = {"component_id": ("u64", 5), "job_id": ("u64", 0), "app_id": ("u64", 0)}
OWN_LABELS = {"instance": "node-1", "job": "ldms", "component_id": "5", "source_subsystem": "ldms"}


class Path:
    """Store and bridge of an output, one after the other."""

    def __init__(self, one: Compiled) -> None:
        maps = {
            body["metadata"]["name"]: body["data"] for body in one.objects().values() if body["kind"] == "ConfigMap"
        }
        self.decomposition = maps["ldms-store-0"]["decomposition.json"]
        self.config, self.tests = (maps["vector-ldms"][file] for file in ("vector.yaml", "tests.yaml"))
        tables = {
            file.removesuffix(".csv"): text
            for data in maps.values()
            for file, text in data.items()
            if file.endswith(".csv")
        }
        self.bridge = RenderedBridge(self.config, tables)

    def events(self, sample: Set) -> list[Event]:
        """Everything that leaves the last program for all rows of the sample."""
        found = []
        for row in rows(self.decomposition, sample):
            events = self.bridge.events(json_row(row))
            assert not faults(events)
            found += events
        return found


@pytest.fixture(scope="module")
def path(compiled: Compile) -> Path:
    return Path(compiled(Case(GOLDEN / "default")))


@pytest.fixture(scope="module")
def every_path(compiled: Compile) -> Path:
    """With the samplers of jobs and GPUs besides."""
    return Path(compiled(Case(GOLDEN / "ldms-jobs-and-gpus")))


@pytest.mark.parametrize("kernel", sorted(MEMINFO))
def test_memory_of_every_supported_kernel_arrives(path: Path, kernel: str) -> None:
    names = sorted(MEMINFO[kernel])
    values: dict[str, Metric] = {name: ("u64", number) for number, name in enumerate(names, 1)}
    events = path.events(Set("meminfo", "node-1", TIME, BASE | values))
    found = gauges(events)
    assert found["ldms_meminfo_MemTotal"] == float(names.index("MemTotal") + 1)
    assert found["ldms_meminfo_Active_anon"] == float(names.index("Active(anon)") + 1)
    assert tags(events, "ldms_meminfo_MemTotal") == [OWN_LABELS]
    assert {event["timestamp"]["microseconds"] for event in events if "gauge" in event} == {MICROSECONDS}
    assert not counted(events)


@pytest.mark.parametrize("kernel", sorted(VMSTAT))
def test_vmstat_of_every_supported_kernel_arrives(path: Path, kernel: str) -> None:
    values: dict[str, Metric] = dict.fromkeys(VMSTAT[kernel], ("u64", 2**64 - 1))
    found = gauges(path.events(Set("vmstat", "node-1", TIME, BASE | values)))
    static = static_sampler("vmstat", "")
    assert static is not None
    assert set(found) == {f"ldms_vmstat_{column.name}" for row in static.rows for column in row.columns}
    assert found["ldms_vmstat_pgfault"] == 2.0**64


def test_a_set_that_lacks_a_column_is_lost_as_a_whole(path: Path) -> None:
    """Why a column is listed only where it is on every kernel: ldmsd itself drops the set."""
    values: dict[str, Metric] = {name: ("u64", 1) for name in MEMINFO[min(MEMINFO)] if name != "MemTotal"}
    assert rows(path.decomposition, Set("meminfo", "node-1", TIME, BASE | values)) == []


def test_rows_of_a_list_are_told_apart_by_its_key(path: Path) -> None:
    members = static_sampler("procnetdev2", "")
    assert members is not None
    records: list[dict[str, Metric]] = [
        {column.name: ("u64", number) for column in members.rows[0].columns} | {"name": ("char_array", name)}
        for number, name in enumerate(("lo", "ib0"))
    ]
    events = path.events(Set("procnetdev2", "node-1", TIME, BASE, {"netdev_list": records}))
    found = {event["tags"]["name"]: event["gauge"]["value"] for event in events if event["name"].endswith("rx_bytes")}
    assert found == {"lo": 0.0, "ib0": 1.0}


def test_a_node_and_its_cpus_are_rows_of_their_own(path: Path) -> None:
    node: dict[str, Metric] = dict.fromkeys(
        ("ctxt", "btime", "processes", "procs_running", "procs_blocked"), ("u64", 7)
    )
    times = "user nice system idle iowait irq softirq steal guest guest_nice"
    cpus: list[dict[str, Metric]] = [
        {**dict.fromkeys(times.split(), ("u64", 3)), "name": ("char_array", name)} for name in ("cpu", "cpu0")
    ]
    events = path.events(Set("procstat2", "node-1", TIME, BASE | node, {"cpu_list": cpus}))
    assert tags(events, "ldms_procstat2_ctxt") == [OWN_LABELS]
    assert [one["name"] for one in tags(events, "ldms_procstat2_user")] == ["cpu", "cpu0"]


def test_a_job_is_told_by_job_info_and_by_no_other_metric(path: Path) -> None:
    load: dict[str, Metric] = dict.fromkeys(("load1min", "load5min", "load15min"), ("d64", 0.5))
    counts: dict[str, Metric] = dict.fromkeys(("runnable", "scheduling_entities", "newest_pid"), ("u64", 1))
    events = path.events(Set("loadavg", "node-1", TIME, {**BASE, **load, **counts, "job_id": ("u64", 4711)}))
    assert tags(events, "ldms_job_info") == [OWN_LABELS | {"job_id": "4711"}]
    assert [event["name"] for event in events if "job_id" in event["tags"]] == ["ldms_job_info"]


def test_a_set_that_nobody_knows_is_named_by_its_component_id(path: Path) -> None:
    events = path.events(Set("site_power", "node-1", TIME, BASE | {"watts": ("d64", 181.5)}))
    (labels,) = tags(events, "ldms_as_is_watts")
    assert labels.pop("row")
    assert labels == OWN_LABELS
    assert counted(events) == {("as_is_rows", "table"): 1.0}


def test_gpus_are_told_apart_even_where_nobody_knows_their_fields(path: Path) -> None:
    gpus = [
        Set("dcgm_of_ours", "node-1", TIME, BASE | {"gpu_id": ("s32", number), "x": ("s64", 1)}) for number in (0, 1)
    ]
    found = [tags(path.events(gpu), "ldms_as_is_x")[0]["gpu_id"] for gpu in gpus]
    assert found == ["0", "1"]


def test_a_node_that_the_mapping_csv_has_not_keeps_its_number(path: Path) -> None:
    events = path.events(Set("site_power", "?", TIME, {"component_id": ("u64", 99), "watts": ("d64", 1.0)}))
    assert [one["instance"] for one in tags(events, "ldms_as_is_watts")] == ["component-99"]
    assert counted(events) == {("as_is_rows", "component_id"): 1.0}


def test_values_that_are_no_numbers_are_counted(path: Path) -> None:
    load: dict[str, Metric] = {name: ("d64", float("nan")) for name in ("load1min", "load5min", "load15min")}
    counts: dict[str, Metric] = dict.fromkeys(("runnable", "scheduling_entities", "newest_pid"), ("u64", 1))
    events = path.events(Set("loadavg", "node-1", TIME, BASE | load | counts))
    assert len(gauges(events)) == 3
    assert counted(events) == {("dropped_values", "not_finite", "loadavg"): 3.0}


@pytest.mark.parametrize("plugin", ["slurm_sampler", "dcgm_sampler"])
def test_jobs_and_gpus_arrive(every_path: Path, plugin: str) -> None:
    arguments = {"slurm_sampler": "", "dcgm_sampler": "fields=150,155,203,252 use_base=1"}[plugin]
    static = static_sampler(plugin, arguments)
    assert static is not None
    columns = [*static.base, *(column for row in static.rows for column in row.columns)]
    values: dict[str, Metric] = {
        column.name: (column.type, [2, 2] if column.type.endswith("_array") else 2) for column in columns
    }
    events = every_path.events(Set(static.schema, "node-1", TIME, values))
    assert events
    numeric = {column.name for row in static.rows for column in row.columns if column.type != "char_array"}
    labels = {"job_id", "app_id", *(key for row in static.rows for key in row.keys)}
    prefix = f"ldms_{static.schema.replace('-', '_')}_"
    assert {name.partition("[")[0].removeprefix(prefix) for name in gauges(events)} == numeric - labels


def test_the_rendered_tests_of_vector_are_true(path: Path) -> None:
    """Run as `vector test` runs them: the present as the record's time, a condition true of one event at least."""
    tests: list[dict[str, Any]] = yaml.safe_load(path.tests)["tests"]
    assert tests
    for test in tests:
        (given,), (wanted,) = test["inputs"], test["outputs"]
        events = path.bridge.events(given["log_fields"]["message"], 2_000_000_000_000)
        assert len(events) == wanted["expected_event_count"], test["name"]
        for condition in wanted["conditions"]:
            assert any(holds(condition["source"], event) for event in events), test["name"]
