"""What must hold of whatever comes of a valid input."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from telecompile.commands.build import Request, build
from telecompile.commands.console import DONE
from telecompile.config.quantity import whole
from telecompile.plan.plan import Plan
from tests.checks.embedded import embedded_problems
from tests.checks.models import round_trip_problems
from tests.golden.cases import put
from tests.golden.compiled import TOOLCHAIN, Compiled, Silent, compile_directory
from tests.golden.expectations import changes
from tests.golden.holding import holding_problems
from tests.golden.kustomizing import reached, to_be_reached
from tests.golden.limits import limit_problems
from tests.golden.reordering import reordered
from tests.golden.selectors import selector_problems

_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
_SUBDOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
# Services and workloads give DNS labels and label values; the names of other objects may have dots.
_LABELLED = (
    "Service",
    "Namespace",
    "StatefulSet",
    "Deployment",
    "Kafka",
    "KafkaNodePool",
    "VMCluster",
    "VLCluster",
    "VMAgent",
    "VLAgent",
    "VMAuth",
)


def built(files: dict[str, bytes], folder: Path) -> Compiled:
    """Build *files* twice, with keys in another order, and check: the same bytes each time."""
    put(folder / "input", files)
    first = compile_directory(folder / "input", folder / "out")
    assert first.passed, f"{folder}/input is valid and refused, or drawn wrongly:\n{first.said()}"
    again = compile_directory(folder / "input", folder / "again")
    _same(first.tree, again.tree, f"{folder}: a second build differs")
    put(folder / "reordered", reordered(files))
    other = compile_directory(folder / "reordered", folder / "other")
    _same(first.output(), other.output(), f"{folder}: the order of keys reaches the output")
    _same(_plan(first), _plan(other), f"{folder}: the order of keys reaches the plan")
    checked = build(Request(str(folder / "input"), str(folder / "out"), TOOLCHAIN, Silent(), check=True))
    assert checked == DONE, f"{folder}: --check is not clean after a build"
    return first


def _plan(one: Compiled) -> dict[str, bytes]:
    return {"plan": one.plan_text().encode()}


def _same(one: Mapping[str, bytes], other: Mapping[str, bytes], said: str) -> None:
    difference = changes(one, other)
    assert not difference, f"{said}\n{difference[:2000]}"


def problems(one: Compiled) -> Iterator[str]:
    """What is wrong with its objects and with its plan."""
    platform, objects = one.sure_plan.platform, one.objects()
    for path, body in objects.items():
        yield from round_trip_problems(body)
        yield from embedded_problems(body, platform.kubernetes_version)
        yield from (f"{path}: {problem}" for problem in limit_problems(body))
        pattern = _LABEL if body["kind"] in _LABELLED else _SUBDOMAIN
        if not pattern.fullmatch(body["metadata"]["name"]):
            yield f"{path}: {body['metadata']['name']} is not a name"
    yield from selector_problems(list(objects.values()), platform.namespace)
    yield from holding_problems(one)
    if Counter(reached(one.tree)) != Counter(to_be_reached(one.tree)):
        yield "the kustomizations do not lead to every file once"
    yield from plan_problems(one.sure_plan)


def plan_problems(plan: Plan) -> Iterator[str]:
    """Its sums, its queues, its sinks."""
    totals = plan.totals
    for field in ("pods", "cpu_request", "memory_request", "cpu_limit", "memory_limit"):
        if getattr(totals.all, field) != sum(getattr(one, field) for one in totals.components):
            yield f"{field} of all is not the sum of its components"
    if totals.volume_bytes != sum(one.replicas * whole(one.volume.size) for one in plan.workloads if one.volume):
        yield "the volumes are not the sum of the claims"
    for agent in plan.agents:
        bound = 8 * whole(agent.workload.claim.size) // (10 * len(agent.targets))
        if any(target.queue_bytes != bound for target in agent.targets):
            yield f"a queue of {agent.workload.name} is not floor(0.8 x volume / number of URLs)"
    for sink in plan.sinks:
        needing = {one.name for one in plan.sources if one.on and sink.name in one.targets}
        needing |= {one.name for one in plan.bridges if one.on and sink.name in one.sinks}
        if sink.on != bool(needing) or set(sink.needed_by) != needing:
            yield f"{sink.name} is {'on' if sink.on else 'off'}, and needed by {sorted(needing)}"
