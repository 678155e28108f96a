"""Diagnostics of any kind, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from telecompile.diagnostics.codes import CODES
from telecompile.diagnostics.diagnostic import Diagnostic, Related, Span

# Lone halves of characters too: they are in paths that are no UTF-8, and YAML can write them.
TEXTS = st.text(st.characters(), max_size=40)
FILES = TEXTS.map(lambda name: f"in/{name}") | TEXTS.map(lambda name: f"/{name}")


@st.composite
def spans(draw: st.DrawFn) -> Span:
    """Any place in a small file, or behind its end."""
    line, column, more = draw(st.integers(1, 8)), draw(st.integers(1, 60)), draw(st.integers(0, 4))
    return Span(line, column, line + more, draw(st.integers(1 if more else column, 90)))


def related() -> st.SearchStrategy[Related]:
    """Another place."""
    return st.builds(Related, FILES, spans(), TEXTS)


def diagnostics() -> st.SearchStrategy[Diagnostic]:
    """Any code, any severity, any words, with or without a place."""
    return st.builds(
        Diagnostic,
        st.sampled_from(sorted(CODES)),
        st.sampled_from(["error", "warning", "note"]),
        TEXTS,
        FILES,
        st.none() | spans(),
        TEXTS,
        st.lists(related(), max_size=2).map(tuple),
    )
