"""The rows of the mapping CSV, and what a functional group means."""

from __future__ import annotations

import pytest

from telecompile.config.nodes import meaning, read_nodes
from telecompile.loading.csv_file import load_csv
from telecompile.loading.csv_header import REQUIRED
from tests.config.changed import NODES

HEADER = ",".join(REQUIRED)


def mistakes(*rows: str, header: str = HEADER) -> list[tuple[str, str]]:
    """Code and summary of what is wrong with the cells."""
    document, _ = load_csv(NODES, "\n".join([header, *rows]).encode())
    assert document is not None
    return [(one.code, one.summary) for one in read_nodes(document)[1]]


@pytest.mark.parametrize(
    ("group", "role", "architecture"),
    [
        ("slurm_node_aarch64", "slurm_node", "aarch64"),
        ("slurm_node_rhel_10_0_aarch64", "slurm_node", "aarch64"),
        ("service_kube_control_plane_first_x86_64", "service_kube_control_plane_first", "x86_64"),
        ("service_kube_control_plane_x86_64", "service_kube_control_plane", "x86_64"),
        ("login_compiler_node_x86_64", "login_compiler_node", "x86_64"),
        ("os_x86_64", "os", "x86_64"),
    ],
)
def test_the_longest_role_wins_whatever_stands_in_the_middle(group: str, role: str, architecture: str) -> None:
    assert meaning(group) == (role, architecture)


@pytest.mark.parametrize(
    "group", ["", "slurm_node", "slurm_node_arm64", "slurmnode_x86_64", "Slurm_node_x86_64", "my_os_x86_64", "x86_64"]
)
def test_other_groups_mean_nothing(group: str) -> None:
    assert meaning(group) is None


def test_every_wrong_cell_is_told_with_its_row_and_column() -> None:
    """Rows are called by their line, as the loader does, which the blank line moves."""
    assert mistakes("", "slurm node,g,T1,,h1,m,192.0.2.300,m,x", ",g,T2,,,m,,m,") == [
        ("node-group", "row 3, FUNCTIONAL_GROUP_NAME: 'slurm node' is not the name of a functional group"),
        ("node-address", "row 3, ADMIN_IP: '192.0.2.300' is not an IP address"),
        ("node-address", "row 3, BMC_IP: 'x' is not an IP address"),
        ("node-group", "row 4, FUNCTIONAL_GROUP_NAME: the cell is empty"),
        ("node-hostname", "row 4, HOSTNAME: the cell is empty"),
        ("node-address", "row 4, ADMIN_IP: the cell is empty"),
    ]


def test_tags_hosts_and_addresses_are_unique_where_they_are_given() -> None:
    assert mistakes(
        "os_x86_64,g,T,P,h,m,192.0.2.1,m,", "os_x86_64,g,T,P,h,m,192.0.2.1,m,", "os_x86_64,g,,P,i,m,2001:db8::1,m,"
    ) == [
        ("node-repeated", "row 3, SERVICE_TAG: 'T' is that of row 2 too"),
        ("node-repeated", "row 3, HOSTNAME: 'h' is that of row 2 too"),
        ("node-repeated", "row 3, ADMIN_IP: '192.0.2.1' is that of row 2 too"),
    ]
    assert mistakes("os_x86_64,g,,,h,m,192.0.2.1,m,", "os_x86_64,g,,,i,m,192.0.2.2,m,") == []


def test_a_column_without_one_right_cell_is_one_mistake() -> None:
    """As when two columns were swapped: the first cell is told, and how many rows are like it."""
    header = HEADER.replace("HOSTNAME", "x").replace("ADMIN_IP", "HOSTNAME").replace("x", "ADMIN_IP")
    rows = [f"os_x86_64,g,,,n{number},m,192.0.2.{number},m," for number in range(1, 6)]
    told = "row 2, ADMIN_IP: 'n1' is not an IP address"
    assert mistakes(*rows, header=header) == [("node-address", f"{told}, and all 5 rows are like it")]
    assert len(mistakes(*rows[:3], header=header)) == 3, "of few rows each is told"
    assert len(mistakes(*rows, "os_x86_64,g,,,192.0.2.9,m,n,m,", header=header)) == 5, "one is right"


def test_a_bad_row_hides_no_bad_cell_of_another() -> None:
    assert mistakes("a,b", "os_x86_64,g,,,h,m,x,m,") == [("node-address", "row 3, ADMIN_IP: 'x' is not an IP address")]


def test_cells_of_a_column_that_is_missing_are_not_complained_about() -> None:
    header = HEADER.replace(",HOSTNAME", "").replace(",ADMIN_IP", "")
    assert mistakes("os_x86_64,g,,,m,m,", header=header) == []
