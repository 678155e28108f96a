"""What rules hold to be on is what the planner has on: in every golden case, and in inputs that are drawn."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import HealthCheck, Phase, given, settings

from telecompile.config.reading import read
from telecompile.pipeline import Compilation, Until, compile_input
from telecompile.plan.plan import Plan
from telecompile.plan.remote_write import QUEUE_SHARE, queue_bytes
from telecompile.plan.victoria_logs import SYSLOG_SOURCES
from telecompile.plan.victoria_metrics import REPLICATED_FROM
from telecompile.rules import replicas
from telecompile.rules.active import CARRIED, LISTED_BY, bridge_on, senders, sink_on, source_on
from telecompile.rules.parts import PARTS
from telecompile.rules.parts import SYSLOG_SOURCES as SYSLOG
from telecompile.rules.queues import AGENTS, OF, USED, keeps_queue
from telecompile.rules.rule import View
from tests.golden.cases import find_cases
from tests.properties.inputs import Files, whole_inputs

NAMES = {
    "ldms": "vector-ldms",
    "ome": "vector-ome",
    "vlagent_vector": "vlagent-vector",
    "vmagent_vector": "vmagent-vector",
}
"""What the storage file calls otherwise than the plan."""


def compiled(files: Mapping[str, bytes]) -> tuple[View, Compilation]:
    """An input for rules, and the plan of the same input."""
    whole: dict[str, bytes | str] = dict(files)
    return View(read(whole), {}), compile_input(whole, lambda path: whole.get(path, "is not there"), until=Until.PLAN)


def disagreements(view: View, plan: Plan) -> list[str]:
    """Where rules and planner answer differently."""
    workloads = {one.name: one for one in plan.workloads}
    agents = {one.workload.name: one for one in plan.agents}
    answers: dict[str, tuple[object, object]] = {}
    for source in plan.sources:
        if hasattr(view.telemetry.telemetry_sources, source.name):
            answers[f"source {source.name}"] = source_on(view, source.name), source.on
    for bridge in plan.bridges:
        one = next(one for one in CARRIED if (one.bridge, one.channel) == (bridge.name, bridge.channel))
        answers[f"bridge {bridge.name} {bridge.channel}"] = bridge_on(view, one), bridge.on
    for sink in plan.sinks:
        listing = {
            one.name for one in plan.sources if one.on and sink.name in one.targets and one.name in LISTED_BY[sink.name]
        }
        answers[f"sink {sink.name}"] = sink_on(view, sink.name), sink.on
        answers[f"senders to {sink.name}"] = set(senders(view, sink.name)), listing
    for part in PARTS:
        section, name = part.path
        own = workloads.get(NAMES.get(name, name))
        answers[f"part {name}"] = part.rendered(view), own is not None
        if own is not None:
            answers[f"replicas of {name}"] = getattr(getattr(view.storage, section), name).replicas, own.replicas
    for agent in AGENTS:
        planned = agents.get(agent.name)
        answers[f"queue of {agent.name}"] = keeps_queue(view, agent), planned is not None and planned.on_disk.value
        if planned is not None:
            size, urls = agent.size(view), 1 + agent.further(view)
            answers[f"URLs of {agent.name}"] = urls, len(planned.targets)
            answers[f"volume of {agent.name}"] = size, planned.workload.claim.size
            answers[f"bound of {agent.name}"] = queue_bytes(size, urls), planned.targets[0].queue_bytes
    return [f"{what}: {rule} to rules, {made} in the plan" for what, (rule, made) in answers.items() if rule != made]


def test_rules_and_planner_agree_about_every_golden_case() -> None:
    agreed = 0
    for case in find_cases():
        view, compilation = compiled(case.input_files())
        if compilation.plan is not None:
            assert disagreements(view, compilation.plan) == [], case.name
            agreed += 1
    assert agreed > 60


# No shrinking, which would compile for minutes.
@settings(
    max_examples=60,
    phases=[Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(whole_inputs())
def test_rules_and_planner_agree_about_drawn_inputs(files: Files) -> None:
    view, compilation = compiled(files)
    assert compilation.plan is not None
    assert disagreements(view, compilation.plan) == []


def test_numbers_that_both_need_are_the_same() -> None:
    assert (USED, OF) == QUEUE_SHARE
    assert replicas.REPLICATED_FROM == REPLICATED_FROM
    assert SYSLOG == SYSLOG_SOURCES


def test_a_disagreement_is_found() -> None:
    files = next(one for one in find_cases() if one.name == "default").input_files()
    _, compilation = compiled(files)
    assert compilation.plan is not None
    off, _ = compiled(
        files
        | {
            "telemetry_config.yml": files["telemetry_config.yml"].replace(
                b"vector_ldms:\n    metrics_enabled: true", b"vector_ldms:\n    metrics_enabled: false"
            )
        }
    )
    assert disagreements(off, compilation.plan) == [
        "bridge vector_ldms metrics: False to rules, True in the plan",
        "part ldms: False to rules, True in the plan",
    ]
