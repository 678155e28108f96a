"""Whom its configuration makes a pod speak to.

That is in files of Vector, ldmsd, librdkafka, the collector and csm-metrics, and in the environment of the iDRAC pump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from tests.golden.pods import Object
from tests.golden.references import sections


class Dialled(NamedTuple):
    """A URL, or host and port where ``url`` is empty."""

    url: str
    host: str = ""
    port: int = 0


def mounted_files(template: Object, objects: Sequence[Object]) -> dict[str, str]:
    """Every file of every ConfigMap that a pod mounts, by ConfigMap and key."""
    maps = {one["metadata"]["name"]: one.get("data") or {} for one in objects if one["kind"] == "ConfigMap"}
    volumes = sections(template["spec"].get("volumes") or [])
    names = {value["name"] for key, value in volumes if key == "configMap" and isinstance(value, dict)}
    return {f"{name}/{key}": text for name in sorted(names) for key, text in maps.get(name, {}).items()}


def dialled(files: Mapping[str, str]) -> Iterator[Dialled]:
    """What these files name as the other end."""
    for name, text in files.items():
        if name.endswith((".yaml", ".yml")):
            yield from _settings(yaml.load(text, Loader=yaml.CSafeLoader))
        elif name.endswith(".conf"):
            for line in text.splitlines():
                yield from _line(line.strip())


def dialled_by(template: Object) -> Iterator[Dialled]:
    """What the environment of a pod's containers names: the broker of the iDRAC pump, which is one address."""
    for container in template["spec"]["containers"]:
        settings = {one["name"]: one.get("value", "") for one in container.get("env") or []}
        if "KAFKA_BROKER" in settings:
            yield _address(settings["KAFKA_BROKER"])


def listens(files: Mapping[str, str]) -> bool:
    """Whether samplers dial in to an ldmsd of these files."""
    return any(line.strip().startswith("prdcr_listen_add") for text in files.values() for line in text.splitlines())


def _settings(config: Any) -> Iterator[Dialled]:
    """Sources and sinks of Vector, exporters of the collector; an `address` is where they listen themselves."""
    if not isinstance(config, dict):
        return
    parts = [config.get(part) or {} for part in ("sources", "sinks", "exporters")]
    for component in (one for part in parts for one in part.values()):
        yield from _brokers(component.get("bootstrap_servers", ""))
        for key in ("endpoint", "endpoints", "uri", "metrics_endpoint"):
            value = component.get(key, [])
            yield from (Dialled(url) for url in ([value] if isinstance(value, str) else value))
    if "COLLECTOR_ADDR" in config:
        yield _address(config["COLLECTOR_ADDR"])


def _line(line: str) -> Iterator[Dialled]:
    if line.startswith("bootstrap.servers="):
        yield from _brokers(line.partition("=")[2])
    words = line.split()
    values = dict(word.partition("=")[::2] for word in words[1:])
    if words[:1] in (["prdcr_add"], ["advertiser_add"]):
        yield Dialled("", values["host"], int(values["port"]))
    elif words[:1] == ["strgp_add"] and values.get("plugin") == "store_avro_kafka":
        yield from _brokers(values["container"])


def _brokers(text: str) -> Iterator[Dialled]:
    yield from (_address(one.strip()) for one in filter(None, text.split(",")))


def _address(text: str) -> Dialled:
    host, _, port = text.rpartition(":")
    return Dialled("", host, int(port))
