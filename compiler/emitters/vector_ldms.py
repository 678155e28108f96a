"""The bridge from topic `ldms` to the metrics store, and the agent that it hands samples to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..kube.objects import Manifest
from ..kube.workloads import config_map
from ..plan.plan import Plan
from ..plan.vector_ldms import HostTable, LdmsBridge
from .texts import Block, data, render
from .vector_pod import KAFKA, NODES, emit_bridge, ports, program
from .vmagent_vector import emit_vmagent_vector

NAME = "vector-ldms"


def emit_vector_ldms(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the bridge."""
    bridge, platform = plan.vector.ldms, plan.platform
    if bridge is not None:
        tables = [config_map(platform, NAME, _map_name(table), _hosts(table)) for table in bridge.tables]
        yield from emit_bridge(plan, bridge, config_map(platform, NAME, NAME, _texts(bridge)), tables)
    yield from emit_vmagent_vector(plan, NAME)


def _texts(bridge: LdmsBridge) -> dict[str, str]:
    values = {
        "bridge": bridge,
        "reading": {"name": Block("kafka"), "group": bridge.group, "topics": [bridge.topic], "refresh": None},
        "tables": [one.name for one in bridge.tables],
        "kafka": KAFKA,
        "nodes": NODES,
        "made": Block("ldms_samples"),
        "carries_samples": True,
        **ports(),
    }
    programs = {name: _program(name, bridge) for name in ("parsed", "hosts", "metrics")}
    return {
        "vector.yaml": render("vector-ldms/vector.yaml", programs=programs, **values),
        "tests.yaml": _tests(frozenset(schema for schema, _ in bridge.keys)),
    }


@lru_cache(maxsize=8)
def _tests(schemas: frozenset[str]) -> str:
    """The cases that are true of these programs: some are about the key of one schema."""
    cases = [one for one in data("vector-ldms/cases.yaml") if one.get("needs") in (None, *schemas)]
    return render("vector-ldms/tests.yaml", cases=cases)


def _program(name: str, bridge: LdmsBridge) -> Block:
    tables = tuple((one.name, one.first, one.last) for one in bridge.tables)
    return program(f"vector-ldms/{name}.vrl", keys=bridge.keys, tables=tables)


def _map_name(table: HostTable) -> str:
    return f"{NAME}-{table.name.replace('_', '-')}"


def _hosts(table: HostTable) -> dict[str, str]:
    rows = "".join(f"{node.number},{node.hostname}\n" for node in table.nodes)
    return {f"{table.name}.csv": f"component_id,host\n{rows}"}
