"""A real collector takes every configuration that is rendered, and keeps with it what it was handed."""

from __future__ import annotations

import http.server
import re
import socket
import threading
import urllib.request
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from telecompile.pipeline import compile_input
from telecompile.sources.powerscale.collector import QUEUE_PART
from tests.golden.cases import Case, find_cases
from tests.powerscale.collector import QUEUE, SOURCES, certified, refusal, running, sent
from tools.command import ToolError
from tools.go import go_program

COUNT, POINTS = 40, 25


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    try:
        go_program(SOURCES)
    except ToolError as error:
        pytest.skip(f"no collector can be built here: {error}")


def rendered(case: Case) -> Iterator[str]:
    """The collector's configuration of a case, where it has one."""
    files = case.input_files()
    for one in compile_input(files, lambda path: files.get(path, "there is no such file")).manifests:
        data = one.body.get("data", {})
        if "collector.yaml" in data:
            yield data["collector.yaml"]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Every configuration of every golden case, each once, by the first case that has it."""
    found: dict[str, str] = {}
    for case in find_cases():
        for text in rendered(case):
            found.setdefault(text, case.name)
    return {case: text for text, case in found.items()}


def test_the_collector_takes_every_configuration(texts: dict[str, str], tmp_path: Path) -> None:
    assert len(texts) > 2
    assert {case: refusal(text, tmp_path) for case, text in texts.items()} == dict.fromkeys(texts, "")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("queue_size:", "queue_sizes:"),
        ("sizer: bytes", "sizer: megabytes"),
        ("[health_check, file_storage]", "[health_check, disk]"),
        ("otlp_http:\n    metrics_endpoint", "otlp_http:\n    metric_endpoint"),
        ("limit_mib:", "limit_megabytes:"),
        ("reload_interval:", "reload:"),
        ("without_units: true", "without_unit: true"),
        ("action: delete", "action: remove"),
        ("recreate: true", "recreated: true"),
    ],
)
def test_what_is_misspelt_is_refused(right: str, wrong: str, tmp_path: Path) -> None:
    text = _default()
    assert right in text
    assert refusal(text.replace(right, wrong), tmp_path)


def test_what_the_collector_took_outlives_it_and_reaches_vmagent(tmp_path: Path) -> None:
    authority = certified(tmp_path)
    with _Agent() as agent:
        config, ports = _local(tmp_path, agent.server_port)
        agent.taking = False
        with running(config, tmp_path, ports["health"]):
            assert sent(ports["otlp"], authority, 0, COUNT, POINTS) == COUNT
            assert _metric(ports["metrics"], "otelcol_exporter_queue_size") > 0
        # Killed. What nobody else has is in the file on the claim.
        agent.taking = True
        with running(config, tmp_path, ports["health"]):
            assert sent(ports["otlp"], authority, COUNT, 1, POINTS) == 1
            assert agent.wait_for(COUNT + 1)
    bodies = b"".join(agent.bodies)
    names = {int(found) for found in re.findall(rb"powerscale_test_(\d{6})", bodies)}
    assert names == set(range(COUNT + 1))
    assert set(agent.paths) == {"/opentelemetry/v1/metrics"}
    assert bodies.count(b"csm-metrics-powerscale") == bodies.count(b"\x06source") >= COUNT + 1
    assert b"k8s-000024" in bodies
    assert b"telemetry.sdk" not in bodies
    assert b"service.name" not in bodies


def test_a_client_that_was_told_another_authority_hands_over_nothing(tmp_path: Path) -> None:
    certified(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    config, ports = _local(tmp_path, 9)
    with running(config, tmp_path, ports["health"]):
        assert sent(ports["otlp"], certified(other), 0, 1, 1) == 0


def test_a_full_queue_refuses_and_fits_its_part_of_the_volume(tmp_path: Path) -> None:
    authority = certified(tmp_path)
    config, ports = _local(tmp_path, 9)
    queue = config["exporters"]["otlp_http"]["sending_queue"]
    queue["queue_size"] = 3 * 2**20
    # It is about sizes, and writing through to the disk only takes time.
    config["extensions"]["file_storage"]["fsync"] = False
    with running(config, tmp_path, ports["health"]):
        # Requests as small as they come take the most beside their own bytes.
        assert sent(ports["otlp"], authority, 0, 10**6, 4) > 1000
        held = _metric(ports["metrics"], "otelcol_exporter_queue_size")
        assert 0.99 * queue["queue_size"] < held <= queue["queue_size"]
        assert _metric(ports["metrics"], "otelcol_exporter_enqueue_failed_metric_points") == 4
        blocks = sum(one.stat().st_blocks for one in (tmp_path / "queue").iterdir()) * 512
    assert blocks < queue["queue_size"] * QUEUE_PART


class _Agent(http.server.ThreadingHTTPServer):
    """Stands for vmagent: takes OTLP over HTTP, or has no time for it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Push)
        self.taking = True
        self.bodies: list[bytes] = []
        self.paths: list[str] = []
        self.changed = threading.Condition()

    def wait_for(self, count: int) -> bool:
        """Whether *count* requests came in time."""
        with self.changed:
            return self.changed.wait_for(lambda: len(self.bodies) >= count, timeout=60)

    def __enter__(self) -> _Agent:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _Push(http.server.BaseHTTPRequestHandler):
    server: _Agent

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Content-Type"] == "application/x-protobuf"
        if self.server.taking:
            with self.server.changed:
                self.server.bodies.append(zlib.decompress(body, 31))
                self.server.paths.append(self.path)
                self.server.changed.notify_all()
        self.send_response(200 if self.server.taking else 503)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: the bodies say it."""


def _default() -> str:
    return next(rendered(next(case for case in find_cases() if case.name == "powerscale-metrics-alone")))


def _local(directory: Path, agent: int) -> tuple[dict[str, Any], dict[str, int]]:
    """The rendered configuration with only places changed: ports, directories, and where vmagent is."""
    ports = {name: _free() for name in ("otlp", "health", "metrics")}
    (directory / "queue").mkdir(exist_ok=True)
    text = _default().replace(QUEUE, str(directory / "queue")).replace("/etc/otelcol/tls", str(directory))
    for name, own in (("otlp", 55680), ("health", 13133)):
        assert f'"0.0.0.0:{own}"' in text
        text = text.replace(f'"0.0.0.0:{own}"', f'"127.0.0.1:{ports[name]}"')
    config = yaml.safe_load(text)
    exporter = config["exporters"]["otlp_http"]
    assert exporter["metrics_endpoint"].endswith("svc.cluster.local:8429/opentelemetry/v1/metrics")
    exporter["metrics_endpoint"] = f"http://127.0.0.1:{agent}/opentelemetry/v1/metrics"
    # Waiting longer and longer would prove no more.
    exporter["retry_on_failure"] |= {"initial_interval": "100ms", "max_interval": "200ms"}
    reader = config["service"]["telemetry"]["metrics"]["readers"][0]["pull"]["exporter"]["prometheus"]
    reader |= {"host": "127.0.0.1", "port": ports["metrics"]}
    return config, ports


def _metric(port: int, name: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name}{{"))


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
