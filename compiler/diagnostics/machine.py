"""Diagnostics for a program: one JSON array."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .diagnostic import Diagnostic, Span


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """An array of objects with 1-based places; a place that is unknown is null.

    It is ASCII, so that it is the same and can be written whatever the locale, and whatever a path is made of.
    """
    return json.dumps([_one(diagnostic) for diagnostic in diagnostics], indent=2) + "\n"


def _one(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "summary": diagnostic.summary,
        "file": diagnostic.file,
        **_place(diagnostic.span),
        "help": diagnostic.help,
        "related": [{"file": one.file, **_place(one.span), "message": one.message} for one in diagnostic.related],
    }


def _place(span: Span | None) -> dict[str, int | None]:
    return dict(zip(Span._fields, span or (None,) * 4, strict=True))
