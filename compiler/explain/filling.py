"""Prose in lines of a width, on the pages of keys and columns."""

from __future__ import annotations

import textwrap


def filled(text: str, width: int, further: str = "") -> str:
    """Fold ``text``; ``further`` is what each line but the first begins with, and then the first is set in a little."""
    start = "  " if further and not text.startswith(" ") else ""
    return textwrap.fill(
        text, width, initial_indent=start, subsequent_indent=further, break_long_words=False, break_on_hyphens=False
    )
