"""The columns of the samplers: present on every kernel or truly filled, and what arguments do to them."""

from __future__ import annotations

import subprocess
import sys
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telecompile.sources.ldms.samplers import BASE, KNOWN, Row, Sampler, static_sampler
from telecompile.sources.ldms.samplers.model import TYPES
from tests.ldms.proc_names import MEMINFO, VMSTAT

LOADS = ("load1min", "load5min", "load15min")
LOADAVG = (*LOADS, "runnable", "scheduling_entities", "newest_pid")


def made(plugin: str, arguments: str = "") -> Sampler:
    found = static_sampler(plugin, arguments)
    assert found is not None
    return found


def only_row(sampler: Sampler) -> Row:
    (row,) = sampler.rows
    return row


def types(row: Row) -> dict[str, str]:
    return {column.name: column.type for column in row.columns}


def check(sampler: Sampler) -> None:
    for row in sampler.rows:
        names = [column.name for column in row.columns]
        assert len(set(names)) == len(names)
        assert set(row.keys) <= set(names)
        assert row.list is None or all(column.fill is None for column in row.columns)  # ldmsd fills no record member
        assert not set(names) & {column.name for column in sampler.base}
    for column in chain(sampler.base, *(row.columns for row in sampler.rows)):
        assert column.type in TYPES
        assert column.source
        assert column.name == column.name.strip() != ""


@pytest.mark.parametrize("plugin", KNOWN)
def test_every_column_is_sound(plugin: str) -> None:
    check(made(plugin, "use_base=1"))


@pytest.mark.parametrize("plugin", ["meminfo", "vmstat"])
def test_what_a_kernel_makes_says_which_kernels(plugin: str) -> None:
    assert all(column.kernels for column in only_row(made(plugin)).columns)


@pytest.mark.parametrize("kernel", MEMINFO)
def test_meminfo_of_every_kernel_has_the_columns_without_a_fill(kernel: str) -> None:
    assert not {column.name for column in only_row(made("meminfo")).columns if column.fill is None} - MEMINFO[kernel]


@pytest.mark.parametrize("kernel", VMSTAT)
def test_vmstat_of_every_kernel_has_the_columns_without_a_fill(kernel: str) -> None:
    assert not {column.name for column in only_row(made("vmstat")).columns if column.fill is None} - VMSTAT[kernel]


@pytest.mark.parametrize(("plugin", "kernels"), [("meminfo", MEMINFO), ("vmstat", VMSTAT)])
def test_every_column_exists_on_the_supported_kernel(plugin: str, kernels: dict[str, frozenset[str]]) -> None:
    supported = kernels["RHEL 10, 6.12, x86_64"] & kernels["RHEL 10, 6.12, aarch64"]
    assert {column.name for column in only_row(made(plugin)).columns} <= supported


@pytest.mark.parametrize(("plugin", "kernels"), [("meminfo", MEMINFO), ("vmstat", VMSTAT)])
def test_a_fill_is_zero_and_belongs_to_an_option_or_a_later_kernel(
    plugin: str, kernels: dict[str, frozenset[str]]
) -> None:
    for column in only_row(made(plugin)).columns:
        if column.fill is not None:
            assert column.fill == 0
            assert "CONFIG_" in column.kernels or any(column.name not in names for names in kernels.values())


def test_what_operators_ask_for_is_there() -> None:
    asked = "MemTotal MemFree MemAvailable Buffers Cached SwapTotal SwapFree Slab Dirty Hugetlb Active(anon)"
    assert set(asked.split()) <= set(types(only_row(made("meminfo"))))
    asked = "pgfault pgmajfault pswpin pswpout pgpgin pgpgout oom_kill allocstall_normal numa_hit thp_fault_alloc"
    assert set(asked.split()) <= set(types(only_row(made("vmstat"))))


@pytest.mark.parametrize("plugin", sorted(set(KNOWN) - {"slurm_sampler"}))
def test_schema_is_taken_from_the_arguments(plugin: str) -> None:
    assert made(plugin, "schema=mine").schema == "mine"
    assert made(plugin, "schema=").schema == made(plugin).schema
    assert made(plugin, "schema=first schema=second").schema == "first"
    assert static_sampler(plugin, "schema=of_${HOSTNAME}") is None


def test_slurm_sampler_keeps_its_schema() -> None:
    assert made("slurm_sampler", "component_id=1 stream=slurm job_count=8 task_count=8 schema=x").schema == "mt-slurm"


def test_the_jobs_of_a_node_are_arrays_in_one_row() -> None:
    sampler = made("slurm_sampler", "component_id=1 stream=slurm job_count=8 task_count=8")
    row = only_row(sampler)
    assert row.list is None
    assert types(row)["job_id"] == "u64_array"
    assert types(row)["job_slot_list_tail"] == "s32"
    assert [(column.name, column.type) for column in sampler.base] == [("component_id", "u64_array")]


def test_strings_that_users_write_are_left_out() -> None:
    """A quote in a job's name would make the whole message unreadable."""
    assert "char_array" not in types(only_row(made("slurm_sampler"))).values()


@given(st.sets(st.sampled_from(LOADAVG), min_size=1), st.booleans(), st.randoms(use_true_random=False))
def test_loadavg_has_the_metrics_asked_for_in_the_order_of_the_file(
    names: set[str], whole: bool, random: Random
) -> None:
    shuffled = sorted(names)
    random.shuffle(shuffled)
    sampler = made("loadavg", f"metrics={','.join(shuffled)}" + " force_integer" * whole)
    assert list(types(only_row(sampler))) == [name for name in LOADAVG if name in names]
    real = "u64" if whole else "d64"
    assert types(only_row(sampler)) == {name: real if name in LOADS else "u64" for name in LOADAVG if name in names}
    digits = "".join(str(int(name in names)) for name in LOADAVG)
    assert sampler.schema == "loadavg" + "i" * whole + ("" if digits == "111111" else digits)


@pytest.mark.parametrize("arguments", ["metrics=", "metrics=load1min,load2min", "metrics=,"])
def test_loadavg_with_metrics_that_it_refuses_is_not_known(arguments: str) -> None:
    assert static_sampler("loadavg", arguments) is None


def test_force_integer_is_a_bare_word() -> None:
    assert made("loadavg", "force_integer=1").schema == "loadavg"
    assert made("loadavg", "force_integer").schema == "loadavgi"


def test_an_interface_and_a_cpu_are_rows_told_apart_by_name() -> None:
    network = only_row(made("procnetdev2", "ifaces=eth0,ib0 exclude=lo"))
    assert (network.list, network.keys, types(network)["name"]) == ("netdev_list", ("name",), "char_array")
    node, cpu = made("procstat2").rows
    assert (node.list, node.keys) == (None, ())
    assert (cpu.list, cpu.keys) == ("cpu_list", ("name",))
    assert set(types(node)) == {"ctxt", "btime", "processes", "procs_running", "procs_blocked"}


@pytest.mark.parametrize("further", ["interrupt=true", "soft_interrupt=TRUE"])
def test_interrupt_sets_that_share_the_schema_are_not_known(further: str) -> None:
    assert made("procstat2", further) == made("procstat2")
    assert static_sampler("procstat2", f"{further} schema=mine") is None
    assert made("procstat2", "interrupt=false schema=mine").schema == "mine"


def test_a_dcgm_field_is_named_by_its_tag_and_typed_by_dcgm() -> None:
    row = only_row(made("dcgm_sampler", "use_base=1 interval=1000000 fields=150,155,1004,54"))
    assert types(row) == {
        "gpu_id": "s32",
        "gpu_temp": "s64",
        "power_usage": "d64",
        "tensor_active": "d64",
        "uuid": "char_array",
    }
    assert row.keys == ("gpu_id",)
    assert types(only_row(made("dcgm_sampler"))) == {"gpu_id": "s32", "gpu_temp": "s64", "power_usage": "d64"}


@pytest.mark.parametrize("fields", ["", ",", "150,9999", "150,150", "0x96", "112", "${FIELDS}"])
def test_dcgm_fields_that_are_not_sure_are_not_known(fields: str) -> None:
    assert static_sampler("dcgm_sampler", f"fields={fields}") is None


def test_dcgm_has_a_component_id_only_with_use_base() -> None:
    assert made("dcgm_sampler", "use_base=1").base == BASE
    assert "component_id" not in {column.name for column in made("dcgm_sampler", "interval=1000000").base}


@pytest.mark.parametrize("plugin", ["", "lustre_client", "__init__", "model", "..plan", "meminfo.x"])
def test_other_plugins_are_not_known(plugin: str) -> None:
    assert static_sampler(plugin, "") is None


@given(st.sampled_from(KNOWN), st.text(st.sampled_from("abc=, 15$\tmetricsfldhu_"), max_size=60))
def test_whatever_the_arguments_the_answer_is_sound_or_none(plugin: str, arguments: str) -> None:
    found = static_sampler(plugin, arguments)
    if found is not None:
        check(found)
        assert found.schema


def test_only_the_module_asked_for_is_imported() -> None:
    package = "telecompile.sources.ldms.samplers"
    code = (
        f"import sys; from {package} import KNOWN, static_sampler; static_sampler('loadavg', '');"
        f"print(*(name for name in KNOWN if '{package}.' + name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["loadavg"]
