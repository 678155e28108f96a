"""LDMS: how many daemons, on which ports, with how much memory."""

from __future__ import annotations

import pytest

from telecompile.config.quantity import binary, whole
from telecompile.plan.plan import Plan
from tests.config.changed import NODES, TELEMETRY, changed, planned, said

MI = 2**20


def without_csv(nodes: int, *edits: tuple[str, str]) -> dict[str, bytes | str]:
    options = (
        f"expose: {{source_ranges: [192.0.2.0/24]}}\nldms: {{aggregator_address: 192.0.2.9, expected_nodes: {nodes}}}\n"
    )
    return changed({TELEMETRY: edits}, nodes=None, options=options)


def setting(plan: Plan, name: str) -> object:
    source = next(source for source in plan.sources if source.name == "ldms")
    return dict(source.settings)[name].value


@pytest.mark.parametrize(("nodes", "daemons"), [(1, 1), (1000, 1), (1001, 2), (5000, 5), (100_000, 100)])
def test_a_daemon_for_each_thousand_nodes(nodes: int, daemons: int) -> None:
    plan = planned(without_csv(nodes))
    assert setting(plan, "aggregator_daemons") == daemons
    assert setting(plan, "aggregator_ports") == ("6001" if daemons == 1 else f"6001-{6000 + daemons}")
    assert {one.name: one.replicas for one in plan.workloads}["ldms-aggregator"] == daemons


@pytest.mark.parametrize(
    ("nodes", "port", "right"), [(1000, 6100, True), (1001, 6100, False), (1001, 6099, True), (100_000, 6002, False)]
)
def test_ports_end_at_6100(nodes: int, port: int, right: bool) -> None:
    codes = [one.code for one in said(without_csv(nodes, ("agg_port: 6001", f"agg_port: {port}")))]
    assert ("ldms-ports" not in codes) is right


@pytest.mark.parametrize("nodes", [1, 10, 999, 1000, 4000])
def test_set_memory_is_64_mib_and_32_kib_for_each_plugin_of_each_node_of_a_daemon(nodes: int) -> None:
    plan = planned(without_csv(nodes))
    memory = 64 * MI + min(nodes, 1000) * 5 * 32 * 1024
    assert setting(plan, "set_memory") == binary(memory)
    for workload in plan.workloads:
        if workload.name in ("ldms-aggregator", "ldms-store"):
            used = workload.main.resources
            assert (used.cpu_request, used.cpu_limit) == ("250m", "1")
            assert whole(used.memory_request) == whole(used.memory_limit) == 2 * memory + 256 * MI


def test_with_a_csv_only_rows_of_the_collected_roles_count() -> None:
    assert setting(planned(changed()), "nodes") == 2
    options = "expose: {source_ranges: [192.0.2.0/24]}\nldms: {roles: [slurm_node, login_node, slurm_control_node]}\n"
    assert setting(planned(changed(options=options)), "nodes") == 4
    assert setting(planned(changed({NODES: (("slurm_node_aarch64", "gpu_node_aarch64"),)})), "nodes") == 1


def test_the_update_interval_is_the_finest_sampler_interval() -> None:
    edits = (("interval=30000000", "interval=2500ms"), ("interval=30000000", "interval=10s"))
    assert setting(planned(changed({TELEMETRY: edits})), "update_interval") == "2500000 us"


def test_who_dials_whom_follows_the_csv() -> None:
    assert setting(planned(changed()), "dialling") == "aggregators dial ADMIN_IP of each node"
    assert setting(planned(without_csv(10)), "dialling") == "samplers dial 192.0.2.9"
