"""What the pods that are rendered here mount: every volume is there and used, and every file that is named is in one.

A path that a container names and no volume has is looked for in its image, and only there.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tests.golden.pods import Object
from tests.golden.references import Output

_PATH = re.compile(r"(?:(?<=file:)|(?<![\w.:/-]))/[\w.@-]+(?:/[\w.@-]+)+")
_OWN = ("Deployment", "StatefulSet", "DaemonSet", "Job")
_PUMP = {"KAFKA_CACERT", "KAFKA_CLIENT_CERT", "KAFKA_CLIENT_KEY"}
"""Files that the iDRAC pump looks for in `/extrabin/certs`, by the name alone."""
_PUMP_FOLDER = "/extrabin/certs"
Files = Mapping[str, Collection[str]]
"""By the name of a volume, the paths in it; none is known of one that is written."""


def mount_problems(output: Output) -> list[str]:
    """What is wrong with the mounts of the workloads."""
    return [
        f"{one['kind']} {one['metadata']['name']}: {problem}"
        for one in output.objects
        if one["kind"] in _OWN
        for problem in _problems(one, output)
    ]


def _problems(one: Object, output: Output) -> Iterator[str]:
    spec = one["spec"]["template"]["spec"]
    claims = [claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", [])]
    names = [*claims, *(volume["name"] for volume in spec.get("volumes", []))]
    files = {volume["name"]: _files(volume, output) for volume in spec.get("volumes", [])}
    used = set()
    if len(set(names)) < len(names):
        yield "has two volumes of one name"
    for container in (*spec["containers"], *spec.get("initContainers", [])):
        mounts = container.get("volumeMounts", [])
        used |= {mount["name"] for mount in mounts}
        for problem in (*_mounted(container, files, names), *_named(container, spec, files, output)):
            yield f"{container['name']}: {problem}"
    yield from (f"nobody mounts {name}" for name in names if name not in used)
    yield from _governing(one, output)
    yield from _ports(spec)


def _mounted(container: Object, files: Files, names: Collection[str]) -> Iterator[str]:
    mounts = container.get("volumeMounts", [])
    paths = [posixpath.normpath(mount["mountPath"]) for mount in mounts]
    yield from (f"mounts twice at {path}" for path in set(paths) if paths.count(path) > 1)
    for mount in mounts:
        if mount["name"] not in names:
            yield f"there is no volume {mount['name']}"
        elif files.get(mount["name"]) and mount.get("readOnly") is not True:
            yield f"may write to {mount['name']}"


def _named(container: Object, spec: Object, files: Files, output: Output) -> Iterator[str]:
    """Every path that arguments, environment or mounted files name, and that lies where a volume is."""
    mounts = {mount["mountPath"]: files.get(mount["name"], ()) for mount in container.get("volumeMounts", [])}
    env = {one["name"]: one.get("value", "") for one in container.get("env", [])}
    named = [path for text in _texts(container, spec, output) for path in _PATH.findall(text)]
    named += [f"{_PUMP_FOLDER}/{env[name]}" for name in sorted(_PUMP & env.keys())]
    if _PUMP & env.keys() and _PUMP_FOLDER not in mounts:
        yield f"mounts nothing at {_PUMP_FOLDER}"
    for path in dict.fromkeys(named):
        for folder, there in mounts.items():
            if there and path.startswith(f"{folder}/") and not _holds(there, posixpath.relpath(path, folder)):
                yield f"names {path}, and {folder} has {sorted(there)}"


def _holds(files: Collection[str], path: str) -> bool:
    """Whether there is such a file, or a folder of some."""
    return any(file == path or file.startswith(f"{path}/") for file in files)


def _texts(container: Object, spec: Object, output: Output) -> Iterator[str]:
    yield from (*container.get("command", ()), *container.get("args", ()))
    yield from (one.get("value", "") for one in container.get("env", []))
    mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
    for volume in spec.get("volumes", []):
        for source in _sources(volume) if volume["name"] in mounted else ():
            if "configMap" in source:
                yield from _config_map(source["configMap"]["name"], output).values()


def _files(volume: Object, output: Output) -> set[str]:
    """The paths in a volume of ConfigMaps, Secrets and what Kubernetes says of the pod."""
    found: set[str] = set()
    for source in _sources(volume):
        for kind, part in source.items():
            if kind == "serviceAccountToken":
                found.add(part["path"])
            elif isinstance(part, dict) and "items" in part:
                found |= {item["path"] for item in part["items"]}
            elif kind == "configMap":
                found |= set(_config_map(part["name"], output))
            elif kind == "secret":
                found |= set(output.secrets.get(part.get("name") or part.get("secretName"), ()))
    return found


def _sources(volume: Object) -> list[Any]:
    found: list[Any] = volume["projected"]["sources"] if "projected" in volume else [volume]
    return found


def _config_map(name: str, output: Output) -> Mapping[str, str]:
    found: Mapping[str, str] = output.of("ConfigMap").get(name, {}).get("data", {})
    return found


def _governing(one: Object, output: Output) -> Iterator[str]:
    """The Service by which the pods of a StatefulSet have names."""
    if one["kind"] == "StatefulSet":
        service = output.of("Service").get(one["spec"]["serviceName"])
        if service is None:
            yield f"there is no Service {one['spec']['serviceName']}"
        elif service["spec"]["selector"] != one["spec"]["selector"]["matchLabels"]:
            yield f"its Service {one['spec']['serviceName']} selects other pods"


def _ports(spec: Object) -> Iterator[str]:
    """A probe asks a port of its own container; no two containers of a pod listen on one port."""
    numbers = []
    for container in spec["containers"]:
        ports = {port["name"]: port["containerPort"] for port in container.get("ports", [])}
        numbers += list(ports.values())
        for name in ("startupProbe", "livenessProbe", "readinessProbe"):
            for part in container.get(name, {}).values():
                port = part.get("port") if isinstance(part, dict) else None
                if port is not None and port not in ports:
                    yield f"{container['name']}: {name} asks the port {port}, which it has not"
    yield from (f"two containers listen on {one}" for one in set(numbers) if numbers.count(one) > 1)
