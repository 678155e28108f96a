"""The sampler of GPUs: which plugins run besides those that the user lists, and on which nodes alone."""

from __future__ import annotations

from collections.abc import Sequence

from ...config.telemetry import TelemetryConfig
from .activation import Activation, read_activation
from .model import SamplerPlugin

GPU_SAMPLER = "dcgm_sampler"
"""Ends ldmsd where no DCGM answers, so it stands only in the file of nodes with a GPU."""
SHORTEST = 1_000_000
"""Microseconds between two readings of a GPU that we choose ourselves, at least: what `dcgmi dmon` takes by default."""
FIELDS = (100, 101, 140, 150, 155, 156, 202, 203, 204, 206, 207, 230, 251, 252, 393, 394, 395, 449)
"""What is read of a GPU where the user says nothing: what dcgm-exporter reads by default (its `default-counters.csv`),
but for licences of virtual GPUs and the throughput of PCIe (200, 201), which the driver measures for 20 ms at each
reading. Nothing of profiling (1001 and above): it would keep the hardware's counters from the users' profilers."""


def collected_plugins(telemetry: TelemetryConfig) -> tuple[SamplerPlugin, ...]:
    """The plugins of the collection, in the user's order; with dcgm on, the sampler of GPUs is among them."""
    listed = tuple(telemetry.ldms_configurations.sampler_plugins)
    if not telemetry.telemetry_sources.dcgm.metrics_enabled or GPU_SAMPLER in (one.plugin_name for one in listed):
        return listed
    return (*listed, _of_our_own(listed))


def _of_our_own(listed: Sequence[SamplerPlugin]) -> SamplerPlugin:
    """As often as the finest of the others, so that no daemon has to pull more often than it does without GPUs."""
    read = (read_activation(one.activation_parameters) for one in listed)
    interval = max(SHORTEST, min((one.interval for one in read if isinstance(one, Activation)), default=SHORTEST))
    return SamplerPlugin(
        plugin_name=GPU_SAMPLER,
        config_parameters=f"fields={','.join(map(str, FIELDS))}",
        activation_parameters=f"interval={interval}",
    )
