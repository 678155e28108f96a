"""The software plan as data, in parts that fit into a ConfigMap each."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from .chunks import chunks
from .software import Group, Package, SoftwarePlan


class _Row(NamedTuple):
    """A group with one of its packages, or with none where it has none."""

    group: Group
    package: Package | None


def software_parts(software: SoftwarePlan) -> tuple[tuple[dict[str, Any], ...], ...]:
    """The functional groups in order; a group whose packages do not fit goes on in the next part."""
    return tuple(tuple(_groups(part)) for part in chunks(_rows(software.groups), _size))


def _rows(groups: Iterable[Group]) -> Iterator[_Row]:
    for group in groups:
        yield from (_Row(group, package) for package in group.packages or (None,))


def _size(row: _Row) -> int:
    # As JSON within JSON: a quote takes two bytes there, and no character takes more than twelve.
    texts = (row.group.name, row.package.name if row.package else "", (row.package and row.package.version) or "")
    return 250 + sum(len(text) if text.isascii() and text.isprintable() else 12 * len(text) for text in texts)


def _groups(rows: Sequence[_Row]) -> Iterator[dict[str, Any]]:
    for name, of_group in groupby(rows, key=lambda row: row.group.name):
        listed = list(of_group)
        yield {
            "functional_group_name": name,
            "nodes": listed[0].group.nodes,
            "software": [_package(row.package) for row in listed if row.package is not None],
        }


def _package(package: Package) -> dict[str, Any]:
    return {
        "name": package.name,
        "version": package.version,
        "version_source": "default" if package.version is None else "software_config.json",
        "architectures": list(package.architectures),
    }
