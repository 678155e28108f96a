"""Valid mapping CSVs and software files that go with them."""

from __future__ import annotations

import csv
import io
from typing import Any

from hypothesis import strategies as st

from tests.properties.values import LABEL_TEXTS

HEADER = [
    "FUNCTIONAL_GROUP_NAME",
    "GROUP_NAME",
    "SERVICE_TAG",
    "PARENT_SERVICE_TAG",
    "HOSTNAME",
    "ADMIN_MAC",
    "ADMIN_IP",
    "BMC_MAC",
    "BMC_IP",
]
GROUPS = [
    "slurm_node_x86_64",
    "slurm_node_rhel_10_0_aarch64",
    "slurm_control_node_x86_64",
    "login_node_aarch64",
    "login_compiler_node_x86_64",
    "service_kube_node_x86_64",
    "service_kube_control_plane_first_x86_64",
    "os_x86_64",
    "something-else",
]
COLLECTED = GROUPS[0]
_SLURM = ["slurm_control_node", "slurm_node", "login_node", "login_compiler_node"]
_KUBERNETES = ["service_kube_control_plane_first", "service_kube_control_plane", "service_kube_node"]
_PLAIN = ["default_packages", "admin_debug_packages", "openldap", "ldms", "ucx", "csi_driver_powerscale", "site-own"]
_ARCHITECTURES = st.lists(st.sampled_from(["x86_64", "aarch64"]), min_size=1, unique=True)


@st.composite
def node_groups(draw: st.DrawFn, *, collected: bool) -> list[str]:
    """The functional group of each row, up to 40; at least one is collected by ldms where asked for."""
    groups = draw(st.lists(st.sampled_from(GROUPS), max_size=40))
    return [*groups[:39], COLLECTED] if collected and COLLECTED not in groups else groups


@st.composite
def mapping_csv(draw: st.DrawFn, groups: list[str]) -> str:
    """A row for each of *groups*, with or without BMC and InfiniBand."""
    infiniband = draw(st.booleans())
    columns = [*HEADER, *(["IB_NIC_NAME", "IB_IP"] if infiniband else [])]
    rows = [
        dict.fromkeys(columns, "") | _node(group, number, draw(st.booleans())) for number, group in enumerate(groups, 1)
    ]
    written = io.StringIO()
    head = columns if draw(st.booleans()) else [name.lower() for name in columns]
    writer = csv.writer(written, lineterminator=draw(st.sampled_from(["\n", "\r\n"])))
    writer.writerow(head)
    writer.writerows([row[column] for column in columns] for row in rows)
    return written.getvalue()


def _node(group: str, number: int, managed: bool) -> dict[str, str]:
    return {
        "FUNCTIONAL_GROUP_NAME": group,
        "GROUP_NAME": "grp0",
        "SERVICE_TAG": f"TAG{number:04}",
        "HOSTNAME": f"node-{number}",
        "ADMIN_MAC": f"02:00:00:00:00:{number:02x}",
        "ADMIN_IP": f"192.0.2.{number}",
        "BMC_MAC": f"02:00:00:00:01:{number:02x}" if managed else "",
        "BMC_IP": f"198.51.100.{number}" if managed else "",
    }


def software(groups: list[str] | None) -> st.SearchStrategy[Any]:
    """Either form; the array names groups that the CSV has, any of them without a CSV."""
    return _object_form() | _array_form(sorted(set(GROUPS if groups is None else groups)))


@st.composite
def _object_form(draw: st.DrawFn) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cluster_os_type": "rhel",
        "cluster_os_version": "10.0",
        "repo_config": draw(st.sampled_from(["always", "partial"])),
        "softwares": [draw(_package(name)) for name in draw(st.lists(st.sampled_from(_PLAIN), unique=True))],
    }
    for name, roles in (
        ("slurm_custom", _SLURM),
        ("service_k8s", _KUBERNETES),
        ("additional_packages", [*_SLURM, *_KUBERNETES, "os"]),
    ):
        if draw(st.booleans()):
            chosen = draw(st.lists(st.sampled_from(roles), min_size=1, unique=True))
            found[name] = [{"name": role} for role in chosen]
            found["softwares"].append(draw(_package(name)))
    return found


@st.composite
def _package(draw: st.DrawFn, name: str) -> dict[str, Any]:
    version = st.one_of(st.none(), st.sampled_from(["1.35.1", "v2.17.0", "1e3", "yes"]))
    return draw(st.fixed_dictionaries({"name": st.just(name), "arch": _ARCHITECTURES}, optional={"version": version}))


@st.composite
def _array_form(draw: st.DrawFn, groups: list[str]) -> list[dict[str, Any]]:
    if not groups:
        return []
    packages = st.lists(
        st.fixed_dictionaries({"name": LABEL_TEXTS}, optional={"version": st.none() | st.just("1.0")}),
        max_size=4,
        unique_by=lambda package: package["name"],
    )
    chosen = draw(st.lists(st.sampled_from(groups), unique=True))
    return [{"functional_group_name": group, "software": draw(packages)} for group in chosen]
