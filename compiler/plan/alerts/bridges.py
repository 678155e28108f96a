"""Alerts about the bridges: how far they are behind in Kafka, and what they could not hand over."""

from __future__ import annotations

from collections.abc import Iterator

from ...config.configuration import Configuration
from ..decision import Decided
from ..load import DAY, ldms_a_day
from .model import CRITICAL, WARNING, Alert, Watched, here

BEHIND = 600
"""Seconds of messages that a consumer may be behind: longer than a rolling restart of the bridge takes."""
BEHIND_OF_OME = 1_000
"""Messages, since nobody published how many OME sends: some hours of alerts, or minutes of telemetry."""
_BY = "job, component_id"
"""One consumer group: a bridge, and its source of this channel."""


def bridge_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """Every bridge that runs."""
    pods = here(configuration)
    limits = {bridge.name: _limit(watched, bridge.name) for bridge in watched.vector.bridges}
    if not limits:
        return
    yield Alert(
        "ConsumerLagGrows",
        WARNING,
        "30m",
        " or ".join(_grows(pods, name, limit.value) for name, limit in limits.items()),
        "{{ $labels.job }} falls behind in Kafka",
        "{{ $value | humanize }} messages wait for {{ $labels.component_id }}, and there are more of them. What passes "
        "Kafka's retention unread is lost. Give the bridge more replicas (as many as the topic has partitions) or "
        "CPU; if AgentHoldsBack or AgentQueueFills fires too, it is the store.",
        Decided(
            ", ".join(f"{name} {limit.value}" for name, limit in limits.items()),
            "messages: " + "; ".join(dict.fromkeys(limit.reason for limit in limits.values())),
            tuple(dict.fromkeys(key for limit in limits.values() for key in limit.keys)),
        ),
    )
    yield Alert(
        "ConsumerStuck",
        CRITICAL,
        "10m",
        f"{_lag(pods)} > 0 and on ({_BY}) "
        f"(sum by ({_BY}) (increase(vector_kafka_consumed_messages_total{{{pods}}}[10m])) == 0)",
        "{{ $labels.job }} reads nothing from Kafka",
        "{{ $value | humanize }} messages wait for {{ $labels.component_id }} and none is read. Look at the bridge's "
        "log (certificate, rights), and whether its agent takes samples (AgentHoldsBack).",
    )
    if counting := _counting(watched):
        yield Alert(
            "BridgeDropsMessages",
            WARNING,
            "0m",
            " or ".join(
                f"sum by (job, reason) (increase({name.replace('-', '_')}_dropped_messages_total{{{pods}}}[15m])) > 0"
                for name in counting
            ),
            "{{ $labels.job }} cannot read messages ({{ $labels.reason }})",
            "{{ $value | humanize }} messages of the last 15 minutes became no samples. They stay in Kafka until its "
            "retention passes: look at one of them. Reason `program` is a mistake of the bridge itself.",
        )
    yield Alert(
        "BridgeDiscardsEvents",
        CRITICAL,
        "0m",
        f'sum by ({_BY}) (increase(vector_component_discarded_events_total{{{pods}, intentional="false"}}[15m])) > 0',
        "{{ $labels.job }} discards what it read",
        "{{ $value | humanize }} events of the last 15 minutes are lost in {{ $labels.component_id }}: the agent "
        "refused them. The bridge's log has its answer.",
    )
    if watched.vector.ldms is not None:
        yield Alert(
            "SampleTimesReplaced",
            WARNING,
            "15m",
            f"sum by (job, reason) (increase(vector_ldms_replaced_timestamps_total{{{pods}}}[15m])) > 0",
            "samples of LDMS carry no believable time",
            "{{ $value | humanize }} rows of the last 15 minutes were given the time at which Kafka received them: "
            "theirs lay more than a week before it or a day after it. Look at the nodes' clocks.",
        )


def _grows(pods: str, job: str, limit: str) -> str:
    lag = _lag(f'{pods}, job="{job}"')
    return f"({lag} > {limit} and {lag} > ({lag} offset 15m))"


def _lag(pods: str) -> str:
    """Messages that wait; every pod tells of every partition, and -1 of those that it does not know."""
    partitions = f"max by ({_BY}, topic_id, partition_id) (vector_kafka_consumer_lag{{{pods}}} >= 0)"
    return f"sum by ({_BY}) ({partitions})"


def _counting(watched: Watched) -> tuple[str, ...]:
    """The bridges whose programs count what they drop: those that make samples; of logs no line is dropped."""
    ldms, ome = watched.vector.ldms, watched.vector.ome
    found = [ldms.workload.name] if ldms is not None else []
    return (*found, *([ome.workload.name] if ome is not None and ome.metric_topics is not None else []))


def _limit(watched: Watched, bridge: str) -> Decided[str]:
    if bridge == "vector-ldms":
        rows, _ = ldms_a_day(watched.ldms)
        return Decided(
            str(max(1, rows * BEHIND * 1_000_000 // DAY)),
            f"what the samplers write in {BEHIND // 60} minutes",
            ("ldms_configurations.sampler_plugins",),
        )
    return Decided(str(BEHIND_OF_OME), "for OME a guess, since its rate is not known")
