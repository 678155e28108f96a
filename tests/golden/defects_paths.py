"""Ways from one part of the stack to another that lead nowhere, or lose what goes there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.golden.defects_reading import Objects, bridges, named, texts
from tests.golden.references import sections

_KEY_OF_TLS = ("tls", "mtls", "tlsCertFile", "tlsKeyFile")
_READ_BY_OTHERS = re.compile(r"software-plan|.*dashboard.*|grafana-.*")
"""ConfigMaps for people and for Grafana; every other one is for a pod or an operator."""
_URL = re.compile(r"(https?)://([a-z0-9-]+)\.([a-z0-9-]+)\.svc[.:/]")


def schemes(objects: Objects) -> Iterator[str]:
    """13: inside of the cluster one side speaks TLS and the other does not."""
    encrypted = {"vmauth"} if any(one["kind"] == "VMAuth" and _speaks_tls(one["spec"]) for one in objects) else set()
    for one in objects:
        if one["kind"] in ("VMCluster", "VLCluster", "VMAgent", "VLAgent", "VMAlert"):
            spec = one["spec"]
            for part in (spec, *(inner for inner in spec.values() if isinstance(inner, Mapping))):
                if _speaks_tls(part):
                    yield f"{named(one)} speaks TLS"
        for scheme, host, _ in _URL.findall(json.dumps(one)):
            if (scheme == "https") is not (host.partition("-")[0] in encrypted):
                yield f"{named(one)} asks {host} by {scheme}"


def _speaks_tls(spec: Mapping[str, Any]) -> bool:
    extra = spec.get("extraArgs")
    return isinstance(extra, Mapping) and any(extra.get(key, "false") != "false" for key in _KEY_OF_TLS)


def ports_of_vector(objects: Objects) -> Iterator[str]:
    """15, 16: ports that nothing listens on, and a bridge that says nothing of itself."""
    for name, config in bridges(objects):
        exported = [sink for sink in config["sinks"].values() if sink["type"] == "prometheus_exporter"]
        own = [key for key, source in config["sources"].items() if source["type"] == "internal_metrics"]
        if not any(key in sink["inputs"] for key in own for sink in exported):
            yield f"{name} exports nothing of its own"
        if "playground" in config.get("api", {}):
            yield f"{name} has a playground"
        listening = {_port(sink["address"]) for sink in exported} | {_port(config["api"]["address"])}
        for one in objects:
            if one["kind"] == "Deployment" and named(one).rpartition("/")[2] == name.rpartition("/")[2]:
                ports = one["spec"]["template"]["spec"]["containers"][0]["ports"]
                dead = [port["name"] for port in ports if port["containerPort"] not in listening]
                yield from (f"{named(one)}: nothing listens on {port}" for port in dead)
    for one in objects:
        if any(
            key.startswith("prometheus.io/") for _, value in sections(one) if isinstance(value, dict) for key in value
        ):
            yield f"{named(one)} has annotations that nobody reads"


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


def topics_read(objects: Objects) -> Iterator[str]:
    """17: a pattern without `^` is a literal name to the client; without an escaped dot it catches topics of others."""
    known = {one["spec"]["topicName"] for one in objects if one["kind"] == "KafkaTopic"}
    for name, config in bridges(objects):
        for source in config["sources"].values():
            for topic in source.get("topics", []):
                if topic.startswith("^"):
                    if not re.fullmatch(r"\^.+\\\.([^.*]+\$)?", topic):
                        yield f"{name} reads {topic}"
                elif topic not in known:
                    yield f"{name} reads {topic}, which nobody makes"


def commits(objects: Objects) -> Iterator[str]:
    """23: a bridge that commits before the other side has it, or gives up."""
    for name, config in bridges(objects):
        for key, sink in config["sinks"].items():
            if sink["type"] == "prometheus_exporter":
                continue
            enabled = config.get("acknowledgements", {}).get("enabled") is True
            if sink.get("acknowledgements", {}).get("enabled", enabled) is not True:
                yield f"{name}: {key} does not acknowledge"
            if "retry_attempts" in sink.get("request", {}):
                yield f"{name}: {key} gives up"


def digests(objects: Objects) -> Iterator[str]:
    """27: an unknown kernel changes the digest of a set, and its rows are gone."""
    for name, file, text in texts(objects):
        if file == "decomposition.json":
            rows = json.loads(text)
            if "digest" in rows or "default" not in rows:
                yield f"{name} chooses by digest, or drops what it does not know"
        if file.startswith("aggregator") and "updtr_match_add" in text:
            yield f"{name} pulls the sets of a list only"


def decoration(objects: Objects) -> Iterator[str]:
    """52: a ConfigMap that nobody reads, and a port that is only spoken of."""
    used = {value for key, value in _references(objects) if key == "configMap"}
    for one in objects:
        name = one["metadata"]["name"]
        if one["kind"] == "ConfigMap" and name not in used and not _READ_BY_OTHERS.fullmatch(name):
            yield f"{named(one)} is read by nobody"
        if re.search(r"\b6514\b", json.dumps(one)):
            yield f"{named(one)} speaks of 6514"


def _references(objects: Objects) -> Iterator[tuple[str, str]]:
    for one in objects:
        for key, value in sections(one):
            if key == "configMap" and isinstance(value, dict) and "name" in value:
                yield key, value["name"]


def fixed_ports(objects: Objects) -> Iterator[str]:
    """54: a port of every node that another Service may have, and a Service of an agent without its own port."""
    for one in objects:
        yield from (f"{named(one)} fixes {value}" for key, value in sections(one) if key == "nodePort")
        if one["kind"] == "VLAgent" and "serviceSpec" in one["spec"]:
            yield f"{named(one)} replaces the Service that has its HTTP port"
