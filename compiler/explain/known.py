"""Every key of the input files, as the schemas have them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from ..schema.document import FILES, File, tree
from ..schema.marks import CHOSEN

Node = Mapping[str, Any]


class Key(NamedTuple):
    """A key of an input file.

    ``path`` is dotted, with ``[]`` for the elements of a list and ``*`` for a key whose name the user chooses;
    ``node`` is its schema before publication.
    """

    file: str
    path: str
    node: Node
    required: bool

    @property
    def name(self) -> str:
        """The key alone, without the sections that it stands in."""
        return self.path.rpartition(".")[2]

    @property
    def former(self) -> bool:
        """Whether it belongs to the former layout, and is refused."""
        return "errorMessage" in self.node

    @property
    def foreign(self) -> bool:
        """Whether it belongs to other releases, and is accepted without effect."""
        return bool(self.node.get("deprecated"))

    @property
    def names_are_free(self) -> bool:
        """Whether it is a mapping whose keys are names that the user chooses."""
        return CHOSEN in self.node or isinstance(self.node.get("additionalProperties"), dict)

    @property
    def below(self) -> "tuple[Key, ...]":
        """The keys that stand directly in it, or in its elements."""
        return tuple(_inner(self.node, self.file, self.path, deep=False))


@cache
def known_keys() -> tuple[Key, ...]:
    """Every key, file by file and each section before what stands in it."""
    return tuple(key for file in FILES for key in _inner(tree(file), file.name, ""))


def top_keys(file: File) -> tuple[Key, ...]:
    """The keys at the top level of a file, of the software file those of both its forms."""
    return tuple(_inner(tree(file), file.name, "", deep=False))


def _inner(node: Node, file: str, path: str, *, deep: bool = True) -> Iterator[Key]:
    for branch in ("else", "then"):  # the object form of the software file goes before the array form
        if branch in node:
            yield from _inner(node[branch], file, path, deep=deep)
    properties: Mapping[str, Node] = node.get("properties", {})
    if node.get(CHOSEN):
        # They are all alike; the first shows what each takes.
        properties = {"*": next(iter(properties.values()))}
    for name, one in properties.items():
        inside = f"{path}.{name}" if path else name
        if name != "*":
            yield Key(file, inside, one, name in node.get("required", ()))
        if deep or name == "*":
            yield from _inner(one, file, inside, deep=deep)
    for keyword, mark in (("items", "[]"), ("additionalProperties", ".*")):
        if isinstance(node.get(keyword), dict):
            yield from _inner(node[keyword], file, f"{path}{mark}", deep=deep)
