"""Lists that grow with the input besides those of nodes: BMCs in policies, packages in the software plan."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from ipaddress import ip_network

import pytest

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import Compilation, compile_input
from tests.config.changed import DEFAULT, changed
from tests.golden.test_sizes import COUNT, KINDS, LARGEST_OBJECT, bmc, bodies, mapping_csv, rows_of

GROUPS, PACKAGES = 900, 60
"""Functional groups with the longest names that a role and an architecture leave, and packages for all of them."""


def _group(number: int) -> str:
    return f"slurm_node_{number:04}{'x' * 160}_{('x86_64', 'aarch64')[number % 2]}"


@cache
def with_much_software() -> Compilation:
    """Each package with the longest version that needs escapes most."""
    names = [f"package_{number:02}" for number in range(PACKAGES)]
    softwares = [{"name": name, "version": '"' * 60, "arch": ["x86_64", "aarch64"]} for name in names]
    software = {"cluster_os_type": "rhel", "cluster_os_version": "10.0", "repo_config": "always"}
    rows = tuple(
        (_group(number), f"n{number}", f"198.18.{number // 250}.{number % 250 + 1}") for number in range(GROUPS)
    )
    contents = changed(software=json.dumps(software | {"softwares": softwares}), nodes=mapping_csv(rows))
    compilation = compile_input(contents, lambda path: read_referenced(str(DEFAULT), path))
    assert compilation.plan is not None, compilation.diagnostics
    return compilation


@pytest.mark.parametrize("kind", KINDS)
def test_the_receiver_reaches_every_bmc_and_nothing_else(kind: str) -> None:
    """With several policies where one would be too large; `test_sizes` asks how large each is."""
    policies = bodies(kind, "NetworkPolicy", r"idrac-telemetry(-\d+)?")
    rules = [rule for body in policies for rule in body["spec"]["egress"]]
    opened = Counter(
        ip_network(peer["ipBlock"]["cidr"])
        for rule in rules
        if rule["ports"] == [{"protocol": "TCP", "port": 443}]
        for peer in rule["to"]
    )
    reached = {address for network in opened for address in network}
    wanted = {bmc(index, address) for index, (_, _, address) in enumerate(rows_of(kind))}
    wanted |= {f"192.0.2.{number}" for number in range(111, 115)}
    assert reached == {one.network_address for one in map(ip_network, wanted)}
    assert set(opened.values()) == {1}
    assert len(opened) > COUNT
    assert len(policies) > 1
    assert len({json.dumps(body["spec"]["podSelector"]) for body in policies}) == 1
    # Whom it takes connections from stands in the first; the others give nothing but their addresses.
    assert [body["spec"]["policyTypes"] for body in policies[1:]] == [["Egress"]] * (len(policies) - 1)


def test_no_part_of_the_software_plan_is_too_large_and_no_package_is_lost() -> None:
    found: Counter[tuple[str, str]] = Counter()
    parts = []
    for one in with_much_software().manifests:
        if one.body["kind"] == "ConfigMap" and one.body["metadata"]["name"].startswith("software-plan"):
            assert len(json.dumps(one.body, separators=(",", ":")).encode()) <= LARGEST_OBJECT
            plan = json.loads(one.body["data"]["software-plan.json"])
            parts.append((plan["part"], plan["parts"]))
            for group in plan["functional_groups"]:
                found.update((group["functional_group_name"], package["name"]) for package in group["software"])
    assert len(parts) > 10
    assert sorted(parts) == [(number, len(parts)) for number in range(1, len(parts) + 1)]
    assert set(found.values()) == {1}
    groups = {_group(number) for number in range(GROUPS)}
    assert {pair for pair in found if pair[0] in groups} == {
        (group, f"package_{number:02}") for group in groups for number in range(PACKAGES)
    }
