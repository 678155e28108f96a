"""Alerts about sources: nothing comes from one that is on, or from fewer nodes than there are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from ...config.configuration import Configuration
from ...config.quantity import milliseconds
from ...sources.ldms.plan import Ldms, Plugin
from ...sources.ome.plan import identifier_of
from ..decision import Decided, Source
from ..places import IDRAC, LDMS_TOPIC, VMAGENT, push_user
from .model import CRITICAL, WARNING, Alert, Watched, here

SHORTEST, ROUNDS = 600, 5
"""Seconds, and intervals of the source, whichever is longer: one that is late is not silent yet."""
OME_SILENT, PUSH_SILENT = "2h", "30m"
"""OME and what pushes keep an interval of their own, which nobody knows here: longer than what is usual."""
PAGE_UNCHANGED = "1h"
"""The pump serves the last values of silent servers for ever. Of the hundreds that a server changes each minute some
gain or lose a digit within that time, so that a page that keeps its length has nothing new."""
PRESENT = 0.95
"""The part of the nodes that must answer: of hundreds some are always down for repair."""
_EVERYWHERE = ("loadavg", "meminfo", "procnetdev2", "procstat2", "vmstat")
"""Samplers that measure on every node, unlike those of GPUs and jobs."""


def source_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """Every source whose metrics are on; what is logged is no measure, since an appliance may have nothing to say."""
    on = [source for source in watched.sources if source.sends("metrics")]
    signs = dict(found for source in on for found in _signs(configuration, watched, source))
    if signs:
        yield Alert(
            "SourceSilent",
            CRITICAL,
            "5m",
            " or ".join(
                f'label_set(vector(1) unless (sum({sign}) > 0), "source", "{name}")' for name, sign in signs.items()
            ),
            "nothing comes from {{ $labels.source }}",
            "The source is on, and for longer than its interval nothing has come from it. Look at the source itself "
            "(is it reachable, does its log-in still hold), then at what collects it: docs/alerts.md has the way of "
            "each source.",
            Decided(", ".join(signs), "the sources whose metrics are on", _keys(on)),
        )
    if watched.ldms is not None and watched.vector.ldms is not None and watched.ldms.dials:
        yield from _nodes(watched.ldms)


def _keys(sources: Iterable[Source]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for source in sources for key in source.keys))


def _signs(configuration: Configuration, watched: Watched, source: Source) -> Iterator[tuple[str, str]]:
    """What is above 0 while data of the source comes, by its name: one for each way that it takes by itself."""
    if source.name != "idrac":
        sign = _sign(configuration, watched, source)
        if sign:
            yield source.name, sign
        return
    pods = here(configuration)
    ways = {
        "kafka": _messages(pods, 'topic="idrac"', _window(0)),
        "victoria_metrics": f'changes(scrape_response_size_bytes{{{pods}, job="{IDRAC}"}}[{PAGE_UNCHANGED}])',
    }
    for target in source.targets:
        yield (f"idrac to {target}" if len(source.targets) > 1 else "idrac"), ways[target]


def _sign(configuration: Configuration, watched: Watched, source: Source) -> str:
    """What is above 0 while data of the source comes; empty where nothing that is rendered shows it."""
    pods, kafka = here(configuration), watched.kafka is not None and "kafka" in source.targets
    for appliance in watched.appliances:
        if appliance.prefix == source.name:
            window = _window((milliseconds(appliance.interval) or 0) / 1000)
            return f'max_over_time(scrape_samples_scraped{{job="{appliance.job}"}}[{window}])'
    if source.name == "ldms" and kafka and watched.ldms is not None:
        return _messages(pods, f'topic="{LDMS_TOPIC}"', _window(watched.ldms.interval.value / 1_000_000))
    if source.name == "ome" and kafka:
        identifier = identifier_of(configuration)
        topic = f'topic="{identifier.prefix}telemetry"' if identifier.literal else _below(identifier.prefix)
        return _messages(pods, topic, OME_SILENT)
    if source.name == "powerscale":
        rows = f'vmagent_rows_inserted_total{{{pods}, job="{VMAGENT}", type="opentelemetry"}}'
        return f"increase({rows}[{_window(0)}])"
    if source.name in configuration.options.push_sources:
        return f'increase(vmauth_user_requests_total{{{pods}, username="{push_user(source.name)}"}}[{PUSH_SILENT}])'
    return ""


def _messages(pods: str, topic: str, window: str) -> str:
    return f"increase(kafka_server_brokertopicmetrics_messagesinpersec_total{{{pods}, {topic}}}[{window}])"


def _below(prefix: str) -> str:
    # A backslash of the expression is written twice in its string.
    escaped = re.sub(r"([^A-Za-z0-9_-])", r"\\\\\1", prefix)
    return f'topic=~"{escaped}.*"'


def _window(interval: float) -> str:
    """``interval`` is in seconds, 0 where the source has none that is known."""
    return f"{max(SHORTEST, math.ceil(ROUNDS * interval))}s"


def _nodes(ldms: Ldms) -> Iterator[Alert]:
    found = next((sign for plugin in ldms.plugins if (sign := _series_of_a_node(plugin))), None)
    if found is None:
        return
    series, interval = found
    enough = math.ceil(ldms.nodes.value * PRESENT)
    yield Alert(
        "NodesSilent",
        WARNING,
        "15m",
        f"(count(count by (instance) (count_over_time({series}[{_window(interval)}]))) or vector(0)) < {enough}",
        "LDMS has samples of {{ $value }} nodes only",
        f"The mapping CSV has {ldms.nodes.value} nodes to collect. Those that fell silent since yesterday: "
        f"`count_over_time({series}[1d]) unless count_over_time({series}[{_window(interval)}])`. Look at ldmsd on "
        "one of them, at the aggregator's log, and whether ConsumerLagGrows fires.",
        Decided(
            str(enough),
            f"nodes: {PRESENT:.0%} of {ldms.nodes.value}, since some are always down for repair",
            ldms.nodes.keys,
        ),
    )


def _series_of_a_node(plugin: Plugin) -> tuple[str, float] | None:
    """A metric that each node has one series of, and how often it comes, in seconds."""
    if plugin.name not in _EVERYWHERE or plugin.static is None:
        return None
    for row in plugin.static.rows:
        for column in row.columns if row.list is None else ():
            if column.name.isidentifier() and "char" not in column.type and not column.type.endswith("_array"):
                return f'ldms_{plugin.static.schema}_{column.name}{{job="ldms"}}', plugin.interval / 1_000_000
    return None
