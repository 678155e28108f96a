"""LDMS: how many daemons, on which ports, with how much memory."""

from __future__ import annotations

import pytest

from telecompile.config.quantity import binary, whole
from telecompile.plan.ldms import Ldms
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
    pods = {one.name: len(one.containers) for one in plan.workloads if one.component == "ldms"}
    # The nodes know one address, so all aggregators are in one pod; each has a store of its own.
    assert pods == {"ldms-aggregator": daemons, **{f"ldms-store-{number}": 1 for number in range(daemons)}}


@pytest.mark.parametrize(
    ("nodes", "port", "right"), [(1000, 6100, True), (1001, 6100, False), (1001, 6099, True), (100_000, 6002, False)]
)
def test_ports_end_at_6100(nodes: int, port: int, right: bool) -> None:
    codes = [one.code for one in said(without_csv(nodes, ("agg_port: 6001", f"agg_port: {port}")))]
    assert ("ldms-ports" not in codes) is right


@pytest.mark.parametrize("nodes", [1, 10, 999, 1000, 4000])
def test_set_memory_is_64_mib_and_32_kib_for_each_plugin_of_each_node_of_a_daemon(nodes: int) -> None:
    plan = planned(without_csv(nodes))
    # Five plugins of the default input, and that of GPUs.
    memory = 64 * MI + min(nodes, 1000) * 6 * 32 * 1024
    assert setting(plan, "set_memory") == binary(memory)
    for workload in plan.workloads:
        if workload.component == "ldms":
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


def with_nodes(count: int, hostname: str = "node-{}") -> dict[str, bytes | str]:
    """A mapping CSV of so many compute nodes, and of one that is not collected before them."""
    head = (
        "FUNCTIONAL_GROUP_NAME,GROUP_NAME,SERVICE_TAG,PARENT_SERVICE_TAG,HOSTNAME,ADMIN_MAC,ADMIN_IP,BMC_MAC,BMC_IP\n"
    )
    rows = ["login_node_x86_64,g,L1,,login-1,,198.51.100.1,,"]
    for number in range(count):
        address = f"2001:db8:1234:5678:9abc:def0:{number // 65536:x}:{number % 65536:x}"
        rows.append(f"slurm_node_x86_64,g,S{number},,{hostname.format(number)},,{address},,")
    return {**changed(), NODES: (head + "\n".join(rows) + "\n").encode()}


def collection(contents: dict[str, bytes | str]) -> Ldms:
    found = planned(contents).ldms
    assert found is not None
    return found


def test_each_aggregator_dials_a_thousand_nodes_of_its_own() -> None:
    ldms = collection(with_nodes(2500))
    assert [len(one.nodes) for one in ldms.aggregators] == [1000, 1000, 500]
    assert [pod.name for pod, _ in ldms.pods] == [one.host for one in ldms.aggregators]
    assert len({name for one in ldms.aggregators for name, _ in one.nodes}) == 2500
    assert ldms.aggregators[1].nodes[0] == ("node-1000", "2001:db8:1234:5678:9abc:def0:0:3e8")


def test_nodes_are_called_by_their_row_where_their_names_would_not_fit_into_one_object() -> None:
    (short,) = collection(with_nodes(1000)).aggregators
    (long,) = collection(with_nodes(1000, "n{}" + "x" * 50)).aggregators
    assert short.nodes[0][0] == "node-0"
    # Row 1 is the login node.
    assert long.nodes[0][0] == "row-2"
    for one in (short, long):
        lines = (
            f"prdcr_add name={name} host={host} port=10001 xprt=sock type=active reconnect=20s\n"
            for name, host in one.nodes
        )
        assert sum(map(len, lines)) < 180 * 1024


def test_jobs_reach_the_other_samplers_where_slurm_sampler_runs_beside_them() -> None:
    slurm = (
        "    - plugin_name: slurm_sampler\n"
        '      config_parameters: "component_id=3 stream=s job_count=8 task_count=64"\n'
        '      activation_parameters: "interval=1s"\n'
    )
    edit = ("  sampler_plugins:\n", f"  sampler_plugins:\n{slurm}")
    found = {one.name: one.config for one in collection(changed({TELEMETRY: (edit,)})).plugins}
    # The node's own component_id is given in front of these words.
    assert found["slurm_sampler"] == "stream=s job_count=8 task_count=64"
    assert found["meminfo"] == "job_set=${LDMS_PRODUCER}/slurm_sampler"
    assert {one.name: one.config for one in collection(changed()).plugins}["meminfo"] == ""


def test_a_gpu_sampler_is_told_whose_values_it_reads_and_how_often() -> None:
    dcgm = '    - plugin_name: dcgm_sampler\n      activation_parameters: "interval=2s"\n'
    edit = ("  sampler_plugins:\n", f"  sampler_plugins:\n{dcgm}")
    found = {one.name: one.config for one in collection(changed({TELEMETRY: (edit,)})).plugins}
    assert found["dcgm_sampler"] == "use_base=1 interval=2000000"


def test_parameters_over_several_lines_become_one_command() -> None:
    edit = ('config_parameters: ""', "config_parameters: |\n        uid=0\n        perm=0440")
    assert collection(changed({TELEMETRY: (edit,)})).plugins[0].config == "uid=0 perm=0440"
