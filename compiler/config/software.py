"""`software_config.json`: which packages, in either of its two forms."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from .base import Section, required
from .fields import Items, UniqueItems, refuse

GROUP_NAME = re.compile(r"[A-Za-z0-9_-]{1,253}")
Architecture = Literal["x86_64", "aarch64"]
SlurmRole = Literal["slurm_control_node", "slurm_node", "login_node", "login_compiler_node"]
KubernetesRole = Literal["service_kube_control_plane_first", "service_kube_control_plane", "service_kube_node"]
PackageRole = Literal[
    "service_kube_control_plane_first",
    "service_kube_control_plane",
    "service_kube_node",
    "slurm_control_node",
    "slurm_node",
    "login_node",
    "login_compiler_node",
    "os",
]
ROLES: tuple[str, ...] = PackageRole.__args__  # type: ignore[attr-defined] # Literal keeps its values there, typing.get_args costs an import of typing's slow path


LISTS = {"slurm_custom": "slurm_node", "service_k8s": "service_kube_node", "additional_packages": "os"}
"""The packages that go to the roles of a list of the same name, and a role of each list."""
PACKAGES = (
    "default_packages",
    "admin_debug_packages",
    "openldap",
    "service_k8s",
    "slurm_custom",
    "csi_driver_powerscale",
    "ldms",
    "additional_packages",
    "ucx",
    "openmpi",
    "cuda",
    "ofed",
    "slurm",
    "compute_rke2",
    "service_rke2",
)
"""Names of packages that the provisioning tool has: those of the seed's example, and of semantics.md, 2.3."""
LONGEST = 253
"""Characters of a name or version: what Kubernetes allows its own names, and no package comes near."""


def _group_name(text: str) -> str:
    if not GROUP_NAME.fullmatch(text):
        raise refuse(
            "not-allowed", f"{text!r} is not the name of a functional group", "write a name such as slurm_node_x86_64"
        )
    return text


def _short(text: str) -> str:
    if len(text) > LONGEST:
        raise refuse(
            "not-allowed", f"{text[:20]!r} and what follows are {len(text)} characters", f"write {LONGEST} at most"
        )
    return text


Short = Annotated[str, AfterValidator(_short)]


class Software(Section):
    """One element of `softwares`."""

    name: Short = required("default_packages", "Name of the package.", is_default=False, min_length=1)
    version: Short | None = Field(
        None, description="Version of the package, in quotes; the default version where it is left out.", min_length=1
    )
    arch: UniqueItems[Architecture] = required(
        ["x86_64"], "CPU architectures that the package is prepared for.", is_default=False, min_length=1
    )


class SlurmEntry(Section):
    """One element of `slurm_custom`."""

    name: SlurmRole = required("slurm_node", "Role of the Slurm cluster.", is_default=False)


class KubernetesEntry(Section):
    """One element of `service_k8s`."""

    name: KubernetesRole = required("service_kube_node", "Role of the service cluster.", is_default=False)


class PackageEntry(Section):
    """One element of `additional_packages`."""

    name: PackageRole = required("os", "Role that receives additional packages.", is_default=False)


class SoftwareConfig(Section):
    """The object form."""

    cluster_os_type: Literal["rhel"] = required(
        "rhel", "Operating system of the management node and of the compute nodes."
    )
    cluster_os_version: Literal["10.0"] = required("10.0", "Version of the operating system, in quotes.")
    repo_config: Literal["always", "partial"] = required(
        "always",
        "When packages are downloaded: always keeps all of them on the management node beforehand, partial "
        "fetches them when they are needed.",
    )
    softwares: Items[Software] = required(
        [{"name": "default_packages", "arch": ["x86_64"]}],
        "Packages that are prepared and installed; each name once.",
        is_default=False,
    )
    slurm_custom: Items[SlurmEntry] = Field(
        (), description="Roles of the Slurm cluster; required, and not empty, when slurm_custom is among softwares."
    )
    service_k8s: Items[KubernetesEntry] = Field(
        (), description="Roles of the service cluster; required, and not empty, when service_k8s is among softwares."
    )
    additional_packages: Items[PackageEntry] = Field(
        (),
        description="Roles that receive additional packages; required, and not empty, when additional_packages "
        "is among softwares.",
    )


class GroupSoftware(Section):
    """A package of a functional group."""

    name: Short = required("slurm", "Name of the package.", is_default=False, min_length=1)
    version: Short | None = Field(
        None, description="Version of the package, in quotes; the default version where it is left out.", min_length=1
    )


class FunctionalGroup(Section):
    """One element of the array form."""

    functional_group_name: Annotated[Short, AfterValidator(_group_name)] = required(
        "slurm_node_x86_64",
        "The functional group, exactly as a FUNCTIONAL_GROUP_NAME of the mapping CSV.",
        is_default=False,
    )
    software: Items[GroupSoftware] = required(
        [{"name": "slurm"}], "Packages of the functional group.", is_default=False
    )
