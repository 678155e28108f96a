"""The schemas in the language server that editors run: what `init` writes is clean, and mistakes are underlined.

Needs node, npm and the package registry the first time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from telecompile.commands.console import DONE
from telecompile.commands.init import init
from telecompile.schema.document import FILES
from tests.golden.compiled import Silent
from tests.schema.language_server import Server, installed, running
from tools.command import ToolError

TELEMETRY, STORAGE, OPTIONS = "telemetry_config.yml", "telemetry_storage_config.yml", "telecompile.yml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `init` writes."""
    made = tmp_path_factory.mktemp("workspace") / "input"
    assert init(str(made), Silent()) == DONE
    return made


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    try:
        installed()
    except ToolError as error:
        pytest.skip(f"no language server can be installed here: {error}")
    with running(folder) as found:
        yield found


@pytest.mark.parametrize("name", [file.name for file in FILES if file.name.endswith(".yml")])
def test_what_init_writes_is_clean(server: Server, folder: Path, name: str) -> None:
    path = folder / name
    assert server.diagnostics(path, path.read_text(encoding="utf-8")) == []


MISTAKES = {
    "misspelt key": (TELEMETRY, "\n    retention_period: 168", "\n    retention_perod: 168", "retention_perod"),
    "former key": (
        TELEMETRY,
        "\ntelemetry_bridges:",
        "\nidrac_telemetry_support: true\ntelemetry_bridges:",
        "telemetry_sources.idrac.metrics_enabled",
    ),
    "key of other releases": (TELEMETRY, "\ntelemetry_bridges:", '\nkube_vip: ""\ntelemetry_bridges:', "no effect"),
    "no size": (TELEMETRY, '_size: "8Gi"', '_size: "8GB"', "8Gi, 1.5Ti, 500G"),
    "no number": (TELEMETRY, "agg_port: 6001", 'agg_port: "6001"', "integer"),
    "0 bytes": (TELEMETRY, "log_retention_bytes: -1", "log_retention_bytes: 0", "Not 0."),
    "no target": (
        TELEMETRY,
        "\n    collection_targets: [victoria_metrics, kafka]",
        "\n    collection_targets: []",
        "1",
    ),
    "target of a channel": (
        TELEMETRY,
        "\n    collection_targets: [victoria_metrics, victoria_logs]",
        "\n    collection_targets: [victoria_metrics]",
        "logs are on, and go to victoria_logs",
    ),
    "appliance without address": (
        TELEMETRY,
        "\n    metrics_enabled: false",
        "\n    metrics_enabled: true",
        "length of 1",
    ),
    "half a byte": (STORAGE, 'memory: "1Gi"', 'memory: "512m"', "at least 1Mi"),
    "missing key": (STORAGE, "\n    replicas: 3", "", "replicas"),
    "no namespace": (OPTIONS, "\n#namespace: telemetry", "\nnamespace: kube-system", "kube-"),
    "unknown component": (OPTIONS, "\n#resources: {vmauth:", "\nresources: {vmauht:", "vmauht"),
    "no code pattern": (OPTIONS, "\n#priority_class:", '\npriority_class: "A_b" #', "a-z, 0-9 and -"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_underlined(server: Server, folder: Path, name: str) -> None:
    file, right, wrong, said = MISTAKES[name]
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert right in text
    found = server.diagnostics(path, text.replace(right, wrong, 1))
    assert any(said in message for _, message in found), found


def test_keys_are_explained_under_the_pointer(server: Server, folder: Path) -> None:
    path = folder / TELEMETRY
    shown = server.hover(path, path.read_text(encoding="utf-8"), "log_retention_bytes: -1")
    assert "before its oldest messages are deleted" in shown
    assert "telecompile explain telemetry_sinks.kafka.log_retention_bytes" in shown


def test_keys_and_values_are_proposed(server: Server, folder: Path) -> None:
    path = folder / OPTIONS
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    assert {"NodePort", "ClusterIP"} <= set(server.completions(path, f"{head}\nexpose:\n  type: "))
    assert {"vmauth", "vmalert"} <= set(server.completions(path, f"{head}\nresources:\n  "))
    proposed = server.completions(
        (folder / TELEMETRY), "# yaml-language-server: $schema=schemas/telemetry_config.schema.json\n"
    )
    assert "telemetry_sources" in proposed
    assert "idrac_telemetry_support" not in proposed
