"""The pages of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.project.source import ROOT

DECISIONS = ROOT / "docs" / "adr"
PAGES = (
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "golden" / "README.md",
    ROOT / "manifests_templates" / "README.md",
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Language and text of each fenced block."""
    for found in _FENCE.finditer(page.read_text(encoding="utf-8")):
        yield found[1], found[2]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))
