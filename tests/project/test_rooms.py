"""Data goes one way through the rooms, and so do imports."""

from __future__ import annotations

from tests.project.source import Import, imports, modules

# What the modules of a room may import besides their own room. Whoever is not here may import nothing.
MAY_IMPORT = {
    "diagnostics": (),
    "loading": ("diagnostics",),
    "config": ("diagnostics", "loading"),
    "rules": ("diagnostics", "loading", "config"),
    # No loading and no rules: a plan is made of values that are right.
    "plan": ("diagnostics", "config"),
    "kube": ("plan",),
    # No config: what an emitter needs of it is a decision, and stands in the plan.
    "emitters": ("plan", "kube"),
    "audit": ("diagnostics", "plan", "kube"),
    # Read when a page is asked for, and by no stage.
    "explain": ("diagnostics", "loading", "config", "rules", "schema"),
    # For editors, and for what is told of keys.
    "schema": ("diagnostics", "config"),
    "output": ("diagnostics", "kube", "config"),
    "pipeline": ("diagnostics", "config", "rules", "plan", "kube", "emitters", "audit"),
    "commands": (
        "diagnostics",
        "loading",
        "config",
        "schema",
        "explain",
        "plan",
        "kube",
        "output",
        "audit",
        "pipeline",
    ),
    "cli": ("commands",),
    # The package itself holds the version, which everyone may read.
    "": (),
}
# A source's own room: what the user may write of it, and what becomes of that.
IN_A_SOURCE = {
    "model": "config",
    "activation": "config",
    "configured": "config",
    "identifier": "config",
    "values": "config",
    "samplers": "config",
    "shipped": "config",
    "gpus": "config",
    "authorization": "config",
    "reading": "config",
    "unused": "config",
    "bus": "plan",
    "collector": "plan",
    "csm": "plan",
    "pod": "plan",
    "secrets": "plan",
    "volumes": "plan",
    "arguments": "plan",
    "collection": "plan",
    "decomposition": "plan",
    "pods": "plan",
    "plan": "plan",
}


def room(module: str) -> str:
    """The room of a module."""
    first, _, rest = module.partition(".")
    if first != "sources" or "." not in rest:
        return first
    return IN_A_SOURCE.get(rest.split(".")[1], "no room of a source")


def is_allowed(edge: Import) -> bool:
    own, other = room(edge.module), room(edge.target)
    return other in (own, "") or other in MAY_IMPORT.get(own, ())


def test_imports_follow_the_data() -> None:
    wrong = [edge for edge in imports() if not is_allowed(edge)]
    assert not wrong, "\n".join(map(str, wrong))


def test_every_module_is_in_a_room() -> None:
    homeless = [name for name in modules() if room(name) not in MAY_IMPORT and name.partition(".")[0] != "sources"]
    assert not homeless


def test_the_reader_of_imports_sees_them() -> None:
    # Without this, a reader that finds nothing would make the tests above pass.
    found = {(edge.module, edge.target) for edge in imports()}
    assert {
        ("cli", "commands.build"),
        ("pipeline", "rules"),
        ("config.telemetry", "sources.ldms.model"),
        ("sources.ldms.plan", "sources.ldms.activation"),
        ("emitters", "emitters.platform"),
        ("cli", ""),
    } <= found
