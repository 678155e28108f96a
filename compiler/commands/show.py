"""The commands that print what follows from an input: plan, images, secrets, requirements."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from ..pipeline import Until
from ..plan.data import as_data
from ..plan.inventory import images, images_text, requirements_text, secrets_text
from ..plan.plan import Plan
from ..plan.text import as_text
from .console import DONE, INPUT_WRONG, Console
from .validate import check, tell

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


def show(command: str, directory: str, *, form: str, strict: bool, colour: str = "auto") -> int:
    """Compile ``directory`` as far as its plan and print what ``command`` asks for."""
    console, checked = Console(strict=strict, colour=colour), check(directory, Until.PLAN)
    plan = checked.compilation.plan if checked.compilation is not None else None
    if plan is None or console.stops(checked.diagnostics):
        tell(console, checked, form)
        return INPUT_WRONG
    if form in ("json", "yaml"):
        console.put(_machine(form, _DATA[command](plan)))
        return DONE
    console.put(_drawn(plan) if form == "mermaid" else _TEXT[command](plan))
    # What a plan leaves out it lists itself; only what the user should look at is said beside it.
    console.show([one for one in checked.diagnostics if one.severity != "note"], checked.texts)
    return DONE


def _machine(form: str, data: object) -> str:
    if form == "yaml":
        from ..output.yaml_text import to_yaml

        return to_yaml(data)
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _drawn(plan: Plan) -> str:
    from ..plan.mermaid import as_mermaid

    return as_mermaid(plan)
