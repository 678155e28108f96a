"""`allow` in telecompile.yml: warnings that the user has seen and accepts."""

from __future__ import annotations

from collections.abc import Sequence

from ..config.former import OPTIONS
from ..diagnostics.codes import CODES
from ..diagnostics.diagnostic import Diagnostic
from ..loading.document import Document
from ..loading.suggest import nearest


def allowed(diagnostics: Sequence[Diagnostic], allow: Sequence[str], document: Document | None) -> list[Diagnostic]:
    """Warnings whose code is listed become notes; an entry that is unknown or unused is a warning."""
    found = [
        one._replace(severity="note") if one.severity == "warning" and one.code in allow else one for one in diagnostics
    ]
    warned = {one.code for one in diagnostics if one.severity == "warning"}
    # Beside an error a rule may have been left out that would have warned.
    wrong = any(one.severity == "error" for one in diagnostics)
    for index, code in enumerate(allow):
        span = document.value_span(("allow", index)) if document else None
        if code not in CODES:
            guess = nearest(code, CODES)
            help_ = f"did you mean {guess}?" if guess else "write the code that stands in brackets behind `warning`"
            found.append(
                Diagnostic(
                    "allow-unknown", "warning", f"{code!r} is not the code of a diagnostic", OPTIONS, span, help_
                )
            )
        elif code not in warned and not wrong:
            summary = f"{code!r} is allowed, and nothing gives that warning"
            found.append(Diagnostic("allow-unused", "warning", summary, OPTIONS, span, "remove the entry"))
    return found
