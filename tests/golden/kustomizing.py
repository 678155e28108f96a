"""What `kubectl kustomize` makes of an output, resolved here file by file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from telecompile.output.paths import LOCK
from tests.golden.compiled import KUSTOMIZATION, NODE_FILES, parsed


def reached(tree: Mapping[str, bytes], folder: str = "") -> Iterator[str]:
    """The files that the kustomization of *folder* leads to, in its order, each as often as it is listed."""
    for name in parsed(tree[f"{folder}{KUSTOMIZATION}"])["resources"]:
        path = f"{folder}{name}"
        if f"{path}/{KUSTOMIZATION}" in tree:
            yield from reached(tree, f"{path}/")
        else:
            yield path


def to_be_reached(tree: Mapping[str, bytes]) -> set[str]:
    """Every file that is for the cluster."""
    other = {LOCK, *(path for path in tree if path.endswith(KUSTOMIZATION) or path.startswith(NODE_FILES))}
    return tree.keys() - other
