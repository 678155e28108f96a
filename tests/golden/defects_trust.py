"""Keys, log-ins, rights and programs from anywhere else than where they belong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.golden.defects_reading import Objects, named, templates, texts
from tests.golden.references import sections

_RENDERED_BY_NOBODY = ("Endpoints", "KafkaBridge", "Job", "CronJob", "Secret", "Certificate", "PersistentVolume")


def own_keys(objects: Objects) -> Iterator[str]:
    """14, 38, 40, 49, 51: certificates, keys and log-ins of our own making, and kinds that are none of ours."""
    for one in objects:
        if one["kind"] in _RENDERED_BY_NOBODY:
            yield f"{named(one)} is rendered"
        if re.search(r"PRIVATE KEY|BEGIN ENCRYPTED", json.dumps(one)):
            yield f"{named(one)} holds a private key"
        if one["kind"] == "Kafka":
            for key in ("clusterCa", "clientsCa"):
                times = one["spec"][key]
                if not 0 < times["renewalDays"] < times["validityDays"] <= 1825:
                    yield f"{named(one)} renews {key} too late"


def fetched_programs(objects: Objects) -> Iterator[str]:
    """36: a pod that asks the internet, or a package index, for its program each time it starts."""
    for name, pod in templates(objects):
        for container in (*pod["containers"], *pod.get("initContainers", [])):
            words = " ".join([*container.get("command", []), *container.get("args", [])])
            if re.search(r"\b(pip3?|apt-get|dnf|yum|apk|curl|wget|npm)\b", words):
                yield f"{name}: {container['name']} fetches its program"


def open_bus(objects: Objects) -> Iterator[str]:
    """42: a bus or a database without a log-in, for more than the pod that it is in."""
    for name, file, text in texts(objects):
        if file == "activemq.xml":
            uris = re.findall(r'uri="([^"]*)"', text)
            if [uri for uri in uris if not uri.startswith("stomp://127.0.0.1:")] or not uris:
                yield f"{name} listens on {uris}"
            if "jetty" in text or 'useJmx="false"' not in text:
                yield f"{name} has a console"
    for name, pod in templates(objects):
        for container in pod["containers"]:
            if container["name"] == "mysqldb" and "--bind-address=127.0.0.1" not in container.get("args", []):
                yield f"{name}: the database listens beyond its pod"


def borrowed_log_ins(objects: Objects) -> Iterator[str]:
    """41: a credential of the whole HPC cluster for two pods of one namespace."""
    yield from (f"{named(one)} uses munge" for one in objects if "munge" in json.dumps(one))


def roles_over_secrets(objects: Objects) -> Iterator[str]:
    """44: a role that reads every Secret of the namespace."""
    for one in objects:
        if one["kind"] in ("Role", "ClusterRole"):
            for rule in one["rules"]:
                reads = {"secrets", "*"} & set(rule.get("resources", []))
                if reads and (not rule.get("resourceNames") or "*" in rule["apiGroups"]):
                    yield f"{named(one)} reads every Secret"


def topics_by_mistake(objects: Objects) -> Iterator[str]:
    """45: whoever misspells a topic makes one."""
    creators = [
        (named(one), acl["resource"])
        for one in objects
        if one["kind"] == "KafkaUser"
        for acl in one["spec"]["authorization"]["acls"]
        if {"Create", "All"} & set(acl["operations"])
    ]
    for name, resource in creators:
        if resource.get("patternType") != "prefix" or not resource.get("name", "").strip("*"):
            yield f"{name} may create {resource}"
    for one in objects:
        if one["kind"] == "Kafka" and one["spec"]["kafka"]["config"]["auto.create.topics.enable"] and not creators:
            yield f"{named(one)} creates topics for anyone"


def other_namespaces(objects: Objects) -> Iterator[str]:
    """50: an agent that selects everywhere, with a role for one namespace."""
    roles = {one["metadata"]["name"]: one["rules"] for one in objects if one["kind"] == "Role"}
    for one in objects:
        if one["kind"] != "VMAgent" or one["spec"].get("ingestOnlyMode"):
            continue
        selectors = {key: value for key, value in one["spec"].items() if key.endswith("ScrapeSelector")}
        if not selectors or not all(selectors.values()) or one["spec"].get("ignoreNamespaceSelectors") is not True:
            yield f"{named(one)} selects what is not its own"
        granted = {name for rule in roles.get(one["spec"]["serviceAccountName"], []) for name in rule["resources"]}
        if not {"pods", "services", "endpointslices"} <= granted:
            yield f"{named(one)} may list {granted} only"


def versions(objects: Objects) -> Iterator[str]:
    """53: two versions of one program, or one that moves."""
    tags: dict[str, set[str]] = {}
    for one in objects:
        for key, value in sections(one):
            if key == "image" and isinstance(value, dict):
                tags.setdefault(value["repository"], set()).add(value["tag"])
            elif key.endswith("mage") and isinstance(value, str):
                name, _, tag = value.rpartition(":")
                tags.setdefault(name, set()).add(tag)
    for name, found in tags.items():
        moving = found & {"latest", "stable", "main", ""} or any("/" in tag for tag in found)
        if moving or (len(found) > 1 and not name.endswith(("/operator", "/kafka"))):
            yield f"{name} has {sorted(found)}"
