"""The software plan: which packages each functional group gets, from either form of the file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.nodes import meaning
from ..config.software import Architecture, FunctionalGroup, Software, SoftwareConfig


class Package(NamedTuple):
    """A package; ``version`` is None where the default version is meant."""

    name: str
    version: str | None
    architectures: tuple[str, ...]


class Group(NamedTuple):
    """A functional group; ``nodes`` is None without a mapping CSV."""

    name: str
    packages: tuple[Package, ...]
    nodes: int | None


class SoftwarePlan(NamedTuple):
    """``mode`` is `repo_config`, which the array form does not have."""

    mode: str | None
    reason: str
    groups: tuple[Group, ...]


_MODES = {
    "always": "packages are downloaded and cached on the management node beforehand",
    "partial": "packages are fetched from upstream when they are needed",
}
_LISTS = ("slurm_custom", "service_k8s", "additional_packages")


Counts = Mapping[str, int] | None
"""Nodes by functional group; None without a mapping CSV."""


def plan_software(configuration: Configuration) -> SoftwarePlan:
    """Groups in the order of their names."""
    software, counts = configuration.software, _counts(configuration)
    if isinstance(software, SoftwareConfig):
        groups = tuple(_group(counts, software, name) for name in _group_names(configuration, software))
        return SoftwarePlan(software.repo_config, _MODES[software.repo_config], groups)
    return SoftwarePlan(None, "the array form has no repo_config", tuple(_listed(counts, software)))


def _group_names(configuration: Configuration, software: SoftwareConfig) -> list[str]:
    if configuration.nodes is not None:
        return sorted({node.functional_group for node in configuration.nodes})
    # Without the CSV: every role that a list names, on every architecture of that list's package.
    names = set()
    for package in software.softwares:
        if package.name in _LISTS:
            names |= {
                f"{entry.name}_{architecture}"
                for entry in getattr(software, package.name)
                for architecture in package.arch
            }
    return sorted(names)


def _group(counts: Counts, software: SoftwareConfig, name: str) -> Group:
    role = meaning(name)
    if role is None:
        return Group(name, (), _count(counts, name))
    packages = tuple(
        Package(one.name, one.version, tuple(one.arch))
        for one in software.softwares
        if role.architecture in one.arch and _applies(software, one, role.role)
    )
    return Group(name, packages, _count(counts, name))


def _applies(software: SoftwareConfig, package: Software, role: str) -> bool:
    """A package with a list of roles goes to these roles, every other one to all nodes."""
    if package.name not in _LISTS:
        return True
    return any(entry.name == role for entry in getattr(software, package.name))


def _listed(counts: Counts, groups: Sequence[FunctionalGroup]) -> list[Group]:
    merged: dict[str, list[Package]] = {}
    for group in groups:
        role = meaning(group.functional_group_name)
        architectures: tuple[Architecture, ...] = (role.architecture,) if role else ()  # type: ignore[assignment] # meaning() knows these two only
        packages = merged.setdefault(group.functional_group_name, [])
        packages += [Package(one.name, one.version, architectures) for one in group.software]
    return [Group(name, tuple(packages), _count(counts, name)) for name, packages in sorted(merged.items())]


def _counts(configuration: Configuration) -> Counts:
    nodes = configuration.nodes
    return None if nodes is None else Counter(node.functional_group for node in nodes)


def _count(counts: Counts, group: str) -> int | None:
    return None if counts is None else counts.get(group, 0)
