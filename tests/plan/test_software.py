"""The software plan, from either form of the file."""

from __future__ import annotations

import json

from telecompile.plan.software import SoftwarePlan
from tests.config.changed import changed, planned


def software(text: object) -> SoftwarePlan:
    return planned(changed(software=json.dumps(text))).software


def packages(plan: SoftwarePlan) -> dict[str, list[str]]:
    return {group.name: [package.name for package in group.packages] for group in plan.groups}


def objects(**more: object) -> dict[str, object]:
    return {
        "cluster_os_type": "rhel",
        "cluster_os_version": "10.0",
        "repo_config": "always",
        "softwares": [
            {"name": "openldap", "arch": ["x86_64", "aarch64"]},
            {"name": "service_k8s", "version": "1.35.1", "arch": ["x86_64"]},
            {"name": "slurm_custom", "arch": ["aarch64"]},
        ],
        "slurm_custom": [{"name": "slurm_node"}],
        "service_k8s": [{"name": "service_kube_node"}],
        **more,
    }


def test_a_package_goes_to_the_groups_of_its_architecture_and_roles() -> None:
    assert packages(software(objects())) == {
        "login_node_x86_64": ["openldap"],
        "service_kube_control_plane_first_x86_64": ["openldap"],
        "service_kube_node_x86_64": ["openldap", "service_k8s"],
        "slurm_control_node_x86_64": ["openldap"],
        "slurm_node_aarch64": ["openldap", "slurm_custom"],
        "slurm_node_x86_64": ["openldap"],
    }


def test_without_a_csv_the_groups_are_what_the_lists_and_architectures_give() -> None:
    plan = planned(changed(software=json.dumps(objects()), nodes=None)).software
    assert packages(plan) == {
        "service_kube_node_x86_64": ["openldap", "service_k8s"],
        "slurm_node_aarch64": ["openldap", "slurm_custom"],
    }
    assert {group.nodes for group in plan.groups} == {None}


def test_versions_mode_and_numbers_of_nodes() -> None:
    plan = software(objects())
    assert plan.mode == "always"
    (group,) = [group for group in plan.groups if group.name == "service_kube_node_x86_64"]
    assert (group.nodes, [(one.name, one.version) for one in group.packages]) == (
        1,
        [("openldap", None), ("service_k8s", "1.35.1")],
    )
    assert software(objects(repo_config="partial")).mode == "partial"


def test_the_array_form_gives_the_same_kind_of_plan() -> None:
    plan = software(
        [
            {"functional_group_name": "slurm_node_x86_64", "software": [{"name": "slurm", "version": "25.05"}]},
            {"functional_group_name": "login_node_x86_64", "software": []},
            {"functional_group_name": "slurm_node_x86_64", "software": [{"name": "ldms"}]},
        ]
    )
    assert plan.mode is None
    assert packages(plan) == {"login_node_x86_64": [], "slurm_node_x86_64": ["slurm", "ldms"]}
    slurm, ldms = plan.groups[1].packages
    assert (slurm.version, slurm.architectures, ldms.version) == ("25.05", ("x86_64",), None)
    assert plan.groups[1].nodes == 1
