"""Functional groups of the mapping CSV that are nearly a role and an architecture."""

from __future__ import annotations

import pytest

from telecompile.config.group_names import meant
from telecompile.diagnostics.diagnostic import Diagnostic
from tests.config.changed import DEFAULT, NODES, changed, said

CSV = (DEFAULT / NODES).read_text(encoding="utf-8")


def found(*edits: tuple[str, str]) -> list[Diagnostic]:
    return said(changed({NODES: edits}))


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("slurm_node_x86-64", ["slurm_node_x86_64"]),
        ("Slurm-Node-x86_64", ["slurm_node_x86_64"]),
        ("slurm_nodes_x86_64", ["slurm_node_x86_64"]),
        ("slurm_node_x86_64_2", ["slurm_node_x86_64"]),
        ("slurm_node_arm64", ["slurm_node_aarch64"]),
        ("slurm_node_rhel_10_amd64", ["slurm_node_rhel_10_x86_64"]),
        ("slurm_node", ["slurm_node_x86_64", "slurm_node_aarch64"]),
        ("login-nodes", ["login_node_x86_64", "login_node_aarch64"]),
        ("os-x86-64", ["os_x86_64"]),
    ],
)
def test_a_near_miss_is_told_with_the_name_that_was_meant(group: str, names: list[str]) -> None:
    (one,) = found(("slurm_node_x86_64", group))
    assert (one.code, one.severity, one.file) == ("node-group-unclear", "warning", NODES)
    assert one.help == f"write {' or '.join(names)}"
    assert one.span == (6, 1, 6, 1 + len(group))
    for name in names:
        assert found(("slurm_node_x86_64", name)) == []


@pytest.mark.parametrize(
    "group",
    ["gpu_node_x86_64", "storage", "k8s_x86_64", "my_os_x86_64", "slurm_node_gpu", "grp7", "x86_64", "es_x86_64"],
)
def test_groups_of_a_sites_own_are_left_alone(group: str) -> None:
    assert meant(group) is None


def test_a_group_is_told_once_with_its_rows() -> None:
    (one,) = found(("login_node_x86_64", "slurm_node_x86-64"), ("slurm_node_x86_64", "slurm_node_x86-64"))
    assert one.summary.startswith("row 5, FUNCTIONAL_GROUP_NAME: 'slurm_node_x86-64' names no role and architecture")
    assert ": its 2 rows are not taken for slurm_node" in one.summary


def test_ldms_without_a_node_says_it_itself() -> None:
    slips = (("slurm_node_x86_64", "slurm_node_x86-64"), ("slurm_node_aarch64", "slurm_node"))
    (one,) = found(*slips)
    assert (one.code, one.span) == ("ldms-no-node", (6, 1, 6, 18))
    assert one.help.startswith("write slurm_node_x86_64 there; or set ldms.roles")
    # Of another role it says nothing.
    both = found(*slips, ("login_node_x86_64", "login_nodes_x86_64"))
    assert sorted(one.code for one in both) == ["ldms-no-node", "node-group-unclear"]


def test_without_a_csv_there_is_no_group() -> None:
    assert "node-group-unclear" not in [one.code for one in said(changed(nodes=None))]
