"""Alerts about the two stores, what writes into them, and the gateway in front of them."""

from __future__ import annotations

from collections.abc import Iterator

from ...config.configuration import Configuration
from ...config.quantity import whole
from ..decision import Decided
from .model import CRITICAL, WARNING, Alert, Watched, here

METRICS_FREE = (15, 100)
"""Of vmstorage's volume: merging needs room for the largest part again, and growing a volume takes time."""
LOGS_FREE = (5, 100)
"""Of vlstorage's volume: it fills 90 % in good order, so half of the rest is gone when this fires."""


def metrics_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """The metrics store, what writes to it, vmagent's own reading, and VMAuth."""
    pods = here(configuration)
    yield from _metrics_volumes(configuration, pods)
    yield from _metrics_written(watched, pods)
    yield from _metrics_read(watched, pods)


def _metrics_volumes(configuration: Configuration, pods: str) -> Iterator[Alert]:
    size = configuration.telemetry.telemetry_sinks.victoria_metrics.persistence_size
    free = _share(size, METRICS_FREE, "telemetry_sinks.victoria_metrics.persistence_size")
    yield Alert(
        "MetricsStoreReadOnly",
        CRITICAL,
        "1m",
        f"vm_storage_is_read_only{{{pods}}} == 1",
        "{{ $labels.pod }} takes no more samples",
        "Its volume is full. Samples wait in the agents' queues, and the oldest are dropped when those are full. "
        "Raise telemetry_sinks.victoria_metrics.persistence_size (the StorageClass must allow growing), or shorten "
        "retention_period.",
    )
    yield Alert(
        "MetricsStoreDiskLow",
        WARNING,
        "15m",
        f"vm_free_disk_space_bytes{{{pods}}} < {free.value}",
        "{{ $labels.pod }} has little room left",
        "{{ $value | humanize1024 }}B of its volume are free. Raise "
        "telemetry_sinks.victoria_metrics.persistence_size before it becomes read-only, or shorten retention_period.",
        free,
    )


def _metrics_written(watched: Watched, pods: str) -> Iterator[Alert]:
    yield Alert(
        "MetricsStorageUnreachable",
        CRITICAL,
        "5m",
        f"vm_rpc_vmstorage_is_reachable{{{pods}}} == 0",
        "{{ $labels.pod }} cannot write to {{ $labels.addr }}",
        "New samples go to the other storage pods. Look at the vmstorage pod, and at the NetworkPolicies between both.",
    )
    if watched.metrics.replication_factor.value > 1:
        yield Alert(
            "MetricsHaveOneCopy",
            WARNING,
            "15m",
            f"increase(vm_rpc_rows_incompletely_replicated_total{{{pods}}}[15m]) > 0",
            "samples are stored once instead of twice",
            "{{ $labels.pod }} wrote {{ $value | humanize }} samples in 15 minutes to fewer storage pods than planned. "
            "The loss of one more vmstorage pod loses them. Bring every vmstorage pod back.",
        )
    yield Alert(
        "SamplesIgnored",
        WARNING,
        "0m",
        f"sum by (job, pod, reason) (increase(vm_rows_ignored_total{{{pods}}}[15m])) > 0",
        "{{ $labels.pod }} ignores samples ({{ $labels.reason }})",
        "{{ $value | humanize }} samples of the last 15 minutes are lost. small_timestamp: older than the retention; "
        "big_timestamp: ahead of time, so look at the senders' clocks; others: labels that are too many or too long.",
    )


def _metrics_read(watched: Watched, pods: str) -> Iterator[Alert]:
    yield Alert(
        "ScrapedPageTooLarge",
        WARNING,
        "0m",
        f"increase(vm_promscrape_max_scrape_size_exceeded_errors_total{{{pods}}}[30m]) > 0",
        "vmagent refuses a page that is too large",
        "A page beyond its limit is dropped whole. The log of {{ $labels.pod }} names the target; for an appliance "
        "raise the memory limit of victoria_cluster_storage.vmagent, from which the limit of a page follows.",
    )
    yield Alert(
        "ScrapeConfigBroken",
        CRITICAL,
        "10m",
        f"vm_promscrape_config_last_reload_successful{{{pods}}} == 0",
        "{{ $labels.pod }} runs with an old scrape configuration",
        "It could not load what the operator wrote. Look at its log and at the status of VMAgent and of the scrapes.",
    )
    if watched.gateway is not None:
        yield Alert(
            "GatewayConfigBroken",
            WARNING,
            "10m",
            f"vmauth_config_last_reload_successful{{{pods}}} == 0",
            "{{ $labels.pod }} runs with old users",
            "It could not load what the operator wrote. Look at its log and at the status of VMAuth and the VMUsers.",
        )


def logs_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """The log store, and what its agents cannot read."""
    if watched.logs is None:
        return
    pods = here(configuration)
    yield from _logs_volumes(configuration, pods)
    yield from _logs_written(pods)
    if watched.logs.vlagent is not None:
        yield Alert(
            "SyslogUnreadable",
            WARNING,
            "0m",
            f'increase(vl_errors_total{{{pods}, type="syslog"}}[15m]) > 0',
            "{{ $labels.pod }} cannot read syslog",
            "{{ $value | humanize }} errors in 15 minutes. Its log has the lines: they are neither RFC 3164 nor "
            "RFC 5424, or a sender ended a connection in the middle of one.",
        )


def _logs_volumes(configuration: Configuration, pods: str) -> Iterator[Alert]:
    size = configuration.telemetry.telemetry_sinks.victoria_logs.storage_size
    free = _share(size, LOGS_FREE, "telemetry_sinks.victoria_logs.storage_size")
    yield Alert(
        "LogStoreReadOnly",
        CRITICAL,
        "1m",
        f"vl_storage_is_read_only{{{pods}}} == 1",
        "{{ $labels.pod }} takes no more lines",
        "Its volume is full. Lines wait in the agents' queues, and the oldest are dropped when those are full. Raise "
        "telemetry_sinks.victoria_logs.storage_size: the last two days are kept whatever the limit says.",
    )
    yield Alert(
        "LogStoreDiskLow",
        WARNING,
        "15m",
        f"vl_free_disk_space_bytes{{{pods}}} < {free.value}",
        "{{ $labels.pod }} has little room left",
        "{{ $value | humanize1024 }}B of its volume are free, though the oldest days go at 90 %: two days are more "
        "than it holds. Raise telemetry_sinks.victoria_logs.storage_size, or let the senders log less.",
        free,
    )


def _logs_written(pods: str) -> Iterator[Alert]:
    yield Alert(
        "LogStorageUnreachable",
        CRITICAL,
        "5m",
        f"vl_insert_remote_is_reachable{{{pods}}} == 0",
        "{{ $labels.pod }} cannot write to {{ $labels.addr }}",
        "New lines go to the other storage pods, and queries fail until it is back. Look at the vlstorage pod, and "
        "at the NetworkPolicies between both.",
    )
    yield Alert(
        "LogLinesDropped",
        WARNING,
        "0m",
        f'sum by (job, pod, reason) (increase(vl_rows_dropped_total{{{pods}, reason!="debug"}}[15m])) > 0',
        "{{ $labels.pod }} drops lines ({{ $labels.reason }})",
        "{{ $value | humanize }} lines of the last 15 minutes are lost. too_small_timestamp: older than the "
        "retention; too_big_timestamp: ahead of time, so look at the senders' clocks and at syslog_timezone; "
        "too_many_fields: what the sender writes.",
    )


def _share(size: str, share: tuple[int, int], key: str) -> Decided[str]:
    count, of = share
    return Decided(str(whole(size) * count // of), f"bytes: {count} % of the volume of {size}", (key,))
