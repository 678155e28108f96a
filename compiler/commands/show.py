"""The commands that only print: validate, plan, images, secrets, requirements."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping

from ..diagnostics.diagnostic import Diagnostic, joined, located
from ..pipeline import compile_input
from ..plan.data import as_data
from ..plan.inventory import images, images_text, requirements_text, secrets_text
from ..plan.plan import Plan
from ..plan.text import as_text
from .console import DONE, INPUT_WRONG, Console
from .inputs import read_directory, read_referenced

_TEXT: Mapping[str, Callable[[Plan], str]] = {
    "plan": as_text,
    "images": images_text,
    "secrets": secrets_text,
    "requirements": requirements_text,
}
_DATA: Mapping[str, Callable[[Plan], object]] = {
    "plan": as_data,
    "images": images,
    "secrets": lambda plan: as_data(plan)["secrets"],
    "requirements": lambda plan: as_data(plan)["requirements"],
}


def show(command: str, directory: str, *, form: str, strict: bool) -> int:
    """Compile ``directory`` as far as its plan and print what ``command`` asks for."""
    console, contents = Console(strict=strict), read_directory(directory)
    compilation = compile_input(contents, lambda path: read_referenced(directory, path), emitting=False)
    found = located(compilation.diagnostics, directory)
    stopped = compilation.plan is None or console.stops(found)
    texts = {joined(directory, name): content for name, content in contents.items()}
    if command == "validate":
        _tell(console, found, texts, form)
        if form == "text" and not stopped:
            console.say(f"{directory}: valid")
        return INPUT_WRONG if stopped else DONE
    if compilation.plan is None or stopped:
        _tell(console, found, texts, form)
        return INPUT_WRONG
    if form == "json":
        sys.stdout.write(json.dumps(_DATA[command](compilation.plan), indent=2, ensure_ascii=False) + "\n")
        return DONE
    sys.stdout.write(_TEXT[command](compilation.plan))
    # What a plan leaves out it lists itself; only what the user should look at is said beside it.
    console.show([one for one in found if one.severity != "note"], texts)
    return DONE


def _tell(console: Console, found: tuple[Diagnostic, ...], texts: Mapping[str, bytes | str], form: str) -> None:
    if form == "json":
        from ..diagnostics.machine import as_json

        sys.stdout.write(as_json(found))
    else:
        console.show(found, texts)
