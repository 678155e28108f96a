"""`allow` in telecompile.yml: warnings that the user has seen and accepts."""

from __future__ import annotations

from collections.abc import Sequence

from ..config.former import OPTIONS
from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Diagnostic
from ..loading.document import Document
from ..loading.suggest import nearest

_OF_OUTPUT = ("loses-data", "cannot-apply", "output-hand-edited", "output-stale-kept")
"""Warnings of `build` and `diff` about an output directory, which is none of the inputs that `allow` is about."""
_UNKNOWN, _UNUSED = "allow-unknown", "allow-unused"


def allowed(diagnostics: Sequence[Diagnostic], allow: Sequence[str], document: Document | None) -> list[Diagnostic]:
    """Warnings whose code is listed become notes; an entry that is unknown or has no effect is a warning.

    Those warnings may be listed too, where several clusters share one file.
    """
    warned = {one.code for one in diagnostics if one.severity == "warning"}
    # Beside an error a rule may have been left out that would have warned.
    wrong = any(one.severity == "error" for one in diagnostics)
    own = []
    for index, code in enumerate(allow):
        told = _without_effect(code, used=wrong or code in warned or code in (_UNKNOWN, _UNUSED))
        if told is not None:
            span = document.value_span(("allow", index)) if document else None
            own.append(Diagnostic(told[0], "warning", told[1], OPTIONS, span, told[2]))
    return [
        one._replace(severity="note") if one.severity == "warning" and one.code in allow else one
        for one in (*diagnostics, *own)
    ]


def _without_effect(code: str, *, used: bool) -> tuple[str, str, str] | None:
    """Code, summary and help for an entry without effect; None for one that has one."""
    known = CODES.get(code)
    if known is None:
        guess = nearest(code, [name for name, one in CODES.items() if one.severity == "warning"])
        help_ = f"did you mean {guess}?" if guess else "write the code that stands in brackets behind `warning`"
        return _UNKNOWN, f"{code!r} is not the code of a diagnostic", help_
    if known.severity == "error":
        return _UNUSED, f"{code!r} is an error, and an error cannot be allowed", "remove the entry, and mend the error"
    if known.severity == "note":
        return _UNUSED, f"{code!r} is a note, which stops nothing", "remove the entry"
    if code in _OF_OUTPUT:
        why = "is told of an output directory, and warnings of inputs alone can be allowed"
        return _UNUSED, f"{code!r} {why}", "remove the entry"
    return None if used else (_UNUSED, f"{code!r} is allowed, and nothing gives that warning", "remove the entry")
