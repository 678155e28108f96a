"""Inputs with DCGM on and off, and the files for nodes that come of them."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import Compilation, compile_input
from tests.config.changed import DEFAULT, TELEMETRY, changed

DCGM_OFF = ("  dcgm:\n    metrics_enabled: true", "  dcgm:\n    metrics_enabled: false")
LDMS_OFF = ("  ldms:\n    metrics_enabled: true", "  ldms:\n    metrics_enabled: false")
BRIDGE_OFF = ("  vector_ldms:\n    metrics_enabled: true", "  vector_ldms:\n    metrics_enabled: false")
LISTED = (
    "  sampler_plugins:\n",
    """  sampler_plugins:
    - plugin_name: dcgm_sampler
      config_parameters: "fields=150,252"
      activation_parameters: "interval=2s"
""",
)
OPTIONS = "expose: {source_ranges: [192.0.2.0/24]}\nldms: {aggregator_address: 192.0.2.9, expected_nodes: 10}\n"
INPUTS = {
    "both on": changed(),
    "dcgm off": changed({TELEMETRY: (DCGM_OFF,)}),
    "ldms off": changed({TELEMETRY: (LDMS_OFF, BRIDGE_OFF)}),
    "both off": changed({TELEMETRY: (DCGM_OFF, LDMS_OFF, BRIDGE_OFF)}),
    "listed": changed({TELEMETRY: (LISTED,)}),
    "listed, dcgm off": changed({TELEMETRY: (LISTED, DCGM_OFF)}),
    "without a csv": changed(nodes=None, options=OPTIONS),
}
WITH_GPU_FILE = ("both on", "listed", "listed, dcgm off", "without a csv")


@cache
def compilation(name: str) -> Compilation:
    """The whole of an input, which is right."""
    found = compile_input(INPUTS[name], lambda path: read_referenced(str(DEFAULT), path))
    assert found.plan is not None, found.diagnostics
    return found


def node_files(name: str) -> dict[PurePosixPath, str]:
    """The files for nodes, by path."""
    return {PurePosixPath(one.path): one.text for one in compilation(name).node_files}


def group_files(name: str) -> dict[str, str]:
    """The LDMS files of one functional group, by name."""
    (folder, *_) = (path.parent for path in node_files(name) if path.name == "sampler.conf")
    return {path.name: text for path, text in node_files(name).items() if path.parent == folder}
