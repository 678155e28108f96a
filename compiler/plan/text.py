"""The plan for a person: what will exist, why, and what it adds up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..config.quantity import cores, whole
from .decision import Decided, Resources, Workload
from .kafka_users import User
from .load import Flow
from .plan import Plan
from .remote_write import Agent, Target
from .software import Group
from .table import table
from .totals import ComponentTotal, VolumeTotal


def as_text(plan: Plan) -> str:
    """Sections of tables, the totals last."""
    sections = [
        ("Sources", table(("source", "on", "channels", "targets", "why"), _sources(plan))),
        ("Bridges", table(("bridge", "channel", "on", "needs", "why"), _bridges(plan))),
        (
            "Sinks",
            table(("sink", "on", "why"), ([one.name, _yes(one.on), _from(one.reason, one.keys)] for one in plan.sinks)),
        ),
        ("Topics", table(("topic", "partitions", "replicas", "in sync", "why"), _topics(plan))),
        ("Remote write", table(("agent", "url", "queue", "tls", "why"), _remote_write(plan))),
        (
            "Workloads",
            table(("component", "workload", "pods", "requests", "limits", "volume", "why"), _workloads(plan)),
        ),
        ("Volumes", table(("volume of", "pods", "size", "in all", "why"), _volumes(plan))),
        ("Settings", _settings(plan)),
        ("Software", _software(plan)),
        ("A day, estimated", table(("what", "messages", "bytes", "lasts", "basis"), _load(plan.load))),
        ("Totals", _totals(plan)),
    ]
    return "\n".join(f"{title}\n{text}" for title, text in sections if text)


def _yes(on: bool) -> str:
    return "yes" if on else "no"


def _from(reason: str, keys: Iterable[str]) -> str:
    named = _named(keys)
    return f"{reason} ({named})" if named else reason


def _named(keys: Iterable[str]) -> str:
    """The keys, those of one parent together: ``a.b: c, d; e.f``."""
    parents: dict[str, list[str]] = {}
    for key in keys:
        parent, _, last = key.rpartition(".") if ": " not in key and "." in key and "/" not in key else ("", "", key)
        parents.setdefault(parent, []).append(last)
    said = []
    for parent, lasts in parents.items():
        if not parent:
            said += lasts
        else:
            said.append(f"{parent}.{lasts[0]}" if len(lasts) == 1 else f"{parent}: {', '.join(lasts)}")
    return "; ".join(said)


def _sources(plan: Plan) -> Iterator[list[str]]:
    for one in plan.sources:
        channels = ", ".join(channel.name for channel in one.channels if channel.on) or "-"
        targets = ", ".join(one.targets) if one.on and one.targets else "-"
        yield [one.name, _yes(one.on), channels, targets, _from(one.reason, one.keys)]


def _bridges(plan: Plan) -> Iterator[list[str]]:
    for one in plan.bridges:
        yield [one.name, one.channel, _yes(one.on), ", ".join(one.sinks), _from(one.reason, one.keys)]


def _topics(plan: Plan) -> Iterator[list[str]]:
    for one in plan.kafka.topics if plan.kafka else ():
        yield [one.topic, str(one.partitions), str(one.replicas), str(one.min_insync), _from(one.reason, one.keys)]


def _remote_write(plan: Plan) -> Iterator[list[str]]:
    for agent in plan.agents:
        for target in agent.targets:
            yield [
                agent.workload.name,
                target.url,
                _queue(agent, target),
                _tls(target),
                _from(target.reason, target.keys),
            ]


def _queue(agent: Agent, target: Target) -> str:
    if not agent.on_disk.value:
        return "none on disk"
    return amount(target.queue_bytes)


def _tls(target: Target) -> str:
    if not target.tls:
        return "none"
    return "not verified" if target.insecure else "verified"


def _workloads(plan: Plan) -> Iterator[list[str]]:
    for one in plan.workloads:
        for index, container in enumerate(one.containers):
            used = _used(container.resources)
            if index == 0:
                yield [one.component, one.name, str(one.replicas), *used, _volume(one), _from(one.reason, one.keys)]
            else:
                yield ["", f"  {container.name}", "", *used, "", ""]


def _volumes(plan: Plan) -> Iterator[list[str]]:
    for one in plan.workloads:
        if one.volume is not None:
            in_all = amount(one.replicas * whole(one.volume.size))
            why = _from(one.volume.reason, one.volume.keys)
            yield [one.name, str(one.replicas), one.volume.size, in_all, why]


def _volume(workload: Workload) -> str:
    return workload.volume.size if workload.volume else "-"


def _used(resources: Resources) -> tuple[str, str]:
    return (
        f"{resources.cpu_request} / {resources.memory_request}",
        f"{resources.cpu_limit} / {resources.memory_limit}",
    )


def _settings(plan: Plan) -> str:
    """One table, its rows below the name of what they are about."""
    rows: list[list[str]] = []
    about = ""
    for of, name, decided in sorted(settings(plan), key=lambda one: one[0]):
        if of != about:
            rows.append([of, "", ""])
            about = of
        rows.append([f"  {name}", _said(decided.value), _from(decided.reason, decided.keys)])
    return table(("setting", "value", "why"), rows)


def settings(plan: Plan) -> Iterator[tuple[str, str, Decided[object]]]:
    """Every single decision: what it is of, its name, and itself."""
    parts = (
        ("platform", plan.platform),
        ("victoria_metrics", plan.victoria_metrics),
        ("victoria_logs", plan.victoria_logs),
        ("kafka", plan.kafka),
        ("vector-ldms", plan.vector.ldms),
        ("vector-ome", plan.vector.ome),
        ("vmauth", plan.gateway),
        ("monitoring", plan.monitoring),
    )
    for of, part in parts:
        for name in part._fields if part is not None else ():
            value = getattr(part, name)
            if isinstance(value, Decided):
                yield of, name, Decided(value.value, value.reason, value.keys)
    yield from _of_brokers(plan)
    for agent in plan.agents:
        yield agent.workload.name, "queue_on_disk", Decided(*agent.on_disk)
    for listener in plan.victoria_logs.listeners if plan.victoria_logs else ():
        yield "vlagent", f"syslog {listener.source}", Decided(listener.port, listener.reason, listener.keys)
    for board in plan.dashboards:
        yield "monitoring", f"dashboard {board.name}", Decided(*board.parts)
    for user in plan.gateway.users if plan.gateway else ():
        yield "vmauth", f"user {user.user}", Decided(f"{', '.join(user.paths)} of {user.kind}", user.reason)
    for source in plan.sources:
        for name, decided in source.settings:
            yield source.name, name, decided


def _of_brokers(plan: Plan) -> Iterator[tuple[str, str, Decided[object]]]:
    for key, setting in plan.kafka.config if plan.kafka else ():
        yield "kafka", key, setting
    for client in plan.kafka.users if plan.kafka else ():
        may, group = _may(client)
        yield "kafka", f"user {client.name}", Decided(may, f"{client.reason}{group}", client.keys)
    for key, setting in plan.ldms.properties if plan.ldms else ():
        yield "ldms-store", key, setting


def _may(user: User) -> tuple[str, str]:
    """What a client may do with topics, and the groups that it does so in."""
    topics, groups = ([one for one in user.acls if one.resource == resource] for resource in ("topic", "group"))
    said = "; ".join(f"{', '.join(one.operations)} {one.name}{'*' if one.prefix else ''}" for one in topics)
    return said, f", in group {', '.join(one.name for one in groups)}" if groups else ""


def _said(value: object) -> str:
    if isinstance(value, bool):
        return _yes(value)
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in value) or "-"
    return "-" if value is None else str(value)


def _software(plan: Plan) -> str:
    software = plan.software
    mode = f"  mode {software.mode}: {software.reason}\n" if software.mode else f"  {software.reason}\n"
    return mode + table(("functional group", "nodes", "packages"), (_group(one) for one in software.groups))


def _group(group: Group) -> list[str]:
    packages = [f"{one.name} {one.version or '(default version)'}" for one in group.packages]
    return [group.name, "-" if group.nodes is None else str(group.nodes), ", ".join(packages) or "only the base system"]


def _load(load: Iterable[Flow]) -> Iterator[list[str]]:
    for one in load:
        lasts = "-" if one.lasts_days is None else f"{one.lasts_days:.1f} days" if one.lasts_days < 1000 else "years"
        messages = "-" if one.messages is None else f"{one.messages:,}"
        yield [one.name, messages, "-" if one.bytes is None else amount(one.bytes), lasts, one.basis]


def _totals(plan: Plan) -> str:
    totals = plan.totals
    volumes = [[_sink(one), _terms(one), amount(one.bytes)] for one in totals.volumes]
    volumes.append(["all", "", amount(totals.volume_bytes)])
    parts = [_component(one) for one in (*totals.components, totals.all)]
    return (
        table(("volumes of", "pods x size", "in all"), volumes)
        + "\n"
        + table(("component", "pods", "cpu requests", "cpu limits", "memory requests", "memory limits"), parts)
    )


def _sink(total: VolumeTotal) -> str:
    return total.sink or "buffers and databases"


def _terms(total: VolumeTotal) -> str:
    counted: dict[str, int] = {}
    for count, size in total.terms:
        counted[size] = counted.get(size, 0) + count
    return " + ".join(f"{count} x {size}" for size, count in counted.items())


def _component(total: ComponentTotal) -> list[str]:
    return [
        total.component,
        str(total.pods),
        cores(total.cpu_request),
        cores(total.cpu_limit),
        amount(total.memory_request),
        amount(total.memory_limit),
    ]


def amount(count: int) -> str:
    """Bytes as a person reads them: exact where a binary unit divides them, else rounded."""
    for unit, size in (("Ti", 2**40), ("Gi", 2**30), ("Mi", 2**20), ("Ki", 2**10)):
        if count >= size:
            return f"{count // size}{unit}" if count % size == 0 else f"{count / size:.1f}{unit}"
    return str(count)
