"""What another value of a key changes: in which files of the output, at which places of their objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from telecompile.pipeline import Compilation
from telecompile.plan.text import as_text
from tests.plan.settings_table import Setting
from tests.plan.test_no_dead_settings import SETTINGS, _changed, _compiled, _given

NODES = "nodes/"


class Changed(NamedTuple):
    """``places`` are by folder of the output: ``Kind name.path.to.leaf: value`` for each leaf that came or went.

    Of a file for the nodes it is its name and the lines. ``plan`` has the headings of `telecompile plan`.
    """

    places: Mapping[str, frozenset[str]]
    plan: frozenset[str]
    rendered: frozenset[str]
    """Every folder that there was."""

    def kinds(self, component: str) -> set[str]:
        """The kinds of the objects that changed in a folder."""
        return {place.split(maxsplit=1)[0] for place in self.places[component]}


@cache
def changed(name: str) -> Changed:
    """What the setting of that name in the table of settings changes; of a refused value nothing."""
    return changes(*SETTINGS[name])


def changes(file: str, setting: Setting) -> Changed:
    documents = _given(setting)
    before, after = _compiled(documents), _compiled(_changed(documents, file, setting, setting.value))
    old = dict(_files(before))
    rendered = frozenset(folder for folder, _ in old)
    if after.plan is None:
        return Changed({}, frozenset(), rendered)
    new = dict(_files(after))
    places: dict[str, set[str]] = {}
    for key in old.keys() | new.keys():
        difference = old.get(key, frozenset()) ^ new.get(key, frozenset())
        if difference:
            places.setdefault(key[0], set()).update(difference)
    found = {folder: frozenset(inner) for folder, inner in places.items()}
    return Changed(found, frozenset(_headings(before, after)), rendered)


def _files(compilation: Compilation) -> Iterator[tuple[tuple[str, str], frozenset[str]]]:
    for one in compilation.manifests:
        yield (one.component, one.path), frozenset(_leaves(one.body, _called(one.body)))
    for file in compilation.node_files:
        folder, _, name = file.path.rpartition("/")
        # What stands below nodes/ldms/GROUP/ is as much for the nodes as what stands beside it.
        yield (
            ("/".join(folder.split("/")[:2]), file.path),
            frozenset(f"{name}: {line}" for line in file.text.split("\n")),
        )


def _called(body: Any) -> str:
    return f"{body['kind']} {body['metadata']['name']}"


def _leaves(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, one in value.items():
            yield from _leaves(one, f"{path}.{key}")
    elif isinstance(value, (list, tuple)) and value:
        for one in value:
            yield from _leaves(one, f"{path}[]")
    else:
        yield f"{path}: {value}"


def _headings(before: Compilation, after: Compilation) -> Iterator[str]:
    old, new = _parts(before), _parts(after)
    for heading in old.keys() | new.keys():
        if old.get(heading) != new.get(heading):
            yield heading


def _parts(compilation: Compilation) -> Mapping[str, str]:
    assert compilation.plan is not None
    parts = re.split(r"^(?=[A-Z])", as_text(compilation.plan), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in parts if part}
