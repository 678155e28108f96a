"""The content of another input file, pasted into this one; looked for when a file has a mistake."""

from __future__ import annotations

from ..diagnostics.diagnostic import Diagnostic
from .former import FILES
from .subject import Subject


def pasted(subject: Subject) -> Diagnostic | None:
    """One diagnostic in place of one for every key, where all keys of the top level are those of one other file."""
    keys = list(subject.document.value) if isinstance(subject.document.value, dict) else []
    if not keys or any(key in subject.model.model_fields for key in keys) or not subject.document.complete:
        return None
    from .elsewhere import top_level

    other = next((name for name in FILES if name != subject.file and top_level(name).issuperset(keys)), None)
    if other is None:
        return None
    summary = f"this is {other}'s content: unknown key {keys[0]}"
    summary += f", and {len(keys) - 1} more" if len(keys) > 1 else ""
    help_ = f"move it to {other}, and write {subject.file}'s own content here"
    return Diagnostic("unknown-key", "error", summary, subject.file, subject.document.key_span((keys[0],)), help_)
