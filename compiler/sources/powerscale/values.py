"""The CSM Observability values file that the user names: what telecompile takes from it.

Keys and defaults are those of chart karavi-observability 1.16; what a value may be is what csm-metrics-powerscale
takes (`cmd/metrics-powerscale/main.go`, `internal/entrypoint/run.go`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from .authorization import Authorization, read_authorization
from .reading import Problem, Reader
from .unused import Unused, unused

POLLS = {
    "clusterCapacityPollFrequencySeconds": ("POWERSCALE_CLUSTER_CAPACITY_POLL_FREQUENCY", 30, "capacity"),
    "clusterPerformancePollFrequencySeconds": ("POWERSCALE_CLUSTER_PERFORMANCE_POLL_FREQUENCY", 20, "performance"),
    "quotaCapacityPollFrequencySeconds": ("POWERSCALE_QUOTA_CAPACITY_POLL_FREQUENCY", 30, "capacity"),
    "topologyMetricsPollFrequencySeconds": ("POWERSCALE_TOPOLOGY_METRICS_POLL_FREQUENCY", 30, "topology"),
}
"""Each key: what the program calls it, its default (seconds), and the group of metrics that it is about."""
GROUPS = ("capacity", "performance", "topology")
_LEVELS = ("panic", "fatal", "error", "warn", "warning", "info", "debug", "trace")
# Distributions of opentelemetry-collector-releases without file_storage, whose queue would not outlive the pod.
_WITHOUT_STORAGE = ("opentelemetry-collector", "opentelemetry-collector-otlp")
_DRIVER = "csi-isilon.dellemc.com"
_LEASE = "karavi-metrics-powerscale"


class OwnMetrics(NamedTuple):
    """Where csm-metrics serves metrics of itself, and the `kubernetes.io/tls` Secret with which it does."""

    port: int
    secret: str | None


class CsmValues(NamedTuple):
    """What telecompile reads of the file.

    ``collector_image`` is None where the file names a distribution of the collector whose queue cannot be kept
    on a volume. ``groups`` are those of `GROUPS` that are collected, ``polls`` the seconds of each key of `POLLS`.
    """

    image: str
    collector_image: str | None
    provisioners: str
    groups: tuple[str, ...]
    polls: tuple[tuple[str, int], ...]
    queries: int
    lease: str
    log_level: str
    log_format: str
    trusts_any: bool
    auth_type: int
    verbosity: int
    metrics: OwnMetrics | None
    authorization: Authorization | None
    unused: tuple[Unused, ...]

    @property
    def poll_seconds(self) -> int:
        """The shortest poll interval of what is collected."""
        return min((seconds for key, seconds in self.polls if POLLS[key][2] in self.groups), default=600)


def read_values(value: object) -> CsmValues | tuple[Problem, ...]:
    """The values, or what is wrong with them, key by key."""
    reader = Reader(value if isinstance(value, dict) else {})
    metrics, collector = reader.of("karaviMetricsPowerscale"), reader.of("otelCollector")
    client = metrics.of("isiClientOptions")
    csm, image = metrics.image("image"), collector.image("image")
    found = CsmValues(
        image=csm,
        collector_image=image if keeps_a_queue(image) else None,
        provisioners=metrics.text("provisionerNames", _DRIVER),
        groups=tuple(_groups(metrics)),
        # The program ends outside of these: entrypoint/run.go, MinimumTickInterval and MaximumTickInterval.
        polls=tuple((key, metrics.number(key, default, 5, 600)) for key, (_, default, _) in POLLS.items()),
        queries=metrics.number("concurrentPowerscaleQueries", 10, 1, 1000),
        lease=metrics.name("endpoint", _LEASE),
        log_level=metrics.one_of("logLevel", "INFO", _LEVELS),
        log_format=metrics.one_of("logFormat", "text", ("text", "json")),
        trusts_any=client.flag("isiSkipCertificateValidation", True),
        auth_type=client.number("isiAuthType", 1, 0, 1),
        verbosity=client.number("isiLogVerbose", 0, 0, 2),
        metrics=_own_metrics(metrics.of("metrics")),
        authorization=read_authorization(metrics.of("authorization")),
        unused=tuple(unused(reader.mapping)),
    )
    return tuple(reader.problems) or found


def _groups(metrics: Reader) -> Iterator[str]:
    for group in GROUPS:
        if metrics.flag(f"{group}MetricsEnabled", True):
            yield group


def _own_metrics(own: Reader) -> OwnMetrics | None:
    if not own.flag("enabled", False):
        return None
    # Below 1024 a process without privileges may not listen.
    port = own.number("port", 8443, 1024, 65535)
    given = own.mapping.get("tlsCertSecret")
    return OwnMetrics(port, own.name("tlsCertSecret", "") if given else None)


def keeps_a_queue(image: str) -> bool:
    """Whether ``image`` may hold the extension `file_storage`: it is not one of the distributions that lack it."""
    name = image.partition("@")[0].rpartition("/")[2].partition(":")[0]
    return name not in _WITHOUT_STORAGE
