"""The log store: VLCluster and the agent that receives syslog."""

from collections.abc import Sequence
from typing import NamedTuple

from ..config.components import SYSLOG_PORT
from ..config.configuration import Configuration
from ..config.quantity import whole
from ..config.resources import Replicated
from .decision import Container, Decided, Source, Volume, Workload
from .exposure import Exposure, exposure
from .images import image
from .places import FIRST_SYSLOG_PORT, logs_write_url
from .remote_write import Agent, log_targets
from .sizing import STORAGE_GRACE, from_block

SYSLOG_SOURCES = ("powerscale", "ufm", "vast")
"""The sources that send syslog, in the order in which listeners get their ports."""
DISK_SHARE = (9, 10)
"""The part of its volume that a storage pod may fill (semantics.md, section 3)."""
STREAM_FIELDS = ("hostname", "app_name")
"""Host and application only: a process id among them would make a new stream for each process."""


class SyslogListener(NamedTuple):
    """One source's listener, TCP and UDP; ``position`` counts from 0.

    Senders use ``service_port``, which the Service maps to the ``port`` of the pod.
    """

    source: str
    position: int
    service_port: int
    port: int
    exposure: Exposure | None
    reason: str
    keys: tuple[str, ...]


class VictoriaLogs(NamedTuple):
    """Every decision about the log store. ``vlagent`` is None where nothing sends syslog."""

    retention: Decided[str]
    disk_limit: Decided[str]
    replication: Decided[str]
    liveness: Decided[str]
    syslog_timezone: Decided[str]
    stream_fields: Decided[tuple[str, ...]]
    vlstorage: Workload
    vlinsert: Workload
    vlselect: Workload
    vlagent: Agent | None
    listeners: tuple[SyslogListener, ...]


def plan_victoria_logs(configuration: Configuration, sources: Sequence[Source]) -> VictoriaLogs:
    """The store keeps what `telemetry_sinks.victoria_logs` says, on what the storage file says."""
    sink, storage = (
        configuration.telemetry.telemetry_sinks.victoria_logs,
        configuration.storage.victoria_logs_cluster_storage,
    )
    section = "telemetry_sinks.victoria_logs"
    volume = Volume(
        "vlstorage-db", sink.storage_size, "victoria_logs", "the logs of one storage pod", (f"{section}.storage_size",)
    )
    listeners = _listeners(configuration, sources)
    return VictoriaLogs(
        retention=Decided(
            f"{sink.retention_period}h",
            "the configured hours; without the unit they would be months",
            (f"{section}.retention_period",),
        ),
        disk_limit=Decided(
            _ninety_percent(sink.storage_size),
            "90 % of the volume, then the oldest days go; the last two days are kept whatever the limit says",
            (f"{section}.storage_size",),
        ),
        replication=Decided(
            "none",
            "VictoriaLogs keeps each line on one storage pod; a second cluster as additional endpoint holds a copy",
            (f"{section}.additional_log_write_endpoints",),
        ),
        liveness=Decided(
            "none on vlstorage", "opening a large volume takes long, and a restart in the middle would begin again"
        ),
        syslog_timezone=Decided(
            configuration.options.syslog_timezone,
            "RFC 3164 carries no time zone",
            ("telecompile.yml: syslog_timezone",),
        ),
        stream_fields=Decided(STREAM_FIELDS, "few and steady; a process id would make a stream for each process"),
        vlstorage=_workload(configuration, "vlstorage", storage.vlstorage, volume),
        vlinsert=_workload(configuration, "vlinsert", storage.vlinsert),
        vlselect=_workload(configuration, "vlselect", storage.vlselect),
        vlagent=_agent(configuration) if listeners else None,
        listeners=listeners,
    )


def _listeners(configuration: Configuration, sources: Sequence[Source]) -> tuple[SyslogListener, ...]:
    on = [source.name for source in sources if source.name in SYSLOG_SOURCES and source.channel("logs")]
    ordered = sorted(on, key=SYSLOG_SOURCES.index)
    reached = exposure(configuration)
    reason = "a port each, so that every line can carry its source's name"
    return tuple(
        SyslogListener(
            name,
            index,
            SYSLOG_PORT,
            FIRST_SYSLOG_PORT + index,
            reached,
            reason,
            (f"telemetry_sources.{name}.logs_enabled",),
        )
        for index, name in enumerate(ordered)
    )


def _ninety_percent(size: str) -> str:
    share, of = DISK_SHARE
    count = whole(size) * share // of
    # The operator refuses Kubernetes' Mi, and takes a bare number for bytes.
    return f"{count // 2**20}MiB" if count >= 2**20 else str(count)


def _workload(configuration: Configuration, name: str, written: Replicated, volume: Volume | None = None) -> Workload:
    container = Container(name, image(configuration.options, name), from_block(written.resources))
    key = f"victoria_logs_cluster_storage.{name}"
    if volume is None:
        return Workload(
            "victoria-logs", name, written.replicas, (container,), None, "as configured; spread over nodes", (key,)
        )
    reason = "as configured; no two on one node while there are nodes enough"
    return Workload("victoria-logs", name, written.replicas, (container,), volume, reason, (key,), True, STORAGE_GRACE)


def _agent(configuration: Configuration) -> Agent:
    written, key = configuration.storage.victoria_logs_cluster_storage.vlagent, "victoria_logs_cluster_storage.vlagent"
    volume = Volume(
        "tmp-data", written.pvc_size, None, "what a store has not taken yet survives a restart", (f"{key}.pvc_size",)
    )
    container = Container("vlagent", image(configuration.options, "vlagent"), from_block(written.resources))
    reason = "each line reaches one of them; a sender that reconnects finds the other"
    workload = Workload("victoria-logs", "vlagent", written.replicas, (container,), volume, reason, (key,))
    targets = log_targets(configuration, logs_write_url(configuration.options), written.pvc_size)
    return Agent(workload, targets, Decided(True, "what was received exists nowhere else"))
