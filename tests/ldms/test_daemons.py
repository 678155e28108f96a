"""How every daemon of LDMS is started, and what its configuration and the bridge's and the broker's must say."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import PurePosixPath
from string import Template
from typing import Any, NamedTuple

import pytest
import yaml
from kubernetes.utils.quantity import parse_quantity

from telecompile.commands.inputs import read_referenced
from telecompile.pipeline import Compilation, compile_input
from telecompile.plan.ldms import Ldms
from telecompile.sources.ldms.samplers import static_sampler
from tests.config.changed import DEFAULT, TELEMETRY, changed

Object = Mapping[str, Any]
_EXPOSED = "expose: {source_ranges: [192.0.2.0/24]}\n"
INPUTS = {
    "nodes are dialled": changed(),
    "nodes dial, three daemons in a pod": changed(
        nodes=None, options=f"{_EXPOSED}ldms: {{aggregator_address: 192.0.2.60, expected_nodes: 2500}}\n"
    ),
    "other ports": changed(
        {
            TELEMETRY: (
                ("agg_port: 6001", "agg_port: 6011"),
                ("store_port: 6001", "store_port: 6021"),
                ("sampler_port: 10001", "sampler_port: 10031"),
                ("log_retention_hours: 168", "log_retention_hours: 5"),
            )
        }
    ),
}
PODS = {"nodes are dialled": (1, 1), "nodes dial, three daemons in a pod": (3, 3), "other ports": (1, 1)}
"""How many daemons aggregate, and how many store."""
every_input = pytest.mark.parametrize("name", INPUTS)


@cache
def compiled(name: str) -> Compilation:
    compilation = compile_input(INPUTS[name], lambda path: read_referenced(str(DEFAULT), path))
    assert compilation.plan is not None, compilation.diagnostics
    return compilation


def ldms_of(name: str) -> Ldms:
    plan = compiled(name).plan
    assert plan is not None
    assert plan.ldms is not None
    return plan.ldms


def bodies(name: str, kind: str) -> dict[str, Object]:
    found = (one.body for one in compiled(name).manifests)
    return {body["metadata"]["name"]: body for body in found if body["kind"] == kind}


class Daemon(NamedTuple):
    """A container that runs ldmsd, its pod, and what its command line says; ``text`` is what `-c` names."""

    pod: Object
    container: Object
    options: Mapping[str, list[str]]
    text: str


def daemons(name: str, kind: str) -> list[Daemon]:
    return [one for deployment, one in _daemons(name) if deployment.startswith(f"ldms-{kind}")]


def _daemons(name: str) -> Iterator[tuple[str, Daemon]]:
    maps = bodies(name, "ConfigMap")
    for deployment, body in bodies(name, "Deployment").items():
        pod = body["spec"]["template"]["spec"]
        for container in pod["containers"] if deployment.startswith("ldms-") else ():
            assert container["command"] == ["/opt/ovis-ldms/sbin/ldmsd"]
            options = _options(container["args"])
            yield deployment, Daemon(pod, container, options, _mounted(maps, pod, container, options["-c"][0]))


def _options(words: list[str]) -> dict[str, list[str]]:
    """Pairs of an option and its value; ldmsd takes some more than once."""
    found: dict[str, list[str]] = {}
    for option, value in zip(words[::2], words[1::2], strict=True):
        assert re.fullmatch("-[a-zA-Z]", option), words
        found.setdefault(option, []).append(value)
    return found


def _mounted(maps: Mapping[str, Object], pod: Object, container: Object, path: str) -> str:
    """The text at *path* in *container*."""
    file = PurePosixPath(path)
    (mount,) = (one for one in container["volumeMounts"] if one["mountPath"] == str(file.parent))
    (volume,) = (one for one in pod["volumes"] if one["name"] == mount["name"])
    names = [source["configMap"]["name"] for source in volume["projected"]["sources"]]
    (text,) = (maps[name]["data"][file.name] for name in names if file.name in maps[name]["data"])
    assert isinstance(text, str)
    return text


def commands(text: str, verb: str) -> list[dict[str, str]]:
    """The arguments of each of these commands."""
    lines = (line.split() for line in text.splitlines())
    return [dict(word.split("=", 1) for word in words[1:]) for words in lines if words and words[0] == verb]


@every_input
def test_every_daemon_asks_for_the_secret_and_listens_where_its_container_says(name: str) -> None:
    ldms = ldms_of(name)
    assert (len(daemons(name, "aggregator")), len(daemons(name, "store"))) == PODS[name]
    for kind, ports in (
        ("aggregator", [one.port for one in ldms.aggregators]),
        ("store", [ldms.store_port.value] * len(ldms.stores)),
    ):
        for one, number in zip(daemons(name, kind), ports, strict=True):
            assert one.options["-a"] == ["ovis"]
            assert one.options["-A"] == ["conf=/run/ldms/ldmsauth.conf"]
            assert one.options["-m"] == [str(ldms.set_memory.value)]
            (port,) = one.container["ports"]
            assert (port["containerPort"], port["protocol"]) == (number, "TCP")
            assert one.options["-x"] == [f"sock:{number}"]
            assert one.options["-c"] == [f"/etc/ldms/config/{port['name']}.conf"]
            probes = [one.container[probe]["tcpSocket"]["port"] for probe in ("livenessProbe", "readinessProbe")]
            assert probes == [port["name"]] * 2


@every_input
def test_a_daemon_has_memory_for_its_sets(name: str) -> None:
    for kind in ("aggregator", "store"):
        for one in daemons(name, kind):
            used = one.container["resources"]
            assert parse_quantity(used["requests"]["memory"]) > int(one.options["-m"][0])  # type: ignore[no-untyped-call] # theirs has no types


@every_input
def test_the_secret_is_copied_to_memory_for_the_owner_alone(name: str) -> None:
    """Ldmsd refuses a credential that others may read, as all files of a mounted Secret are."""
    for one in (*daemons(name, "aggregator"), *daemons(name, "store")):
        volumes = {volume["name"]: volume for volume in one.pod["volumes"]}
        (copying,) = one.pod["initContainers"]
        program, option, mode, source, target = copying["command"]
        assert (program, option, mode) == ("install", "-m", "0600")
        assert one.options["-A"] == [f"conf={target}"]
        (read,) = (mount for mount in copying["volumeMounts"] if source == f"{mount['mountPath']}/ldmsauth.conf")
        (secret,) = volumes[read["name"]]["projected"]["sources"]
        assert secret["secret"]["name"] == "ldms-auth"
        assert secret["secret"]["items"] == [{"key": "ldmsauth.conf", "path": "ldmsauth.conf"}]
        (written,) = (mount for mount in copying["volumeMounts"] if target == f"{mount['mountPath']}/ldmsauth.conf")
        assert not written.get("readOnly", False)
        (own,) = (mount for mount in one.container["volumeMounts"] if mount["name"] == written["name"])
        assert own == {**written, "readOnly": True}
        empty = volumes[written["name"]]["emptyDir"]
        assert empty["medium"] == "Memory"
        assert 0 < parse_quantity(empty["sizeLimit"]) <= 2**20  # type: ignore[no-untyped-call] # theirs has no types
        # The daemon itself does not see the file that others may read.
        assert read["name"] not in {mount["name"] for mount in one.container["volumeMounts"]}


@every_input
def test_samplers_ask_for_the_secret_and_read_their_files(name: str) -> None:
    ldms = ldms_of(name)
    files = {PurePosixPath(one.path): one.text for one in compiled(name).node_files}
    units = [path for path in files if path.name == "ldmsd.sampler.service"]
    assert [path.parent.name for path in units] == [group.name for group in ldms.groups]
    for unit in units:
        written = files[unit.with_name("ldmsd.sampler.env")].splitlines()
        environment = dict(line.split("=", 1) for line in written if line and not line.startswith("#"))
        (start,) = (line for line in files[unit].splitlines() if line.startswith("ExecStart="))
        # As systemd puts them in: each is one word.
        words = [Template(word).substitute(environment) for word in shlex.split(start.removeprefix("ExecStart="))]
        assert words[0] == "/opt/ovis-ldms/sbin/ldmsd"
        options = _options(words[1:])
        directory = "/opt/ovis-ldms/etc/ldms"
        assert options["-a"] == ["ovis"]
        assert options["-A"] == [f"conf={directory}/ldmsauth.conf"]
        assert options["-x"] == [f"sock:{ldms.sampler_port.value}"]
        assert options["-m"] == [ldms.sampler_memory.value] == ["16m"]
        assert options["-c"] == [f"{directory}/sampler.conf"]
        assert unit.with_name("sampler.conf") in files
        assert f"EnvironmentFile={directory}/ldmsd.sampler.env" in files[unit].splitlines()


@every_input
def test_every_updater_pulls_every_set_when_it_is_made(name: str) -> None:
    for one in (*daemons(name, "aggregator"), *daemons(name, "store")):
        (updater,) = commands(one.text, "updtr_add")
        assert updater["auto_interval"] == "true"
        assert updater["interval"] == f"{ldms_of(name).interval.value}us"
        assert commands(one.text, "updtr_prdcr_add") == [{"name": updater["name"], "regex": ".*"}]
        assert commands(one.text, "updtr_start") == [{"name": updater["name"]}]
        # No command narrows down which of its sets are pulled.
        assert not commands(one.text, "updtr_match_add")


@every_input
def test_a_store_takes_from_the_port_of_its_aggregator_and_writes_every_schema(name: str) -> None:
    dialled = []
    for one in daemons(name, "store"):
        (producer,) = commands(one.text, "prdcr_add")
        dialled.append((producer["host"].partition(".")[0], int(producer["port"])))
        (policy,) = commands(one.text, "strgp_add")
        assert policy["regex"] == ".*"
        assert policy["plugin"] == "store_avro_kafka"
        assert commands(one.text, "strgp_start") == [{"name": policy["name"]}]
        assert not commands(one.text, "strgp_metric_add")
        assert not commands(one.text, "strgp_prdcr_add")
        maps = bodies(name, "ConfigMap")
        rows = json.loads(_mounted(maps, one.pod, one.container, policy["decomposition"]))
        assert rows["decomposition"][rows["default"]] == {"type": "as_is", "indices": []}
        (plugin,) = commands(one.text, "config")
        assert (plugin["topic"], plugin["encoding"]) == ("ldms", "json")
        properties = _mounted(maps, one.pod, one.container, plugin["kafka_conf"]).splitlines()
        assert f"bootstrap.servers={policy['container']}" in properties
    assert dialled == [(one.host, one.port) for one in ldms_of(name).aggregators]
    services = {
        (host, port["port"]) for host, body in bodies(name, "Service").items() for port in body["spec"]["ports"]
    }
    assert set(dialled) <= services


@pytest.mark.parametrize(("name", "hours"), [("nodes are dialled", 168), ("other ports", 5)])
def test_topics_keep_their_messages_for_the_hours_asked_for(name: str, hours: int) -> None:
    topics = bodies(name, "KafkaTopic")
    assert {"ldms", "idrac"} <= set(topics)
    assert {body["spec"]["config"]["retention.ms"] for body in topics.values()} == {hours * 60 * 60 * 1000}


def test_both_authorities_of_the_broker_last_for_five_years() -> None:
    """Renewed half a year before their end (semantics.md, section 3)."""
    spec = bodies("nodes are dialled", "Kafka")["kafka"]["spec"]
    days = {"validityDays": 1825, "renewalDays": 180}
    assert (spec["clusterCa"], spec["clientsCa"]) == (days, days)


def test_the_agent_of_the_bridge_scrapes_nothing_and_the_bridge_says_how_far_it_is_behind() -> None:
    agents = bodies("nodes are dialled", "VMAgent")
    assert {name: body["spec"].get("ingestOnlyMode", False) for name, body in agents.items()} == {
        "vmagent": False,
        "vmagent-vector": True,
    }
    text = bodies("nodes are dialled", "ConfigMap")["vector-ldms"]["data"]["vector.yaml"]
    sources = yaml.safe_load(text)["sources"].values()
    assert [one["metrics"] for one in sources if one["type"] == "kafka"] == [{"topic_lag_metric": True}]


DCGM = {
    54: "uuid",
    100: "sm_clock",
    101: "memory_clock",
    140: "memory_temp",
    150: "gpu_temp",
    155: "power_usage",
    156: "total_energy_consumption",
    190: "pstate",
    203: "gpu_utilization",
    204: "mem_copy_utilization",
    206: "enc_utilization",
    207: "dec_utilization",
    230: "xid_errors",
    240: "power_violation",
    241: "thermal_violation",
    250: "fb_total",
    251: "fb_free",
    252: "fb_used",
    1001: "gr_engine_active",
    1002: "sm_active",
    1003: "sm_occupancy",
    1004: "tensor_active",
    1005: "dram_active",
    1006: "fp64_active",
    1007: "fp32_active",
    1008: "fp16_active",
    1009: "pcie_tx_bytes",
    1010: "pcie_rx_bytes",
}
"""Tags by field id, as NVIDIA's exporter and dashboards use them: written down here apart from the compiler's table."""
_SLURM = "component_id=1 stream=slurm job_count=8 task_count=8"
COLUMNS = {
    "meminfo": (
        "",
        "MemTotal MemFree MemAvailable Buffers Cached SwapTotal SwapFree Dirty Mlocked AnonPages Slab",
    ),
    "vmstat": ("", "pgfault pgmajfault pswpin pswpout numa_hit numa_miss nr_free_pages"),
    "slurm_sampler": (_SLURM, "job_id job_state job_size job_start job_end node_count task_count"),
}


@pytest.mark.parametrize(("field", "tag"), DCGM.items(), ids=str)
def test_a_dcgm_field_has_the_tag_that_dcgm_gives_it(field: int, tag: str) -> None:
    assert _columns("dcgm_sampler", f"use_base=1 fields={field}") == ["gpu_id", tag]


@pytest.mark.parametrize("plugin", COLUMNS)
def test_the_columns_that_operators_look_at_are_there(plugin: str) -> None:
    arguments, names = COLUMNS[plugin]
    assert set(names.split()) <= set(_columns(plugin, arguments))


def _columns(plugin: str, arguments: str) -> list[str]:
    found = static_sampler(plugin, arguments)
    assert found is not None
    (row,) = found.rows
    return [column.name for column in row.columns]
