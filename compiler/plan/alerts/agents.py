"""Alerts about the agents in front of the stores: queues that fill, and what they drop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...config.configuration import Configuration
from ..decision import Decided
from ..places import OTEL_COLLECTOR
from ..remote_write import Agent
from .model import CRITICAL, WARNING, Alert, Watched, here

SMALLEST_QUEUE = 512 * 2**20
"""Bytes: what agents round a smaller bound up to (vmagent 1.148 and vlagent 1.52, one chunk of the queue)."""
FILLING, NEARLY_FULL = (50, 100), (80, 100)
"""Of a URL's queue: time to look while as much again fits; little time left."""


def agent_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """What every agent does with what it has taken, and the collector of OpenTelemetry likewise."""
    pods = here(configuration)
    if any(workload.name == OTEL_COLLECTOR for workload in watched.workloads):
        yield from _collector(pods)
    kinds = sorted({_kind(agent) for agent in watched.agents})
    queued = [agent for agent in watched.agents if agent.on_disk.value]
    if queued:
        yield _queue(queued, pods, "AgentQueueFills", WARNING, "15m", FILLING)
        yield _queue(queued, pods, "AgentQueueNearlyFull", CRITICAL, "5m", NEARLY_FULL)
    direct = [agent for agent in watched.agents if not agent.on_disk.value]
    if direct:
        yield Alert(
            "AgentHoldsBack",
            WARNING,
            "15m",
            _each(direct, lambda kind, job: f'{kind}_remotewrite_queue_blocked{{{pods}, job="{job}"}} == 1'),
            "{{ $labels.pod }} takes nothing",
            "Its store does not take what it sends, so it refuses what the bridge brings: that stays unread in Kafka "
            "and is lost only when Kafka's retention passes. Look at the store.",
        )
    yield from _losses(pods, kinds)


def _losses(pods: str, kinds: Sequence[str]) -> Iterator[Alert]:
    dropped = [f"increase(vm_persistentqueue_bytes_dropped_total{{{pods}}}[10m]) > 0"]
    if "vmagent" in kinds:
        dropped.append(f"increase(vmagent_remotewrite_samples_dropped_total{{{pods}}}[10m]) > 0")
    yield Alert(
        "AgentDropsData",
        CRITICAL,
        "0m",
        " or ".join(dropped),
        "{{ $labels.pod }} drops data",
        "A queue is full and its oldest data goes. Bring the endpoint back, or raise the agent's volume "
        "(vmagent_queue_size, or pvc_size in telemetry_storage_config.yml). AgentQueueFills tells which URL it is.",
    )
    yield Alert(
        "AgentDataRefused",
        CRITICAL,
        "0m",
        " or ".join(f"increase({kind}_remotewrite_packets_dropped_total{{{pods}}}[10m]) > 0" for kind in kinds),
        "an endpoint refuses what {{ $labels.pod }} sends",
        "URL {{ $labels.url }} (its place in the list, from 1) answers that the data itself is wrong, so it is not "
        "sent again. The pod's log has the answer; most often the path or the format of the URL is wrong.",
    )
    failing = (
        f"increase({kind}_remotewrite_retries_count_total{{{pods}}}[10m]) > 0 unless on (job, pod, url) "
        f'increase({kind}_remotewrite_requests_total{{{pods}, status_code="2XX"}}[10m]) > 0'
        for kind in kinds
    )
    yield Alert(
        "AgentCannotWrite",
        WARNING,
        "10m",
        " or ".join(f"({one})" for one in failing),
        "{{ $labels.pod }} cannot write to an endpoint",
        "URL {{ $labels.url }} (its place in the list, from 1) takes nothing; the queue fills. The pod's log has the "
        "reason: look at the endpoint, its certificate, its log-in, and the NetworkPolicy of the agent.",
    )


def _collector(pods: str) -> Iterator[Alert]:
    (count, of), by = FILLING, "max by (job, pod, exporter)"
    size, bound = (f"{by} (otelcol_exporter_queue_{what}{{{pods}}})" for what in ("size", "capacity"))
    yield Alert(
        "CollectorQueueFills",
        WARNING,
        "15m",
        f"{size} > {count / of} * {bound}",
        f"the queue of {{{{ $labels.pod }}}} is {count} % full",
        "vmagent does not take what the collector sends. When the queue is full, what csm-metrics measures is lost. "
        "Look at vmagent, or raise powerscale_configurations.otel_collector_storage_size.",
        Decided(str(count / of), "of the bound that the collector's own configuration sets"),
    )
    # Whether its counters end in `_total` depends on its version.
    lost = "otelcol_(receiver_refused|exporter_enqueue_failed|exporter_send_failed)_metric_points(_total)?"
    yield Alert(
        "CollectorLosesData",
        CRITICAL,
        "0m",
        f'sum by (job, pod) (increase({{__name__=~"{lost}", {pods}}}[10m])) > 0',
        "{{ $labels.pod }} loses metrics of PowerScale",
        "{{ $value | humanize }} values of the last 10 minutes did not fit in its memory or queue, or vmagent refused "
        "them. Its log has the reason.",
    )


def _queue(agents: Sequence[Agent], pods: str, name: str, severity: str, wait: str, share: tuple[int, int]) -> Alert:
    count, of = share
    bounds = {agent.workload.name: max(SMALLEST_QUEUE, agent.targets[0].queue_bytes) * count // of for agent in agents}
    return Alert(
        name,
        severity,
        wait,
        _each(
            agents,
            lambda kind, job: f'{kind}_remotewrite_pending_data_bytes{{{pods}, job="{job}"}} > {bounds[job]}',
        ),
        f"a queue of {{{{ $labels.pod }}}} is {count} % full",
        "{{ $value | humanize1024 }}B wait for URL {{ $labels.url }} (its place in the list, from 1); when the queue "
        "is full, the oldest go. Bring the endpoint back, or give the agent a larger volume.",
        Decided(
            ", ".join(f"{name} {bound}" for name, bound in bounds.items()),
            f"bytes: {count} % of what each agent keeps for one URL",
            tuple(dict.fromkeys(key for agent in agents for key in agent.workload.claim.keys)),
        ),
    )


def _each(agents: Sequence[Agent], part: Callable[[str, str], str]) -> str:
    return " or ".join(part(_kind(agent), agent.workload.name) for agent in agents)


def _kind(agent: Agent) -> str:
    """The program, by which its metrics are called: `vmagent-vector` is a vmagent."""
    return agent.workload.name.partition("-")[0]
