"""Values and their places, grown side by side while a file is read from front to back."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..diagnostics.diagnostic import Diagnostic, Related, Span
from .document import UNKNOWN, Document, Loaded, Place
from .text import Source

MAX_DEPTH = 64
"""Deepest nesting of mappings and lists, aliases followed."""

MAX_NODES = 200_000
"""Most values, keys included, after aliases have been replaced by what they stand for."""

Children: TypeAlias = dict[str | int, Place]
Collection: TypeAlias = dict[str, object] | list[object]
Awaited: TypeAlias = Literal["key", "value", "merged", "nothing"]


class Halt(Exception):
    """Ends the reading of a file at a mistake; what was read before it stays in the tree."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


class Grown(NamedTuple):
    """A finished value: with its places, and how many levels and nodes it has."""

    value: object
    children: Children
    height: int
    nodes: int


class Open:
    """A mapping or list whose end has not been read yet."""

    __slots__ = (
        "awaited",
        "before",
        "children",
        "deepest",
        "key",
        "key_span",
        "last",
        "merge_key",
        "merged",
        "start",
        "value",
    )

    def __init__(self, value: Collection, start: int, depth: int, before: int) -> None:
        self.value = value
        self.children: Children = {}
        self.start = start
        self.last = start
        """End of the last value so far."""
        self.deepest = depth
        """Level of the deepest mapping or list so far, the root being on level 1."""
        self.before = before
        """How many nodes were counted before this one."""
        self.awaited: Awaited = "key"
        """What comes next in a mapping, or becomes of it."""
        self.key = ""
        self.key_span: Span | None = None
        self.merge_key: Span | None = None
        self.merged: list[tuple[object, Children, tuple[int, int]]] = []


class Tree:
    """Grows one document; holds what is open, and the mistakes found on the way.

    Positions are indices into the text. Of two equal keys the first wins: the second is
    the one reported. `Halt` is raised beyond `MAX_DEPTH` and `MAX_NODES`.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.open: list[Open] = []
        self.nodes = 0
        self.complete = True
        self._root: tuple[object, Place] | None = None

    @property
    def awaits_key(self) -> bool:
        """Whether what comes next is a key of the innermost mapping."""
        return bool(self.open) and self.open[-1].awaited == "key" and isinstance(self.open[-1].value, dict)

    def count(self, nodes: int, place: tuple[int, int]) -> None:
        """Take note of more nodes, before anything is made of them."""
        self.nodes += nodes
        if self.nodes > MAX_NODES:
            help = "aliases count as often as they are used; check that this is the file you meant"
            summary = f"the file holds more than {MAX_NODES:,} values"
            raise Halt(self.source.error("too-many-nodes", place, summary, help))

    def begin(self, value: Collection, start: int) -> None:
        """Open a mapping or list; what follows goes into it until `finish`."""
        before = self.nodes
        self.count(1, (start, start + 1))
        self._check_depth(1, (start, start + 1))
        self.open.append(Open(value, start, len(self.open) + 1, before))

    def key(self, text: str, place: tuple[int, int]) -> None:
        """The key of the value that comes next."""
        self.count(1, place)
        top = self.open[-1]
        first = top.children.get(text)
        if first is None:
            top.key, top.key_span, top.awaited = text, self.source.span(*place), "value"
            return
        self._repeated_key(text, place, first.key or first.value, "keep one of the two")
        top.awaited = "nothing"

    def merge_key(self, place: tuple[int, int]) -> None:
        """The key `<<`: what comes next is merged into the mapping when that closes."""
        self.count(1, place)
        top = self.open[-1]
        if top.merge_key is None:
            top.merge_key, top.awaited = self.source.span(*place), "merged"
            return
        self._repeated_key("<<", place, top.merge_key, "write one `<<: [*first, *second]`")
        top.awaited = "nothing"

    def lost_key(self, place: tuple[int, int]) -> None:
        """A key that cannot be one; the value that comes next goes nowhere."""
        self.count(1, place)
        self.open[-1].awaited = "nothing"

    def leaf(self, value: object, place: tuple[int, int]) -> None:
        """A value without values of its own."""
        self.count(1, place)
        self._attach(value, place, {}, 0)

    def graft(self, grown: Grown, place: tuple[int, int]) -> None:
        """A value that has grown elsewhere in the document; it is shared, not copied."""
        self.count(grown.nodes, place)
        self._check_depth(grown.height, place)
        self._attach(grown.value, place, grown.children, len(self.open) + grown.height)

    def lose(self, place: tuple[int, int]) -> None:
        """A value that could not be read, so that the document lacks it."""
        self.complete = False
        self.count(1, place)
        if self.open:
            top = self.open[-1]
            top.last = place[1]
            top.awaited = "nothing" if self.awaits_key else "key"

    def finish(self, end: int | None = None, *, known: bool = True) -> Grown:
        """Close the innermost mapping or list, by default behind its last value.

        Of one that is not ``known`` there is its place alone.
        """
        top = self.open.pop()
        self._merge(top)
        height = top.deepest - len(self.open)
        place = (top.start, top.last if end is None else end)
        value, children = (top.value, top.children) if known else (UNKNOWN, {})
        self._attach(value, place, children, top.deepest)
        return Grown(value, children, height, self.nodes - top.before)

    def loaded(self, *, complete: bool = True) -> Loaded:
        """What has grown, with whatever is still open closed; nothing of an overfull file."""
        while self.open:
            self.finish()
        found = tuple(self.found)
        if self._root is None or self.nodes > MAX_NODES:
            return Loaded(None, found)
        value, root = self._root
        return Loaded(Document(value, root, complete and self.complete), found)

    def _check_depth(self, levels: int, place: tuple[int, int]) -> None:
        if len(self.open) + levels > MAX_DEPTH:
            # Nothing is judged that ends where its author did not end it.
            del self.open[1:]
            self.complete = False
            summary = f"values are nested more than {MAX_DEPTH} levels deep"
            help = "check for brackets that are never closed"
            raise Halt(self.source.error("nesting-too-deep", place, summary, help))

    def _repeated_key(self, text: str, place: tuple[int, int], first: Span, help: str) -> None:
        related = (Related(self.source.name, first, "first given here"),)
        summary = f"the key `{text}` is given twice"
        self.found.append(self.source.error("duplicate-key", place, summary, help, related))

    def _attach(self, value: object, place: tuple[int, int], children: Children, deepest: int) -> None:
        span = self.source.span(*place)
        if not self.open:
            self._root = (value, Place(span, None, children))
            return
        top = self.open[-1]
        top.last = place[1]
        top.deepest = max(top.deepest, deepest)
        if isinstance(top.value, list):
            top.children[len(top.value)] = Place(span, None, children)
            top.value.append(value)
            return
        if top.awaited == "value":
            top.children[top.key] = Place(span, top.key_span, children)
            top.value[top.key] = value
        elif top.awaited == "merged":
            top.merged.append((value, children, place))
        # A mapping or list in the place of a key has been reported: its value goes nowhere.
        top.awaited = "nothing" if top.awaited == "key" else "key"

    def _merge(self, top: Open) -> None:
        """Add what `<<` brings in: written keys win over merged ones, earlier over later."""
        for value, children, place in top.merged:
            if isinstance(value, list):
                sources = [(one, children[index].children) for index, one in enumerate(value)]
            else:
                sources = [(value, children)]
            for one, places in sources:
                if isinstance(one, dict) and isinstance(top.value, dict):
                    top.value.update((key, one[key]) for key in one if key not in top.value)
                    top.children.update((key, places[key]) for key in one if key not in top.children)
                elif one is not UNKNOWN:
                    summary = "`<<` takes a mapping or a list of mappings"
                    help = "write `<<: *name`, where `&name` stands before a mapping"
                    self.found.append(self.source.error("yaml-syntax", place, summary, help))
