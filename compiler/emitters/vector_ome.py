"""The bridge from OME's topics to both stores, and the agents that it hands samples and lines to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..kube.objects import Manifest
from ..kube.workloads import config_map
from ..plan.plan import Plan
from ..plan.vector_ome import OmeBridge
from .texts import Block, data, render
from .vector_pod import KAFKA, emit_bridge, ports, program
from .vlagent_vector import emit_vlagent_vector
from .vmagent_vector import emit_vmagent_vector

NAME = "vector-ome"


def emit_vector_ome(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the bridge."""
    bridge = plan.vector.ome
    if bridge is not None:
        yield from emit_bridge(plan, bridge, config_map(plan.platform, NAME, NAME, _texts(bridge)))
    yield from emit_vmagent_vector(plan, NAME)
    yield from emit_vlagent_vector(plan, NAME)


def _texts(bridge: OmeBridge) -> dict[str, str]:
    metrics, logs = ("ome_metric_topics", "ome_log_topics") if bridge.expression else ("kafka_metrics", "kafka_logs")
    config = render(
        "vector-ome/vector.yaml",
        bridge=bridge,
        readings=list(_readings(bridge)),
        programs=dict(_programs(bridge)),
        from_metrics=Block(metrics),
        from_logs=Block(logs),
        kafka=KAFKA,
        made=Block("ome_samples"),
        carries_samples=bridge.metric_topics is not None,
        **ports(),
    )
    tests = _tests(metrics=bridge.metric_topics is not None, logs=bridge.log_topics is not None)
    return {"vector.yaml": config, "tests.yaml": tests}


def _readings(bridge: OmeBridge) -> Iterator[dict[str, Any]]:
    """The Kafka sources, each in a group of its own."""
    for channel, group, topics in (
        ("metrics", bridge.metric_group, bridge.metric_topics),
        ("logs", bridge.log_group, bridge.log_topics),
    ):
        if topics is not None:
            refresh = bridge.refresh.value if bridge.expression else None
            name = Block(f"kafka_{channel}")
            yield {"name": name, "group": group, "topics": topics.value, "refresh": refresh}


def _programs(bridge: OmeBridge) -> Iterator[tuple[str, Block]]:
    ends = tuple(bridge.known_metrics)
    if bridge.metric_topics is not None:
        yield "of_metrics", _program("topics", suffixes=ends, kept=True)
        yield "parsed", _program("parsed")
        yield "entities", _program("entities")
        yield "metrics", _program("metrics", believed=bridge.metric_age.value)
    if bridge.log_topics is not None:
        yield "of_logs", _program("topics", suffixes=ends, kept=False)
        yield "lines", _program("lines", known=tuple(bridge.known_logs), believed=bridge.line_age.value)
        yield "unread", _program("unread")


def _program(name: str, **values: Hashable) -> Block:
    return program(f"vector-ome/{name}.vrl", **values)


@lru_cache(maxsize=4)
def _tests(*, metrics: bool, logs: bool) -> str:
    """The cases of the channels that are on."""
    ends = {}
    if metrics:
        ends["metrics"] = ("ome_parsed", "ome_metrics")
    if logs:
        ends["logs"] = ("ome_lines", "ome_lines")
    cases = [
        {**one, "into": Block(ends[one["channel"]][0]), "out": Block(ends[one["channel"]][1])}
        for one in data("vector-ome/cases.yaml")
        if one["channel"] in ends
    ]
    return render("vector-ome/tests.yaml", cases=cases)
