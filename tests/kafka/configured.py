"""The Kafka clients that rendered configuration files, and the environment of pods, set up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from tests.kafka.mounts import WORKLOADS, File, mounting
from tests.kafka.parts import Body, of_kind, where


class Needs(NamedTuple):
    """What a client asks the broker for; a topic that begins with `^` is an expression."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()


class Client(NamedTuple):
    """A client and how it reaches the broker; ``ca``, ``certificate`` and ``key`` are paths in its pods.

    ``settings`` is the path at which it looks for a further file of settings, and the file that must be there.
    """

    name: str
    workload: Body
    servers: tuple[str, ...]
    tls: bool
    ca: str
    certificate: str
    key: str
    needs: Needs
    settings: tuple[str, File] | None = None


def clients(objects: Sequence[Body]) -> Iterator[Client | str]:
    """Every client; a text for a configuration that no client could be read from."""
    for config_map in of_kind(objects, "ConfigMap"):
        data = config_map.get("data") or {}
        for read in (_vector, _store):
            for workload in mounting(objects, config_map) or (None,):
                for found in read(config_map, data):
                    if workload is None:
                        yield f"{where(config_map)}: sets up a Kafka client, and no workload mounts it"
                    else:
                        yield found._replace(workload=workload) if isinstance(found, Client) else found
    for kind in WORKLOADS:
        for workload in of_kind(objects, kind):
            yield from _pumps(workload)


def literal_prefix(expression: str) -> str:
    """The text with which every topic begins that *expression*, which begins with `^`, matches."""
    found = re.match(r"\^((?:[A-Za-z0-9_-]|\\[^A-Za-z0-9])*)", expression)
    text = found[1] if found else ""
    rest = expression[len(text) + 1 :]
    if "|" in _outside_groups(expression):
        return ""  # an alternative at the top begins with anything
    if rest[:1] in ("?", "*", "{"):
        text = text[:-2] if text[-2:-1] == "\\" else text[:-1]  # the last character may be absent
    return re.sub(r"\\(.)", r"\1", text)


def _outside_groups(expression: str) -> str:
    plain = re.sub(r"\\.", "", expression)
    while (inner := re.sub(r"\([^()]*\)", "", plain)) != plain:
        plain = inner
    return plain


def _vector(config_map: Body, data: Mapping[str, str]) -> Iterator[Client]:
    config: dict[str, Any] = yaml.safe_load(data.get("vector.yaml", "")) or {}
    for section in ("sources", "sinks"):
        for name, part in (config.get(section) or {}).items():
            if part.get("type") == "kafka":
                yield _vector_part(f"{where(config_map)} {section}.{name}", part)


def _vector_part(name: str, part: Mapping[str, Any]) -> Client:
    """A source has `topics` and a `group_id`, a sink a `topic`. Without `tls.enabled` its certificates are ignored."""
    tls = part.get("tls") or {}
    return Client(
        name,
        {},
        tuple(server.strip() for server in part["bootstrap_servers"].split(",")),
        tls.get("enabled") is True,
        str(tls.get("ca_file", "")),
        str(tls.get("crt_file", "")),
        str(tls.get("key_file", "")),
        Needs(
            frozenset(part.get("topics") or ()),
            frozenset({part["topic"]} if "topic" in part else ()),
            frozenset({part["group_id"]} if "group_id" in part else ()),
        ),
    )


def _pumps(workload: Body) -> Iterator[Client | str]:
    """The pump of iDRAC, which reads its environment as `cmd/kafkapump` of the reference tools does.

    One host and port, split at each colon; TLS with a CA alone, a certificate with its key alone; files are looked
    for in one folder. A broker or topic that is not there is waited for forever.
    """
    for container in workload["spec"]["template"]["spec"]["containers"]:
        settings = {one["name"]: str(one.get("value", "")) for one in container.get("env") or ()}
        kafka = {name.removeprefix("KAFKA_"): value for name, value in settings.items() if name.startswith("KAFKA_")}
        name = f"{where(workload)} {container['name']}"
        if not kafka:
            continue
        yield from (f"{name}: no program reads KAFKA_{one}" for one in sorted(set(kafka) - _PUMP))
        if kafka.get("BROKER", "").count(":") != 1 or not kafka.get("TOPIC"):
            yield f"{name}: it needs one host:port and a topic"
            continue
        if not kafka.get("PARTITION", "0").isdigit() or kafka.get("SKIP_VERIFY") == "true":
            yield f"{name}: {kafka} names no partition, or verifies nobody"
        authority, certificate, key = (f"/extrabin/certs/{kafka[one]}" if kafka.get(one) else "" for one in _PUMP_FILES)
        yield Client(
            name,
            workload,
            (kafka["BROKER"],),
            bool(authority),
            authority,
            certificate,
            key,
            Needs(writes=frozenset({kafka["TOPIC"]})),
        )


_PUMP_FILES = ("CACERT", "CLIENT_CERT", "CLIENT_KEY")
_PUMP = {"BROKER", "TOPIC", "PARTITION", "SKIP_VERIFY", *_PUMP_FILES}


def _store(config_map: Body, data: Mapping[str, str]) -> Iterator[Client | str]:
    """The LDMS store: its plugin names the topic, librdkafka's file the rest; `container=` overrides the servers."""
    for file, text in data.items():
        commands = [_arguments(line) for line in text.splitlines()]
        plugins = [one for one in commands if one.get("") == "config" and one.get("name") == "store_avro_kafka"]
        containers = {one.get("container") for one in commands if one.get("plugin") == "store_avro_kafka"} - {None, ""}
        topics = frozenset(one.get("topic", "") for one in plugins)
        if any("%" in topic or not topic for topic in topics):
            yield f"{where(config_map)} {file}: the topics of store_avro_kafka are not written out"
        elif plugins:
            rdkafka = _properties(data.get("kafka.conf", ""))
            servers = containers or {rdkafka.get("bootstrap.servers", "")}
            yield Client(
                f"{where(config_map)} {file}",
                {},
                tuple(server for each in sorted(servers, key=str) for server in str(each).split(",")),
                rdkafka.get("security.protocol", "").lower() == "ssl",
                rdkafka.get("ssl.ca.location", ""),
                rdkafka.get("ssl.certificate.location", ""),
                rdkafka.get("ssl.key.location", ""),
                Needs(writes=topics),
                (plugins[0].get("kafka_conf", ""), File("ConfigMap", config_map["metadata"]["name"], "kafka.conf")),
            )


def _arguments(line: str) -> dict[str, str]:
    """A command of ldmsd as a mapping, the command itself at the empty key."""
    words = line.split("#", 1)[0].split()
    return {**dict(word.split("=", 1) for word in words if "=" in word), "": words[0] if words else ""}


def _properties(text: str) -> dict[str, str]:
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip() for key, value in pairs}
