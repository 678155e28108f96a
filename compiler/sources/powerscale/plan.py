"""What the plan makes of PowerScale."""

from collections.abc import Iterator
from typing import NamedTuple

from ...config.configuration import Configuration
from ...plan.decision import Decided, Source, Workload
from ...plan.source import channel, source
from .collector import Collector, plan_collector
from .csm import CsmMetrics, plan_csm
from .values import CsmValues
from .volumes import VolumeMetrics, plan_volumes

_FILE = ("powerscale_configurations.csm_observability_values_file_path",)
Setting = tuple[str, Decided[object]]


class PowerScale(NamedTuple):
    """The pods behind its metrics: one polls the arrays, one queues what it found, one tells of the volumes."""

    csm: CsmMetrics
    collector: Collector
    volumes: VolumeMetrics

    @property
    def workloads(self) -> tuple[Workload, ...]:
        """All of them."""
        return self.csm.workload, self.collector.workload, self.volumes.workload


def plan_powerscale(configuration: Configuration, values: CsmValues | None) -> tuple[Source, PowerScale | None]:
    """Metrics through CSM and the collector, logs by syslog."""
    written = configuration.telemetry.telemetry_sources.powerscale
    targets = written.collection_targets
    channels = [
        channel("metrics", written.metrics_enabled, "victoria_metrics", targets),
        channel("logs", written.logs_enabled, "victoria_logs", targets),
    ]
    if values is None or not channels[0].on or channels[0].target is None:
        return source("powerscale", channels, targets), None
    planned = PowerScale(
        plan_csm(configuration, values), plan_collector(configuration, values), plan_volumes(configuration)
    )
    return source("powerscale", channels, targets, list(_settings(planned, values))), planned


def _settings(planned: PowerScale, values: CsmValues) -> Iterator[Setting]:
    csm, collector, volumes = planned
    yield "poll_interval", Decided(f"{values.poll_seconds}s", "the shortest of what is collected", _FILE)
    for key, one in csm.settings:
        yield key, Decided(*one)
    yield "csm_lease", Decided(*csm.lease)
    yield "csm_trust", Decided(*csm.trust)
    yield "csm_array_certificates", _shown(csm.certificates, "/".join(csm.certificates.value or ()))
    own = csm.metrics.value
    yield "csm_metrics", _shown(csm.metrics, f"port {own.port}, Secret {own.secret}" if own else "")
    yield "csm_health", Decided(*csm.health)
    proxy = csm.authorization.value
    yield "csm_authorization", _shown(csm.authorization, f"{proxy.image} to {proxy.host}" if proxy else "")
    if proxy is not None:
        why = "it answers on loopback alone, which the kubelet does not reach, and its image holds no other program"
        yield "csm_authorization_health", Decided("no probe", why)
    yield "csm_token", Decided(*csm.token)
    for name in ("image", "queue", "full", "written", "retry", "senders", "memory", "dropped"):
        yield f"collector_{name}", Decided(*getattr(collector, name))
    yield "collector_pushes_to", _shown(collector.url, "vmagent")
    labels = ", ".join(f"{name}={value}" for name, value in collector.labels.value)
    yield "collector_labels", _shown(collector.labels, labels)
    yield "collector_certificate", Decided(*collector.certificate_read_every)
    resources = ", ".join(name for _, names in volumes.resources.value for name in names)
    yield "volume_metrics", _shown(volumes.resources, resources)
    for name in ("namespaces", "role", "token"):
        yield f"volume_{name}", Decided(*getattr(volumes, name))
    for key, reason, _ in values.unused:
        yield key, Decided("not used", reason, _FILE)


def _shown(decided: Decided[object], text: str) -> Decided[object]:
    """A decision whose value is not a text, as one."""
    return Decided(text or None, decided.reason, decided.keys)
