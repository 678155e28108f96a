"""The files for the nodes do on a node what they are there for: run by a real shell, read by the real systemd."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from telecompile.plan.places import LDMS_PREFIX
from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile

GROUP = "nodes/ldms/slurm_node_x86_64"
CONFIG = f"{LDMS_PREFIX}/etc/ldms"
DIALS = {"LDMS_AGGREGATOR_HOST": "192.0.2.60", "LDMS_AGGREGATOR_PORTS": "6001"}
"""What the environment file of a node without a mapping CSV says of the aggregator."""


class Node:
    """A folder in place of the node's root: the rendered files, and a `uname` that says who the node is."""

    def __init__(self, root: Path, one: Compiled, group: str) -> None:
        self.root, self.config, self.run = root, root / CONFIG.lstrip("/"), root / "run"
        self.config.mkdir(parents=True)
        self.run.mkdir()
        for path, data in one.output().items():
            if path.startswith(f"{group}/"):
                file = self.config / path.rpartition("/")[2]
                file.write_bytes(data.replace(LDMS_PREFIX.encode(), f"{root}{LDMS_PREFIX}".encode()))

    def identify(self, hostname: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script as systemd would, on a node of that name."""
        programs = self.root / "bin"
        programs.mkdir(exist_ok=True)
        (programs / "uname").write_text(f"#!/bin/sh\necho {hostname}\n")
        (programs / "uname").chmod(0o755)
        own = {"PATH": f"{programs}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(self.run), **environment}
        script = str(self.config / "ldmsd.sampler.identify")
        return subprocess.run(["/bin/sh", script], env=own, capture_output=True, text=True, check=False)

    @property
    def environment(self) -> dict[str, str]:
        """What the script left for the daemon."""
        lines = (self.run / "node.env").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)


@pytest.fixture
def node(default: Compiled, tmp_path: Path) -> Node:
    return Node(tmp_path, default, GROUP)


@pytest.fixture
def stranger(compiled: Compile, tmp_path: Path) -> Node:
    """A node that no mapping CSV names."""
    return Node(tmp_path, compiled(Case(GOLDEN / "without-csv")), "nodes/ldms/slurm_node")


@pytest.mark.parametrize("hostname", ["node-1", "node-1.cluster.example.com", "NODE-1"])
def test_a_node_finds_its_name_and_its_row_in_the_mapping_csv(node: Node, hostname: str) -> None:
    done = node.identify(hostname)
    assert done.returncode == 0, done.stderr
    assert node.environment == {"LDMS_PRODUCER": "node-1", "LDMS_COMPONENT_ID": "5"}


@pytest.mark.parametrize(
    ("listed", "hostname"),
    [("5 n1.a\n6 n1.b\n", "n1"), ("5 n1.a\n", "n1.c"), ("5 n1.a\n6 n1.b\n", "n1.c"), ("5 n10\n", "n1")],
)
def test_a_node_is_never_taken_for_another(node: Node, listed: str, hostname: str) -> None:
    (node.config / "component_ids").write_text(listed)
    assert node.identify(hostname).returncode == 1


def test_a_node_whose_whole_name_is_there_is_not_taken_for_its_namesake(node: Node) -> None:
    (node.config / "component_ids").write_text("7 node-1.east\n8 node-1.west\n9 node-1\n")
    for hostname, number in (("node-1.west", "8"), ("node-1.east", "7"), ("node-1", "9")):
        node.identify(hostname)
        assert node.environment["LDMS_COMPONENT_ID"] == number


def test_a_node_that_the_mapping_csv_has_not_says_so_and_does_not_start(node: Node) -> None:
    done = node.identify("node-17")
    assert done.returncode == 1
    assert "node-17 is not in" in done.stderr
    assert not (node.run / "node.env").exists()


def test_without_a_csv_a_node_takes_its_number_from_its_environment(stranger: Node) -> None:
    done = stranger.identify("n1", LDMS_COMPONENT_ID="41", **DIALS)
    assert done.returncode == 0, done.stderr
    found = {"LDMS_PRODUCER": "n1", "LDMS_COMPONENT_ID": "41", "LDMS_AGGREGATOR_PORT": "6001"}
    assert stranger.environment == found


@pytest.mark.parametrize("number", ["", "0", "017", "-1", "n1", "9" * 23])
def test_without_a_number_of_its_own_a_node_does_not_start(stranger: Node, number: str) -> None:
    done = stranger.identify("n1", LDMS_COMPONENT_ID=number, **DIALS)
    assert done.returncode == 1
    assert "LDMS_COMPONENT_ID" in done.stderr


@pytest.mark.parametrize("missing", DIALS)
def test_without_an_aggregator_a_node_does_not_start(stranger: Node, missing: str) -> None:
    done = stranger.identify("n1", **{"LDMS_COMPONENT_ID": "1", **DIALS, missing: ""})
    assert done.returncode == 1
    assert missing in done.stderr


def test_behind_a_node_port_the_node_is_told_which(compiled: Compile) -> None:
    """Kubernetes chooses it, so nobody knows it before."""
    one = compiled(Case(GOLDEN / "without-csv-node-port"))
    text = one.output()["nodes/ldms/slurm_node/ldmsd.sampler.env"].decode()
    assert "LDMS_AGGREGATOR_PORTS=\n" in text


@pytest.mark.parametrize(("ports", "port"), [("30001,30002", "30002"), ("30001 30002 30003", "30003"), ("a b", None)])
def test_ports_are_listed_in_any_way(stranger: Node, ports: str, port: str | None) -> None:
    done = stranger.identify("n1", **{**DIALS, "LDMS_COMPONENT_ID": "5", "LDMS_AGGREGATOR_PORTS": ports})
    if port is None:
        assert "LDMS_AGGREGATOR_PORTS" in done.stderr
    else:
        assert stranger.environment["LDMS_AGGREGATOR_PORT"] == port


def test_nodes_without_a_csv_spread_over_the_aggregators(compiled: Compile, tmp_path: Path) -> None:
    many = Node(tmp_path, compiled(Case(GOLDEN / "ldms-3000-expected-nodes")), "nodes/ldms/slurm_node")
    given = dict(line.split("=", 1) for line in _settings(many.config / "ldmsd.sampler.env"))
    assert given["LDMS_AGGREGATOR_PORTS"] == '"6001 6002 6003"'
    ports = []
    for number in ("1", "2", "3", "4"):
        many.identify("n1", **{**DIALS, "LDMS_COMPONENT_ID": number, "LDMS_AGGREGATOR_PORTS": "6001 6002 6003"})
        ports.append(many.environment["LDMS_AGGREGATOR_PORT"])
    assert ports == ["6002", "6003", "6001", "6002"]


def test_the_script_is_one_that_every_posix_shell_reads(passing: dict[str, Compiled]) -> None:
    scripts = {data for one in passing.values() for path, data in one.output().items() if path.endswith(".identify")}
    assert len(scripts) > 1
    for script in scripts:
        subprocess.run(["/bin/sh", "-n"], input=script, check=True)


def test_systemd_takes_the_unit(node: Node) -> None:
    """Its own verifier, on a node that has the daemon."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not on PATH; test_the_unit_names_what_is_there reads the unit itself")
    daemon = node.root / LDMS_PREFIX.lstrip("/") / "sbin" / "ldmsd"
    daemon.parent.mkdir(parents=True)
    daemon.write_text("#!/bin/sh\n")
    daemon.chmod(0o755)
    unit = node.config / "ldmsd.sampler.service"
    done = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert not [line for line in done.stderr.splitlines() if unit.name in line]


def test_the_unit_names_what_is_there(node: Node) -> None:
    unit = configparser.RawConfigParser(strict=False, delimiters=("=",))
    unit.optionxform = str  # type: ignore[assignment,method-assign] # keys of units have upper case
    unit.read_string((node.config / "ldmsd.sampler.service").read_text())
    assert set(unit) - {"DEFAULT"} == {"Unit", "Service", "Install"}
    service = unit["Service"]
    shell, script = service["ExecStartPre"].split()
    assert (shell, Path(script).exists()) == ("/bin/sh", True)
    given = dict(line.split("=", 1) for line in _settings(node.config / "ldmsd.sampler.env"))
    used = {word[2:-1] for word in service["ExecStart"].replace(":", " ").replace("=", " ").split() if "${" in word}
    assert used <= set(given)
    assert given["LDMSD_PLUGIN_CONFIG_FILE"] == str(node.config / "sampler.conf")


def _settings(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
