"""What the tests of the loaders share."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from telecompile.diagnostics.diagnostic import Span


@pytest.fixture(scope="session")
def cut() -> Callable[[str, Span], str]:
    """The text of a span, counted independently of the loaders."""

    def text_of(text: str, span: Span) -> str:
        lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
        start = sum(map(len, lines[: span.line - 1])) + span.column - 1
        end = sum(map(len, lines[: span.end_line - 1])) + span.end_column - 1
        return text[start:end]

    return text_of
