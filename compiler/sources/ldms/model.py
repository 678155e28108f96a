"""What the user may write of LDMS."""

import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from ...config.base import Section, required
from ...config.fields import Items, UniqueItems, refuse
from .activation import Mistake, read_activation

NODES_A_DAEMON = 1000
"""Nodes of one aggregator daemon (semantics.md, section 3)."""
FIRST_PORT, LAST_PORT = 6001, 6100
"""The ports of aggregators and stores."""
_PLUGIN = re.compile(r"[A-Za-z0-9_]+")
_SCHEMA = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_WORD = re.compile(r"[!#-&(-_a-~]+")
_OWN_ARGUMENTS = ("producer", "instance", "name")
_SLURM_ARGUMENTS = ("component_id", "stream", "job_count", "task_count")


def set_memory(nodes: int, plugins: int) -> int:
    """Bytes that a daemon sets aside for sets: 64 MiB, and 32 KiB a plugin of a node (semantics.md, section 3)."""
    return 64 * 2**20 + min(nodes, NODES_A_DAEMON) * plugins * 32 * 2**10


MARGIN = 256 * 2**20
"""Bytes that a daemon gets besides twice what it sets aside (semantics.md, section 3)."""


def container_memory(sets: int) -> int:
    """Bytes that the container of a daemon gets, which sets ``sets`` bytes aside."""
    return 2 * sets + MARGIN


def _activation_parameters(text: str) -> str:
    found = read_activation(text)
    if isinstance(found, Mistake):
        raise refuse("ldms-activation", found.summary, found.help)
    return text


def _plugin_name(text: str) -> str:
    if not _PLUGIN.fullmatch(text):
        raise refuse(
            "ldms-plugin-name", f"{text!r} is not the name of a sampler plugin", "write a name such as meminfo"
        )
    return text


class LdmsSource(Section):
    """`telemetry_sources.ldms`."""

    metrics_enabled: bool = required(True, "Collect metrics of the operating system.")
    collection_targets: UniqueItems[Literal["kafka"]] = required(["kafka"], "Only the broker; the bridge carries on.")


class SamplerPlugin(Section):
    """One element of `ldms_configurations.sampler_plugins`."""

    plugin_name: Annotated[str, AfterValidator(_plugin_name)] = required("meminfo", "Name of the sampler plugin.")
    config_parameters: str = Field("", description="Arguments of the plugin's `config`, as one string.")
    activation_parameters: Annotated[str, AfterValidator(_activation_parameters)] = required(
        "interval=30000000", "Arguments of the plugin's `start`; times without a unit are microseconds."
    )

    @model_validator(mode="after")
    def _arguments_are_free(self) -> Self:
        words = self.config_parameters.split()
        for word in words:
            # ldmsd knows no quotes: a word that begins with # is a comment, one that ends with \\ joins the next line.
            if not _WORD.fullmatch(word) or word.startswith("#") or word.endswith("\\") or "$(" in word:
                raise refuse(
                    "ldms-config-parameters",
                    f"config_parameters of {self.plugin_name} has {word!r}, which ldmsd does not read as an argument",
                    "write words such as key=value, without quotes and $(…); none may begin with # or end with \\",
                    at="config_parameters",
                )
        keys = [word.partition("=")[0] for word in words]
        taken = _OWN_ARGUMENTS if self.plugin_name == "slurm_sampler" else (*_OWN_ARGUMENTS, "component_id")
        for key in keys:
            if key in taken:
                raise refuse(
                    "ldms-config-parameters",
                    f"config_parameters of {self.plugin_name} sets {key}, which telecompile sets for each node",
                    f"leave {key} out",
                    at="config_parameters",
                )
        absent = [key for key in _SLURM_ARGUMENTS if key not in keys]
        if self.plugin_name == "slurm_sampler" and absent:
            raise refuse(
                "ldms-config-parameters",
                f"config_parameters of slurm_sampler lacks {', '.join(absent)}",
                "write component_id= stream= job_count= task_count= with their values",
                at="config_parameters",
            )
        for key, value in (word.split("=", 1) for word in words if "=" in word):
            if key == "schema" and (not _SCHEMA.fullmatch(value) or value in ("job", "as_is")):
                raise refuse(
                    "ldms-config-parameters",
                    f"{value!r} cannot be the name of the sets of {self.plugin_name}",
                    "write letters, digits, -, _ and ., and neither job nor as_is, which metrics of their own have",
                    at="config_parameters",
                )
            counts = self.plugin_name == "slurm_sampler" and key in ("job_count", "task_count")
            if counts and not re.fullmatch("[1-9][0-9]{0,5}", value):
                raise refuse(
                    "ldms-config-parameters",
                    f"{key} of slurm_sampler is {value!r}",
                    f"write {key}= with a whole number above 0, such as {key}=8",
                    at="config_parameters",
                )
        return self


class LdmsSettings(Section):
    """`ldms_configurations`."""

    agg_port: int = required(6001, "First port of the aggregator daemons.", ge=FIRST_PORT, le=LAST_PORT)
    store_port: int = required(6001, "Port of the store daemons.", ge=FIRST_PORT, le=LAST_PORT)
    sampler_port: int = required(10001, "Port of the sampler on each compute node.", ge=10001, le=10100)
    sampler_plugins: Items[SamplerPlugin] = required(
        [{"plugin_name": "meminfo", "config_parameters": "", "activation_parameters": "interval=30000000"}],
        "The sampler plugins, one entry each.",
    )
