"""What to mirror, what to create, what to install: three lists that follow from the plan."""

from __future__ import annotations

from .decision import Image
from .plan import Plan
from .table import table


def images(plan: Plan) -> list[dict[str, object]]:
    """Every image once, with what it is a mirror of and the containers that run it, sorted by reference."""
    users: dict[Image, list[str]] = {}
    for workload in plan.workloads:
        for container in (*workload.containers, *workload.init):
            named = workload.name if container.name == workload.name else f"{workload.name}/{container.name}"
            users.setdefault(container.image, []).append(named)
    return [
        {"image": image.reference, "source": image.source, "used_by": sorted(set(found))}
        for image, found in sorted(users.items())
    ]


def images_text(plan: Plan) -> str:
    """One image a line, so that it can be piped into whatever mirrors images: the source, and the mirror behind it."""
    return "".join(
        f"{one['source']}\n" if one["source"] == one["image"] else f"{one['source']} {one['image']}\n"
        for one in images(plan)
    )


def secrets_text(plan: Plan) -> str:
    """Who makes each Secret, its keys, rules for their values, and who uses it."""
    rows = ([one.name, one.made_by, ", ".join(one.keys), ", ".join(one.used_by), one.rule] for one in plan.secrets)
    return table(("Secret", "made by", "keys", "used by", "rule"), rows)


def requirements_text(plan: Plan) -> str:
    """What the cluster must have before the output is applied."""
    return table(("what", "version", "why"), ([one.what, one.version, one.reason] for one in plan.requirements))
