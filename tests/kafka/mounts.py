"""Which key of which Secret stands at a path of a workload's pods."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.kafka.parts import Body, of_kind

WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet")


class File(NamedTuple):
    """A key of a Secret or ConfigMap."""

    kind: str
    source: str
    key: str


def mounting(objects: Sequence[Body], config_map: Body) -> list[Body]:
    """The workloads whose pods have *config_map* as a volume."""
    namespace, name = config_map["metadata"].get("namespace"), config_map["metadata"]["name"]
    return [
        workload
        for kind in WORKLOADS
        for workload in of_kind(objects, kind)
        if workload["metadata"].get("namespace") == namespace
        and any(name in _sources(volume, "ConfigMap") for volume in _pod(workload).get("volumes") or ())
    ]


def file_at(workload: Body, path: str) -> File | None:
    """What the containers of *workload* find at *path*; None when no Secret or ConfigMap is there."""
    if not posixpath.isabs(path):
        return None  # such as the empty path of a setting that is absent
    volumes = {volume["name"]: volume for volume in _pod(workload).get("volumes") or ()}
    for container in _pod(workload).get("containers") or ():
        mount = _mount(container, path)
        if mount and (found := _file(volumes.get(mount["name"], {}), _inside(mount, path))):
            return found
    return None


def _pod(workload: Body) -> dict[str, Any]:
    return dict(workload["spec"]["template"]["spec"])


def _mount(container: Body, path: str) -> Body | None:
    """The mount that covers *path*: of several the longest, as in the kernel."""
    covering = [
        mount
        for mount in container.get("volumeMounts") or ()
        if posixpath.commonpath([mount["mountPath"], path]) == mount["mountPath"].rstrip("/")
    ]
    return max(covering, key=lambda mount: len(mount["mountPath"]), default=None)


def _inside(mount: Body, path: str) -> str:
    """*path* relative to the volume's root."""
    rest = posixpath.relpath(path, mount["mountPath"])
    return posixpath.normpath(posixpath.join(mount.get("subPath", ""), "" if rest == "." else rest))


def _file(volume: Body, inside: str) -> File | None:
    for kind, source, items in _parts(volume):
        keys = {item["path"]: item["key"] for item in items} if items else {inside: inside}
        if inside in keys and "/" not in keys[inside]:
            # Without items the volume has whatever keys the source has: who asks must know them.
            return File(kind, source, keys[inside])
    return None


def _parts(volume: Body) -> Iterator[tuple[str, str, Sequence[Body]]]:
    """Kind, name and items of each source of *volume*; those that pick keys first, since only they are certain."""
    parts = [
        (kind, one[key][field], one[key].get("items") or ())
        for one, field_of_secret in [(volume, "secretName"), *((p, "name") for p in _projected(volume))]
        for kind, key, field in (("Secret", "secret", field_of_secret), ("ConfigMap", "configMap", "name"))
        if key in one
    ]
    return iter(sorted(parts, key=lambda part: not part[2]))


def _projected(volume: Body) -> list[Body]:
    return list((volume.get("projected") or {}).get("sources") or ())


def _sources(volume: Body, kind: str) -> set[str]:
    return {source for found, source, _ in _parts(volume) if found == kind}
