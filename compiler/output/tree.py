"""Objects to files: one an object, a kustomization a folder, and one at the root."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..kube.objects import Manifest, NodeFile
from .yaml_text import to_yaml

HEADER = "# Written by telecompile. Change the input and build again: changes made here are overwritten.\n"
KUSTOMIZATION = "kustomization.yaml"


def tree_of(manifests: Iterable[Manifest], node_files: Iterable[NodeFile] = ()) -> Mapping[str, bytes]:
    """The bytes of every file by its path, relative to the output directory; no kustomization names node files."""
    files: dict[str, bytes] = {}
    folders: dict[str, list[str]] = {}
    for manifest in manifests:
        files[manifest.path] = _bytes(manifest.body)
        folders.setdefault(manifest.component, []).append(manifest.path.partition("/")[2])
    for folder, names in folders.items():
        files[f"{folder}/{KUSTOMIZATION}"] = _kustomization(names)
    files[KUSTOMIZATION] = _kustomization(folders)
    for one in node_files:
        files[one.path] = one.text.encode()
    return files


def _kustomization(resources: Iterable[str]) -> bytes:
    return _bytes(
        {"apiVersion": "kustomize.config.k8s.io/v1beta1", "kind": "Kustomization", "resources": list(resources)}
    )


def _bytes(value: object) -> bytes:
    return (HEADER + to_yaml(value)).encode()
