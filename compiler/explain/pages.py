"""The page of each code, for a browser and for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from .book import GROUPS, Example, Page, page, pages

__all__ = ["markdown", "overview", "page", "text"]

_PRINTED = "With this in the example input, whose line numbers these are, `telecompile validate input` prints:"
LANGUAGES = {"yml": "yaml", "yaml": "yaml", "json": "json", "csv": "csv"}


def markdown(page: Page, message: str = "") -> str:
    """The page for a browser; ``message`` is what `validate` prints for the wrong example."""
    parts = [f"# `{page.code}`", f"**{page.severity.capitalize()}.** {page.told}", page.why]
    if page.wrong is not None:
        parts += ["## Wrong", *_fenced(page.wrong)]
    if message:
        parts += [_PRINTED, f"```text\n{message.strip()}\n```"]
    if page.right is not None:
        parts += ["## Right", *_fenced(page.right)]
    if page.situation:
        parts += ["## How one gets there", page.situation]
    parts += ["## What to do", page.remedy]
    if page.severity == "warning":
        said, allow = _acceptance(page)
        parts += ["## To accept it", said, *([f"```yaml\n{allow}\n```"] if allow else [])]
    return "\n\n".join(parts) + "\n"


def text(page: Page, width: int = 80) -> str:
    """The page for a terminal of so many columns; examples are left as long as they are."""
    parts = [f"{page.severity}[{page.code}]", _filled(f"{page.told}\n\n{page.why}", width)]
    for title, example in (("Wrong:", page.wrong), ("Right:", page.right)):
        if example is not None:
            parts += [title, *_indented(example)]
    if page.situation:
        parts += ["How one gets there:", _filled(page.situation, width)]
    parts += ["What to do:", _filled(page.remedy, width)]
    if page.severity == "warning":
        said, allow = _acceptance(page)
        parts += ["To accept it:", _filled(said, width), *([textwrap.indent(allow, "    ")] if allow else [])]
    return "\n\n".join(parts) + "\n"


def _acceptance(page: Page) -> tuple[str, str]:
    """How a warning is accepted: a sentence, and lines of `telecompile.yml`."""
    stops = "A warning stops a build only under `--strict`."
    if page.group == "output":
        return f"{stops} This one is about an output directory, so it cannot be listed under `allow`.", ""
    return f"{stops} In `telecompile.yml` this makes it a note:", f"allow:\n  - {page.code}"


def _fenced(example: Example) -> Iterator[str]:
    for heading, name, content in _files(example, "`"):
        yield heading
        if content:
            yield f"```{LANGUAGES.get(name.rpartition('.')[2], 'text')}\n{content}\n```"


def _indented(example: Example) -> Iterator[str]:
    for heading, _, content in _files(example, ""):
        shown = textwrap.indent(content, "    ")
        yield f"  {heading}\n\n{shown}" if content else f"  {heading}"


def _files(example: Example, quote: str) -> Iterator[tuple[str, str, str]]:
    """A line of introduction, a name and a text for each file of an example."""
    for name in example.absent:
        yield f"Without {quote}{name}{quote}.", name, ""
    for name, _, section in (one.partition(":") for one in example.without):
        yield f"In {quote}{name}{quote}, without {quote}{section}{quote}.", name, ""
    for name, content in example.texts.items():
        where = "At the end of" if name in example.added else "All of" if name in example.whole else "In"
        saved = "" if example.encoding == "utf-8" else f", saved as {example.encoding.capitalize()}"
        yield f"{where} {quote}{name}{quote}{saved}:", name, content.strip("\n")


def _filled(text: str, width: int) -> str:
    """Paragraphs and `- item` lists in so many columns; lines that are indented by four stay as they are."""
    return "\n\n".join(_paragraph(one, width) for one in text.split("\n\n"))


def _paragraph(text: str, width: int) -> str:
    if text.startswith("    "):
        return text
    items: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("- ") or not items:
            items.append([])
        items[-1].append(line.strip())
    return "\n".join(_wrapped(" ".join(one), width) for one in items)


def _wrapped(text: str, width: int) -> str:
    indent = "  " if text.startswith("- ") else ""
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def overview(width: int = 80) -> str:
    """Every code with its sentence, group by group."""
    parts = []
    for group, title in GROUPS.items():
        rows = [one for one in pages().values() if one.group == group]
        parts.append("\n".join([f"{title}:", *_rows(rows, width)]))
    return "\n\n".join(parts) + "\n"


def _rows(pages: Sequence[Page], width: int) -> Iterator[str]:
    longest = max((len(one.code) for one in pages), default=0)
    for one in pages:
        said = one.told if one.severity == "error" else f"{one.told} ({one.severity})"
        head = f"  {one.code:<{longest}}  "
        yield textwrap.fill(said, max(width, len(head) + 30), initial_indent=head, subsequent_indent=" " * len(head))
