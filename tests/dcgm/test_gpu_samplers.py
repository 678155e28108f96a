"""Samplers of GPUs run where a GPU is and DCGM answers, and never take the node's other samplers with them."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from telecompile.config.quantity import binary
from telecompile.sources.ldms.gpus import FIELDS
from telecompile.sources.ldms.samplers import static_sampler
from tests.config.changed import TELEMETRY, changed, planned, said
from tests.dcgm.inputs import INPUTS, WITH_GPU_FILE, compilation, group_files
from tests.dcgm.node import CONNECTED, CONNECTX, ELSEWHERE, ENGINE, GPU, SOUND, Node
from tests.ldms.ldmsd_config import problems

SAMPLED = tuple(name for name in INPUTS if name not in ("ldms off", "both off"))
CONF = "sampler.gpu.conf"
KNOWN = {
    "LDMS_PRODUCER",
    "LDMS_COMPONENT_ID",
    "LDMS_AGGREGATOR_HOST",
    "LDMS_AGGREGATOR_PORT",
}


@pytest.mark.parametrize("name", SAMPLED)
def test_the_second_file_is_there_where_gpus_are_sampled(name: str) -> None:
    files = group_files(name)
    assert (CONF in files) is (name in WITH_GPU_FILE)
    assert "dcgm_sampler" not in files["sampler.conf"]
    # Without it nothing of the unit and the script is about GPUs.
    about = [name for name, text in files.items() if "nvidia" in text.lower() or "gpu" in text.lower()]
    assert bool(about) is (name in WITH_GPU_FILE)


@pytest.mark.parametrize("name", WITH_GPU_FILE)
def test_the_second_file_is_the_first_and_the_samplers_of_gpus(name: str) -> None:
    files = group_files(name)
    assert not problems(files[CONF], frozenset(KNOWN))
    first = [line for line in files["sampler.conf"].splitlines() if line and not line.startswith("#")]
    second = [line for line in files[CONF].splitlines() if line and not line.startswith("#")]
    more = [line for line in second if line not in first]
    assert [line for line in second if line in first] == first
    assert [line.split()[0] for line in more] == ["load", "config", "start"]
    assert all(line.split()[1] == "name=dcgm_sampler" for line in more)
    words = dict(word.split("=", 1) for word in more[1].split()[1:])
    start = dict(word.split("=", 1) for word in more[2].split()[1:])
    assert "use_base" in words
    # The plugin reads a number of microseconds, however its start is written.
    assert words["interval"] == {"30000000": "30000000", "2s": "2000000"}[start["interval"]]


@pytest.mark.parametrize("name", WITH_GPU_FILE)
def test_the_store_knows_what_a_gpu_has(name: str) -> None:
    for one in compilation(name).manifests:
        if one.body["kind"] == "ConfigMap" and "decomposition.json" in one.body["data"]:
            rows = json.loads(one.body["data"]["decomposition.json"])
            assert {"schema": "^dcgm$", "apply": "dcgm"} in rows["matches"]
            columns = {column["dst"] for row in rows["decomposition"]["dcgm"]["rows"] for column in row["cols"]}
            assert {"component_id", "gpu_id", "gpu_temp", "fb_used"} <= columns


def test_what_we_read_of_a_gpu_is_known_and_leaves_its_counters_to_profilers() -> None:
    assert static_sampler("dcgm_sampler", f"fields={','.join(map(str, FIELDS))} use_base=1") is not None
    assert max(FIELDS) < 1001


@pytest.mark.parametrize(
    ("finest", "interval"),
    [("30s", "30000000"), ("5s", "5000000"), ("1s", "1000000"), ("100ms", "1000000"), ("1500ms", "1500000")],
)
def test_a_gpu_is_read_as_often_as_the_rest_but_at_most_once_a_second(finest: str, interval: str) -> None:
    ldms = planned(changed({TELEMETRY: (("interval=30000000", f"interval={finest}"),)})).ldms
    assert ldms is not None
    (plugin,) = (one for one in ldms.plugins if one.gpus)
    assert plugin.start == f"interval={interval}"
    assert ldms.interval.value == min(one.interval for one in ldms.plugins if not one.gpus)


def test_what_the_user_lists_is_taken_as_it_is() -> None:
    ldms = planned(INPUTS["listed"]).ldms
    assert ldms is not None
    (plugin,) = (one for one in ldms.plugins if one.gpus)
    assert (plugin.start, plugin.config) == ("interval=2s", "fields=150,252 use_base=1 interval=2000000")


@pytest.mark.parametrize(("name", "plugins"), [("both on", 6), ("dcgm off", 5), ("listed", 6), ("listed, dcgm off", 6)])
def test_daemons_set_memory_aside_for_it(name: str, plugins: int) -> None:
    ldms = planned(INPUTS[name]).ldms
    assert ldms is not None
    assert ldms.set_memory.value == 64 * 2**20 + 2 * plugins * 32 * 2**10


def test_the_rule_about_memory_counts_it_too() -> None:
    needed = 64 * 2**20 + 2 * 6 * 32 * 2**10
    for limit, right in ((needed, False), (needed + 1024, True)):
        amounts = f'requests: {{cpu: "1", memory: 1Mi}}, limits: {{cpu: "1", memory: {binary(limit)}}}'
        options = f"expose: {{source_ranges: [192.0.2.0/24]}}\nresources: {{ldms-store: {{{amounts}}}}}\n"
        codes = [one.code for one in said(changed(options=options))]
        assert ("ldms-memory" not in codes) is right, codes


def test_no_other_plugin_may_call_its_sets_the_same() -> None:
    shared = (
        '    - plugin_name: loadavg\n      config_parameters: "',
        '    - plugin_name: loadavg\n      config_parameters: "schema=dcgm ',
    )
    codes = {
        name: [one.code for one in said(changed({TELEMETRY: edits}))]
        for name, edits in {
            "on": (shared,),
            "off": (shared, ("  dcgm:\n    metrics_enabled: true", "  dcgm:\n    metrics_enabled: false")),
        }.items()
    }
    assert codes == {"on": ["ldms-schema-shared"], "off": []}


class Sampler(Node):
    """A node with the files of LDMS."""

    def __init__(self, root: Path, devices: list[tuple[str, str]], name: str = "both on") -> None:
        super().__init__(root, devices)
        self.program("sleep", f"echo slept >>{self.calls}")
        self.files = group_files(name)
        config = root / "opt/ovis-ldms/etc/ldms"
        config.mkdir(parents=True)
        (config / "component_ids").write_text("5 node-1\n")
        self.script = root / "identify"
        self.script.write_text(self.moved(self.files["ldmsd.sampler.identify"]))

    def identified(self, **given: str) -> str:
        """The configuration file that the next start takes; empty for that of the environment file."""
        done = self.start(["/bin/sh", str(self.script)], **given)
        assert done.returncode == 0, done.stderr
        self.said = done.stderr
        lines = (self.run_directory / "node.env").read_text().splitlines()
        found = dict(line.split("=", 1) for line in lines)
        assert found["LDMS_COMPONENT_ID"] == given.get("LDMS_COMPONENT_ID", "5")
        return found.get("LDMSD_PLUGIN_CONFIG_FILE", "").rpartition("/")[2]

    def ended(self, result: str) -> None:
        """What systemd does when the service has ended, with its ``$$`` and the `-` in front resolved."""
        (line,) = (
            line for line in self.files["ldmsd.sampler.service"].splitlines() if line.startswith("ExecStopPost=")
        )
        command = shlex.split(line.removeprefix("ExecStopPost=-").replace("$$", "$"))
        assert self.start(command, SERVICE_RESULT=result).returncode == 0


@pytest.mark.parametrize("name", ["both on", "listed, dcgm off"])
def test_a_gpu_whose_dcgm_answers_is_sampled(tmp_path: Path, name: str) -> None:
    node = Sampler(tmp_path, [SOUND, GPU], name)
    node.listening(ELSEWHERE, ENGINE)
    assert (node.identified(), node.said, node.called()) == (CONF, "", [])


def test_without_a_csv_the_environment_file_still_says_who_the_node_is(tmp_path: Path) -> None:
    node = Sampler(tmp_path, [GPU], "without a csv")
    node.listening(ENGINE)
    aggregator = {"LDMS_AGGREGATOR_HOST": "192.0.2.9", "LDMS_AGGREGATOR_PORTS": "6001"}
    assert node.identified(LDMS_COMPONENT_ID="7", **aggregator) == CONF
    node.ended("success")
    # Where a restart keeps the directory, the former number must not come back through node.env.
    assert not (node.run_directory / "node.env").exists()


@pytest.mark.parametrize("devices", [[], [SOUND, CONNECTX]])
def test_without_a_gpu_nobody_waits_for_dcgm(tmp_path: Path, devices: list[tuple[str, str]]) -> None:
    node = Sampler(tmp_path, devices)
    node.listening(ENGINE)
    assert (node.identified(), node.said, node.called()) == ("", "", [])


@pytest.mark.parametrize("sockets", [(), (ELSEWHERE,), (CONNECTED,)])
def test_where_dcgm_does_not_answer_the_others_start_all_the_same(tmp_path: Path, sockets: tuple[str, ...]) -> None:
    node = Sampler(tmp_path, [GPU])
    node.listening(*sockets)
    assert node.identified() == ""
    assert "nvidia-dcgm.service" in node.said
    assert node.called() == ["slept"] * 30


def test_dcgm_may_take_its_time(tmp_path: Path) -> None:
    node = Sampler(tmp_path, [GPU])
    after = tmp_path / "after"
    after.write_text(ENGINE)
    node.program("sleep", f"cat {after} >>{tmp_path}/proc/net/tcp6")
    assert node.identified() == CONF


def test_a_start_that_failed_with_a_sampler_of_gpus_is_followed_by_one_without(tmp_path: Path) -> None:
    node = Sampler(tmp_path, [GPU])
    node.listening(ENGINE)
    assert node.identified() == CONF
    node.ended("exit-code")
    assert node.identified() == ""
    assert "ldmsd has just ended" in node.said
    # The one after that tries again, whatever ended the one without.
    node.ended("exit-code")
    assert node.identified() == CONF


@pytest.mark.parametrize("result", ["exit-code", "core-dump", "signal"])
def test_one_that_ran_for_long_before_is_tried_again(tmp_path: Path, result: str) -> None:
    node = Sampler(tmp_path, [GPU])
    node.listening(ENGINE)
    assert node.identified() == CONF
    begun = time.time() - 3600
    os.utime(node.run_directory / "node.env", (begun, begun))
    node.ended(result)
    assert node.identified() == CONF


def test_a_restart_by_hand_is_no_failure(tmp_path: Path) -> None:
    node = Sampler(tmp_path, [GPU])
    node.listening(ENGINE)
    for _ in range(3):
        assert node.identified() == CONF
        node.ended("success")


@pytest.mark.parametrize("name", WITH_GPU_FILE)
def test_systemd_takes_the_unit_and_starts_it_after_dcgm(tmp_path: Path, name: str) -> None:
    text = group_files(name)["ldmsd.sampler.service"]
    (after,) = (line for line in text.splitlines() if line.startswith("After="))
    assert after.split("=")[1].split() == ["network-online.target", "nvidia-dcgm.service"]
    # A stop or a failure of DCGM must not stop the others.
    assert not [line for line in text.splitlines() if line.startswith(("Requires=", "BindsTo=", "PartOf="))]
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not on PATH")
    daemon = tmp_path / "opt/ovis-ldms/sbin/ldmsd"
    daemon.parent.mkdir(parents=True)
    daemon.write_text("#!/bin/sh\n")
    daemon.chmod(0o755)
    unit = tmp_path / "ldmsd.sampler.service"
    unit.write_text(text.replace("/opt/ovis-ldms", f"{tmp_path}/opt/ovis-ldms"))
    done = subprocess.run([analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert not [line for line in done.stderr.splitlines() if unit.name in line]
