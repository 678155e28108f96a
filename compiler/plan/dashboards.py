"""Which dashboards there are, and what each may ask about: one a sink and one a source that is on."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..config.quantity import whole
from ..sources.ldms.gpus import GPU_SAMPLER
from ..sources.ldms.plan import Plugin
from .alerts.model import Watched
from .decision import Decided, Source
from .kafka import Kafka
from .monitoring import Monitoring
from .places import LDMS_TOPIC, push_user

_CHOSEN = ("loadavg", GPU_SAMPLER)
"""Samplers whose arguments choose the columns of their set."""
_SWITCH = "telecompile.yml: dashboards"


class Dashboard(NamedTuple):
    """A dashboard of Grafana: ``definition`` names its panels, of which it has those that need only ``parts``.

    ``values`` are put in the place of their names in queries. ``name`` is unique, and so is ``title``.
    """

    name: str
    title: str
    definition: str
    parts: Decided[tuple[str, ...]]
    values: tuple[tuple[str, str], ...] = ()


def plan_dashboards(monitoring: Monitoring | None, seen: Watched | None) -> tuple[Dashboard, ...]:
    """Sinks first, then sources; nothing of what is not rendered, and none where they are switched off."""
    if monitoring is None or seen is None or not monitoring.dashboards.value:
        return ()
    sinks = _sinks(seen, monitoring)
    return (*sinks, *(board for source in seen.sources if source.on for board in _of(source, seen)))


def _sinks(seen: Watched, monitoring: Monitoring) -> Iterator[Dashboard]:
    alerts = monitoring.vmalert is not None
    vector, copies = seen.vector, seen.metrics.replication_factor.value
    parts = (("vmagent-vector", vector.vmagent is not None), ("vmalert", alerts))
    yield _sink("victoria-metrics", "VictoriaMetrics", [name for name, on in parts if on], {"copies": copies})
    if seen.logs is not None:
        parts = (("vlagent", seen.logs.vlagent is not None), ("vlagent-vector", vector.vlagent is not None))
        agents = [name for name, on in parts if on]
        yield _sink("victoria-logs", "VictoriaLogs", [*agents, *(["agents"] if agents else [])], {})
    if seen.kafka is not None:
        bridges = [one.name for one in vector.bridges]
        size = whole(seen.kafka.broker.claim.size)
        # Its operator is read for the sake of the alerts.
        operator = ["strimzi-operator"] if alerts and monitoring.strimzi_operator.value else []
        yield _sink("kafka", "Kafka", [*bridges, *(["bridges"] if bridges else []), *operator], {"volume": size})


def _sink(name: str, title: str, parts: Sequence[str], values: dict[str, object]) -> Dashboard:
    found = tuple(parts)
    reason = f"the sink is on, and so are {', '.join(found)}" if found else "the sink is on"
    return Dashboard(name, title, name, Decided(found, reason, (_SWITCH,)), _texts(values))


def _of(source: Source, seen: Watched) -> Iterator[Dashboard]:
    if source.keys == ("telecompile.yml: push_sources",):
        values = (("source", source.name), ("user", push_user(source.name)))
        decided = Decided(("metrics",), "it pushes through VMAuth", (_SWITCH, *source.keys))
        yield Dashboard(f"push-{source.name}", f"Pushed by {source.name}", "push", decided, values)
    elif source.name == "ldms":
        yield from _ldms(source, seen)
    elif source.name == "idrac":
        yield from _source(source, "iDRAC", _channels(source, seen, metrics="victoria_metrics" in source.targets))
    elif source.name == "ome":
        ome = seen.vector.ome
        metrics, logs = bool(ome and ome.metric_topics), bool(ome and ome.log_topics)
        parts = _channels(source, seen, metrics=metrics, logs=logs)
        yield from _source(source, "OpenManage Enterprise", parts, {"topics": _ome_topics(seen.kafka)})
    elif source.name in _TITLES:
        parts = _channels(source, seen, metrics=source.sends("metrics"), logs=source.sends("logs"))
        yield from _source(source, _TITLES[source.name], parts)


_TITLES = {"powerscale": "PowerScale", "ufm": "UFM", "vast": "VAST"}


def _channels(source: Source, seen: Watched, *, metrics: bool, logs: bool = False) -> list[str]:
    """Where its data can be looked at."""
    topic = seen.kafka is not None and "kafka" in source.targets
    stored = logs and seen.logs is not None
    return [name for name, on in (("metrics", metrics), ("logs", stored), ("topic", topic)) if on]


def _source(
    source: Source, title: str, parts: Sequence[str], values: dict[str, object] | None = None
) -> Iterator[Dashboard]:
    if parts:
        reason = f"the source is on, and its {', '.join(parts)} can be asked"
        decided = Decided(tuple(parts), reason, (_SWITCH, *source.keys))
        yield Dashboard(source.name, title, source.name, decided, _texts(values or {}))


def _ldms(source: Source, seen: Watched) -> Iterator[Dashboard]:
    ldms, bridged = seen.ldms, seen.vector.ldms is not None
    parts = _channels(source, seen, metrics=bridged)
    values: dict[str, object] = {"topic": LDMS_TOPIC}
    if ldms is None or not bridged:
        yield from _source(source, "LDMS", parts, values)
        return
    known = [one for one in ldms.plugins if one.static is not None and not one.gpus]
    values |= {"nodes": ldms.nodes.value, **{one.name: _schema(one) for one in known}}
    sign = next((name for one in known if (name := _sign_of_life(one))), None)
    if sign is not None:
        parts.append("nodes")
        values["sign"] = sign
    yield from _source(source, "LDMS", [*parts, *(part for one in known for part in _parts(one))], values)
    for one in ldms.plugins:
        if one.name == GPU_SAMPLER and one.static is not None:
            reason = "the sampler of GPUs is among those of ldms, and so are these of its fields"
            decided = Decided(_parts(one), reason, (_SWITCH, *source.keys, "telemetry_sources.dcgm.metrics_enabled"))
            yield Dashboard("dcgm", "GPUs", "dcgm", decided, _texts({"dcgm": _schema(one)}))


def _parts(plugin: Plugin) -> tuple[str, ...]:
    """The sampler; of one whose arguments choose its columns, those too."""
    chosen: list[str] = []
    if plugin.static is not None and plugin.name in _CHOSEN:
        # A load in hundredths is another number, under the name of the same column.
        chosen = [one.name for row in plugin.static.rows for one in row.columns if not _hundredths(plugin, one.type)]
    return (plugin.name, *chosen)


def _hundredths(plugin: Plugin, type: str) -> bool:
    return plugin.name == "loadavg" and type != "d64"


def _sign_of_life(plugin: Plugin) -> str | None:
    """A metric that each node has exactly once, when it reports at all."""
    for row in plugin.static.rows if plugin.static else ():
        if row.list is None and not row.keys:
            for column in row.columns:
                if "array" not in column.type and re.fullmatch(r"\w+", column.name):
                    return f"ldms_{_schema(plugin)}_{column.name}"
    return None


def _schema(plugin: Plugin) -> str:
    """The name of its set as the bridge writes it into names of metrics."""
    return re.sub(r"[^0-9A-Za-z_]+", "_", plugin.static.schema) if plugin.static else ""


def _ome_topics(kafka: Kafka | None) -> str:
    """A regular expression of the topics that OME may write. Their names hold no special character but dots."""
    names = [acl.name for user in kafka.users if user.name == "ome" for acl in user.acls] if kafka else []
    return "|".join(f"{name.replace('.', '[.]')}.*" for name in names)


def _texts(values: dict[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in values.items())
