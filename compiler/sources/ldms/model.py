"""What the user may write of LDMS."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from ...config.base import Section, required
from ...config.fields import Items, UniqueItems, refuse, refuse_each
from .activation import activation_mistakes
from .configured import config_mistakes

NODES_A_DAEMON = 1000
"""Nodes of one aggregator daemon (semantics.md, section 3)."""
FIRST_PORT, LAST_PORT = 6001, 6100
"""The ports of aggregators and stores."""
_PLUGIN = re.compile(r"[A-Za-z0-9_]+")


def set_memory(nodes: int, plugins: int) -> int:
    """Bytes that a daemon sets aside for sets: 64 MiB, and 32 KiB a plugin of a node (semantics.md, section 3)."""
    return 64 * 2**20 + min(nodes, NODES_A_DAEMON) * plugins * 32 * 2**10


MARGIN = 256 * 2**20
"""Bytes that a daemon gets besides twice what it sets aside (semantics.md, section 3)."""


def container_memory(sets: int) -> int:
    """Bytes that the container of a daemon gets, which sets ``sets`` bytes aside."""
    return 2 * sets + MARGIN


def _activation_parameters(text: str) -> str:
    found = activation_mistakes(text)
    if found:
        raise refuse_each(((), refuse("ldms-activation", one.summary, one.help)) for one in found)
    return text


def _plugin_name(text: str) -> str:
    if not _PLUGIN.fullmatch(text):
        raise refuse(
            "ldms-plugin-name", f"{text!r} is not the name of a sampler plugin", "write a name such as meminfo"
        )
    return text


class LdmsSource(Section):
    """`telemetry_sources.ldms`."""

    metrics_enabled: bool = required(True, "Whether metrics of the operating system are collected.")
    collection_targets: UniqueItems[Literal["kafka"]] = required(
        ["kafka"],
        "Sinks that the samples are sent to: the broker alone, from where the bridge vector_ldms carries them on.",
    )


class SamplerPlugin(Section):
    """One element of `ldms_configurations.sampler_plugins`."""

    plugin_name: Annotated[str, AfterValidator(_plugin_name)] = required(
        "meminfo", "Name of the sampler plugin, as LDMS ships it.", is_default=False
    )
    config_parameters: str = Field(
        "",
        validate_default=True,
        description="Arguments of the plugin's `config` command, as one text: words such as key=value, without "
        "quotes. Producer, instance and component_id are set by telecompile.",
    )
    activation_parameters: Annotated[str, AfterValidator(_activation_parameters)] = required(
        "interval=30000000", "Arguments of the plugin's `start` command.", is_default=False
    )

    @field_validator("config_parameters")
    @classmethod
    def _arguments_are_free(cls, text: str, info: ValidationInfo) -> str:
        # What a plugin takes hangs on its name, and one whose name is wrong is judged no further.
        plugin = info.data.get("plugin_name")
        found = tuple(config_mistakes(plugin, text)) if plugin is not None else ()
        if found:
            raise refuse_each(((), refuse("ldms-config-parameters", one.summary, one.help)) for one in found)
        return text


class LdmsSettings(Section):
    """`ldms_configurations`."""

    agg_port: int = required(
        6001,
        "Port of the first aggregator daemon on the service cluster; further ones take the ports behind it.",
        ge=FIRST_PORT,
        le=LAST_PORT,
    )
    store_port: int = required(
        6001,
        "Port of the store daemons on the service cluster; it may be that of the aggregators.",
        ge=FIRST_PORT,
        le=LAST_PORT,
    )
    sampler_port: int = required(10001, "Port of the sampler daemon on each compute node.", ge=10001, le=10100)
    sampler_plugins: Items[SamplerPlugin] = required(
        [{"plugin_name": "meminfo", "config_parameters": "", "activation_parameters": "interval=30000000"}],
        "Sampler plugins that run on each compute node, each once; not empty while ldms is on.",
        is_default=False,
    )
