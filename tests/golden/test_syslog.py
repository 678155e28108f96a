"""What is sent to a source's Service arrives, over either protocol, at the listener that tags it with this source.

The operator 0.74 calls the ports of a VLAgent `syslog-tcp-N` and `syslog-udp-N` after the positions of its listeners,
and VictoriaLogs takes a tag for each listener, in the same order.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.pods import Object

SYSLOG = 514


def problems(objects: Sequence[Object], sources: Sequence[str]) -> Iterator[str]:
    """Each source on each protocol."""
    agents = [one for one in objects if one["kind"] == "VLAgent" and "syslogSpec" in one["spec"]]
    services = {one["metadata"]["name"]: one["spec"] for one in objects if one["kind"] == "Service"}
    for source in sources:
        ports = {port["protocol"]: port for port in services[f"syslog-{source}"]["ports"]}
        for protocol in ("TCP", "UDP"):
            yield from _way(agents[0]["spec"], source, protocol, ports.get(protocol, {}))


def _way(agent: Mapping[str, Any], source: str, protocol: str, port: Mapping[str, Any]) -> Iterator[str]:
    low = protocol.lower()
    kind, _, number = str(port.get("targetPort", "")).rpartition("-")
    listeners = agent["syslogSpec"].get(f"{low}Listeners", [])
    if port.get("port") != SYSLOG or kind != f"syslog-{low}" or int(number) >= len(listeners):
        yield f"{source}: {protocol} {SYSLOG} reaches no listener of its own protocol"
        return
    tags = json.loads(f"[{agent['extraArgs'].get(f'syslog.extraFields.{low}', '')}]")
    if len(tags) != len(listeners) or tags[int(number)] != {"source": source}:
        yield f"{source}: lines over {protocol} are tagged {tags[int(number) :][:1]}"


def test_every_source_has_its_own_way_over_both_protocols(passing: dict[str, Compiled]) -> None:
    several = 0
    for name, case in passing.items():
        logs = case.sure_plan.victoria_logs
        sources = [one.source for one in logs.listeners] if logs is not None else []
        assert not list(problems(list(case.objects().values()), sources)), name
        several = max(several, len(sources))
    assert several == 3


def _service(edit: Callable[[dict[str, Any]], object]) -> Callable[[Object], object]:
    def applied(one: Any) -> None:
        if one["kind"] == "Service" and one["metadata"]["name"] == "syslog-ufm":
            for port in one["spec"]["ports"]:
                edit(port)

    return applied


def _agent(edit: Callable[[dict[str, Any]], object]) -> Callable[[Object], object]:
    def applied(one: Any) -> None:
        if one["kind"] == "VLAgent" and "syslogSpec" in one["spec"]:
            edit(one["spec"])

    return applied


def _reverse(spec: dict[str, Any]) -> None:
    tags = spec["extraArgs"]["syslog.extraFields.udp"].split(",")
    spec["extraArgs"]["syslog.extraFields.udp"] = ",".join(reversed(tags))


BROKEN = {
    "UDP to the listener of TCP": _service(
        lambda port: port.update(targetPort=port["targetPort"].replace("udp", "tcp"))
    ),
    "another source's listener": _service(lambda port: port.update(targetPort=port["targetPort"][:-1] + "0")),
    "no such listener": _service(lambda port: port.update(targetPort=port["targetPort"][:-1] + "3")),
    "another port": _service(lambda port: port.update(port=515)),
    "no tags over UDP": _agent(lambda spec: spec["extraArgs"].pop("syslog.extraFields.udp")),
    "tags in another order": _agent(_reverse),
    "fewer tags than listeners": _agent(
        lambda spec: spec["extraArgs"].update({"syslog.extraFields.tcp": '{"source":"x"}'})
    ),
    "no listener of UDP": _agent(lambda spec: spec["syslogSpec"].pop("udpListeners")),
}


@pytest.mark.parametrize("edit", BROKEN.values(), ids=BROKEN)
def test_a_broken_way_is_seen(compiled: Compile, edit: Callable[[Object], object]) -> None:
    objects = copy.deepcopy(list(compiled(Case(GOLDEN / "everything-on")).objects().values()))
    for one in objects:
        edit(one)
    assert list(problems(objects, ["powerscale", "ufm", "vast"]))
