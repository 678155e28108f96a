"""Rules about `telecompile.yml`."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.components import IMAGES, SIZED
from ..config.former import OPTIONS
from ..diagnostics.diagnostic import Diagnostic
from ..loading.suggest import nearest
from .rule import Rule, View


def _known_names(view: View) -> Iterator[Diagnostic]:
    for section, given, known in (
        ("images", view.options.images, IMAGES),
        ("resources", view.options.resources, SIZED),
    ):
        for name in given:
            if name not in known:
                guess = nearest(name, known)
                help_ = f"did you mean {guess}?" if guess else f"components: {', '.join(known)}"
                summary = f"unknown component {name} in {section}"
                yield Diagnostic(
                    "unknown-component", "error", summary, OPTIONS, view.at_key(OPTIONS, section, name), help_
                )


KNOWN_NAMES = Rule((f"{OPTIONS}:images", f"{OPTIONS}:resources"), _known_names)
