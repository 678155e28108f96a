"""The software plan is cut where one object would be too large, and loses nothing by it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from telecompile.plan.chunks import LARGEST_TEXT
from telecompile.plan.software import Group, Package, SoftwarePlan
from telecompile.plan.software_parts import software_parts

LARGEST = 180 * 1024
packages = st.builds(
    Package,
    st.text(max_size=300),
    st.none() | st.text(max_size=300),
    st.sampled_from([("x86_64",), ("x86_64", "aarch64")]),
)
groups = st.lists(
    st.builds(
        Group, st.text(max_size=300), st.lists(packages, max_size=5).map(tuple), st.none() | st.integers(0, 9999)
    ),
    unique_by=lambda group: group.name,
    max_size=6,
)


def plan(found: list[Group]) -> SoftwarePlan:
    return SoftwarePlan("always", "", tuple(found))


@given(groups)
def test_every_group_and_package_is_there_once_and_in_order(found: list[Group]) -> None:
    rows = [
        (group["functional_group_name"], group["nodes"], package["name"], package["version"])
        for part in software_parts(plan(found))
        for group in part
        for package in group["software"]
    ]
    assert rows == [(group.name, group.nodes, one.name, one.version) for group in found for one in group.packages]
    named = {group["functional_group_name"] for part in software_parts(plan(found)) for group in part}
    assert named == {group.name for group in found}


@given(groups, st.integers(1, 3))
def test_a_part_is_never_larger_than_an_object_may_be(found: list[Group], times: int) -> None:
    many = [
        group._replace(name=f"{group.name}{number}", packages=group.packages * 40)
        for number in range(times)
        for group in found
    ]
    for part in software_parts(plan(many)):
        as_json = json.dumps(json.dumps(part))
        assert len(as_json.encode()) < LARGEST


def test_five_thousand_groups_of_nine_packages_are_several_parts() -> None:
    nine = tuple(Package(f"package_{number}", None, ("x86_64", "aarch64")) for number in range(9))
    parts = software_parts(plan([Group(f"slurm_node_{number}_x86_64", nine, 1) for number in range(5000)]))
    assert len(parts) > 5_000 * 9 * 100 // LARGEST_TEXT
    assert sum(len(part) for part in parts) >= 5000
