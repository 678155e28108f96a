"""Where a rule points to when the value that it is about need not be written."""

from __future__ import annotations

from ..diagnostics.diagnostic import START_OF_FILE, Related, Span
from .rule import View


def written(view: View, file: str, *path: str | int) -> bool:
    """Whether something stands at ``path`` of ``file``."""
    document = view.read.documents.get(file)
    return document is not None and document.has(path)


def standing(view: View, file: str, *path: str | int) -> Span | None:
    """The value at ``path``; of one that is not written the key of its nearest parent, or the file's beginning."""
    if written(view, file, *path):
        return view.at_value(file, *path)
    document = view.read.documents.get(file)
    if document is None:
        return None
    span = document.key_span(path)
    return START_OF_FILE if span == document.root.value else span


def related(view: View, message: str, file: str, *path: str | int) -> tuple[Related, ...]:
    """The key at ``path`` as a related place; none where it is not written."""
    if not written(view, file, *path):
        return ()
    span = view.at_key(file, *path)
    return () if span is None else (Related(file, span, message),)
