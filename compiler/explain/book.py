"""What there is to know of each code: why it matters, what to do, an example that gives it and one that does not.

The texts stand in `codes/*.toml`, a file a group; they are read when a page is asked for, and never by a build.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Severity

GROUPS = {
    "reading": "Reading a file",
    "values": "One value",
    "rules": "Between sections",
    "options": "How to render",
    "output": "The output directory and the last build",
}
"""The files of texts, in the order in which mistakes are found, and what their codes have in common."""


class Example(NamedTuple):
    """Files that are laid over the example input `input/`, by their names below it.

    A text is a fragment whose keys replace those of the example's file; where its name is in ``whole`` it is the
    whole file, and in ``added`` it stands behind the example's text. ``absent`` names files that are not there,
    ``without`` sections that are not, written ``file:section``.
    ``anew`` names top-level keys of which nothing of the example's file stays. ``encoding`` is in what the texts
    are saved.
    """

    texts: Mapping[str, str]
    whole: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
    encoding: str = "utf-8"


class Page(NamedTuple):
    """What there is to know of a code. Either both examples are there, or the ``situation`` that gives it."""

    code: str
    severity: Severity
    told: str
    why: str
    remedy: str
    wrong: Example | None
    right: Example | None
    situation: str
    group: str
    """A key of `GROUPS`."""


def page(code: str) -> Page | None:
    """The page of a code; None of what is none."""
    return pages().get(code)


@cache
def pages() -> Mapping[str, Page]:
    """Every page by its code, group by group and in the order of the table of codes."""
    texts = {group: _texts(group) for group in GROUPS}
    return {code: _page(code, group, texts[group][code]) for group in GROUPS for code in CODES if code in texts[group]}


def _texts(group: str) -> dict[str, Any]:
    import tomllib
    from importlib.resources import files

    return tomllib.loads((files(__package__) / "codes" / f"{group}.toml").read_text("utf-8"))


def _page(code: str, group: str, text: Mapping[str, Any]) -> Page:
    return Page(
        code,
        *CODES[code],
        text["why"].strip(),
        text["remedy"].strip(),
        _example(text.get("wrong")),
        _example(text.get("right")),
        text.get("situation", "").strip(),
        group,
    )


def _example(table: Mapping[str, Any] | None) -> Example | None:
    if table is None:
        return None
    # A file has an ending, so no name of one is a name of a setting.
    texts = {name: text for name, text in table.items() if "." in name}
    settings: dict[str, Any] = {
        name: tuple(one) if isinstance(one, list) else one for name, one in table.items() if "." not in name
    }
    return Example(texts, **settings)
