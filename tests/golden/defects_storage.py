"""Data that one pod, one node or one full volume can take away."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from tests.golden.defects_reading import Objects, named, texts
from tests.golden.references import sections

_OPERATOR = "operator.victoriametrics.com/"


def doubled_samples(objects: Objects) -> Iterator[str]:
    """21: two agents that scrape the same need deduplication where samples are kept and where they are read."""
    for cluster in (one["spec"] for one in objects if one["kind"] == "VMCluster"):
        found = {
            part: cluster[part].get("extraArgs", {}).get("dedup.minScrapeInterval", "0ms")
            for part in ("vmstorage", "vmselect")
        }
        if len(set(found.values())) > 1 or not re.fullmatch(r"[1-9][0-9]*ms", found["vmselect"]):
            yield f"deduplication differs or is off: {found}"


def queues_of_agents(objects: Objects) -> Iterator[str]:
    """22: a queue that a pod loses, or that fills its volume."""
    for one in objects:
        if one["kind"] not in ("VMAgent", "VLAgent"):
            continue
        spec = one["spec"]
        claim = spec.get("statefulStorage" if one["kind"] == "VMAgent" else "storage", {})
        if "volumeClaimTemplate" not in claim or (one["kind"] == "VMAgent" and spec.get("statefulMode") is not True):
            yield f"{named(one)} keeps its queue on no claim"
        unqueued = "remoteWrite.disableOnDiskQueue" in spec.get("extraArgs", {}) or "disableOnDiskQueue" in str(spec)
        for target in spec["remoteWrite"]:
            if "maxDiskUsage" not in target and not unqueued:
                yield f"{named(one)} has no bound for {target['url']}"


def copies_of_topics(objects: Objects) -> Iterator[str]:
    """29: with as many copies as must be in sync, one broker that is away stops every producer."""
    for one in objects:
        if one["kind"] == "KafkaTopic":
            spec = one["spec"]
            if (spec["replicas"], spec.get("config", {}).get("min.insync.replicas", 2)) != (3, 2):
                yield f"{named(one)} has {spec['replicas']} copies"
        if one["kind"] == "Kafka":
            config = one["spec"]["kafka"]["config"]
            if (config["default.replication.factor"], config["min.insync.replicas"]) != (3, 2):
                yield f"{named(one)} has other copies by default"


def full_volumes(objects: Objects) -> Iterator[str]:
    """31: a volume that is full stops its store."""
    for one in objects:
        if one["kind"] == "Kafka":
            quotas = one["spec"]["kafka"].get("quotas", {})
            if not 0 < quotas.get("minAvailableRatioPerVolume", 0) < 1:
                yield f"{named(one)} lets producers fill its volumes"
        if one["kind"] == "VLCluster" and "retentionMaxDiskSpaceUsageBytes" not in one["spec"]["vlstorage"]:
            yield f"{named(one)} fills its volumes"


def unsized_brokers(objects: Objects) -> Iterator[str]:
    """32: pods without requests are the first to go."""
    for one in objects:
        if one["kind"] == "KafkaNodePool":
            found = one["spec"].get("resources", {})
            if any(set(found.get(part, {})) != {"cpu", "memory"} for part in ("requests", "limits")):
                yield f"{named(one)} has no resources"


def shared_selectors(objects: Objects) -> Iterator[str]:
    """34: two workloads that take each other's pods, or two writers of one volume."""
    workloads = [one for one in objects if one["kind"] in ("Deployment", "StatefulSet", "DaemonSet")]
    selectors = Counter(json.dumps(one["spec"]["selector"], sort_keys=True) for one in workloads)
    yield from (f"{count} workloads have {selector}" for selector, count in selectors.items() if count > 1)
    for one in objects:
        for key, modes in sections(one):
            if key == "accessModes" and modes not in ("ReadWriteOnce", ["ReadWriteOnce"]):
                yield f"{named(one)} shares a volume: {modes}"


def unused_claims(objects: Objects) -> Iterator[str]:
    """35: a volume beside a program that does not use it."""
    for one in objects:
        if one["kind"] == "StatefulSet" and one["spec"].get("volumeClaimTemplates"):
            claims = {claim["metadata"]["name"] for claim in one["spec"]["volumeClaimTemplates"]}
            pod = one["spec"]["template"]["spec"]
            mounts = [mount for container in pod["containers"] for mount in container.get("volumeMounts", [])]
            yield from (f"{named(one)} mounts no {name}" for name in claims - {mount["name"] for mount in mounts})
            places = [mount["mountPath"] for mount in mounts if mount["name"] in claims]
            for name, file, text in texts(objects):
                if file == "collector.yaml" and name.rpartition("/")[2] == one["metadata"]["name"]:
                    yield from (f"{named(one)} {problem}" for problem in _queue_problems(yaml.safe_load(text), places))


def _queue_problems(config: Mapping[str, Any], places: Sequence[str]) -> Iterator[str]:
    for name, exporter in config["exporters"].items():
        storage = exporter.get("sending_queue", {}).get("storage")
        directory = config["extensions"].get(storage, {}).get("directory", "")
        if storage not in config["service"]["extensions"] or not directory.startswith(tuple(places)):
            yield f"queues for {name} in memory"


def blind_pods(objects: Objects) -> Iterator[str]:
    """46: several pods that may all run on one node, of those that operators make."""
    for one in objects:
        spec = one.get("spec", {})
        if one["kind"] == "KafkaNodePool":
            if spec["replicas"] > 1 and not spec["template"]["pod"].get("topologySpreadConstraints"):
                yield f"{named(one)} is not spread"
        elif one["apiVersion"].startswith(_OPERATOR):
            for part in (spec, *(inner for inner in spec.values() if isinstance(inner, Mapping))):
                if part.get("replicaCount", 1) > 1 and not (
                    part.get("topologySpreadConstraints") and part.get("podDisruptionBudget")
                ):
                    yield f"{named(one)} is not spread, or has no budget"


def hasty_evictions(objects: Objects) -> Iterator[str]:
    """47: a node that blinks loses its pods, whose volumes cannot follow."""
    for one in objects:
        for key, value in sections(one):
            if key == "tolerationSeconds" and value < 300:
                yield f"{named(one)} leaves after {value} s"
