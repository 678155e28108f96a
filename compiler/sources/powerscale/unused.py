"""What the chart would make of the values file, and telecompile does not: said, so that nobody waits for it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...config.components import COLLECTOR, COLLECTOR_PORT
from ...loading.suggest import nearest

ADDRESS = f"{COLLECTOR}:{COLLECTOR_PORT}"
"""Where csm-metrics sends to; the collector's certificate must have this name."""
_READ = {
    "image",
    "enabled",
    "collectorAddr",
    "provisionerNames",
    "capacityMetricsEnabled",
    "performanceMetricsEnabled",
    "topologyMetricsEnabled",
    "clusterCapacityPollFrequencySeconds",
    "clusterPerformancePollFrequencySeconds",
    "quotaCapacityPollFrequencySeconds",
    "topologyMetricsPollFrequencySeconds",
    "concurrentPowerscaleQueries",
    "endpoint",
    "service",
    "logLevel",
    "logFormat",
    "metrics",
    "isiClientOptions",
    "authorization",
}
METRICS = "karaviMetricsPowerscale"
"""The key of everything that csm-metrics reads."""
_OTHERS = ("karaviMetricsPowerflex", "karaviMetricsPowerstore", "karaviMetricsPowermax")
_CERTIFICATE = "the certificate is yours to put into Secret otel-collector-tls"


class Unused(NamedTuple):
    """A key of the file without effect here, and why; ``meant`` is the known key beside it that it looks like."""

    key: str
    why: str
    meant: str | None = None


def unused(values: Mapping[Any, Any]) -> Iterator[Unused]:
    """Each key that would have an effect in the chart and has none here."""
    yield from _of_metrics(_inner(values, METRICS))
    collector = _inner(values, "otelCollector")
    if "nginxProxy" in collector or _exposed(collector):
        yield Unused("otelCollector.nginxProxy, .service", "it pushes to vmagent, and nobody scrapes samples from it")
    if collector.get("certificateFile") or collector.get("privateKeyFile"):
        yield Unused("otelCollector.certificateFile, .privateKeyFile", _CERTIFICATE)
    if str(_inner(values, "cert-manager").get("enabled", False)).lower() == "true":
        yield Unused("cert-manager", _CERTIFICATE)
    for other in _OTHERS:
        if other in values and str(_inner(values, other).get("enabled", True)).lower() == "true":
            yield Unused(other, "of Dell's storage only PowerScale is a source here")


def _of_metrics(metrics: Mapping[Any, Any]) -> Iterator[Unused]:
    place = METRICS
    if str(metrics.get("enabled", True)).lower() == "false":
        yield Unused(f"{place}.enabled", "telemetry_sources.powerscale.metrics_enabled decides, and it is true")
    if metrics.get("collectorAddr", ADDRESS) != ADDRESS:
        yield Unused(f"{place}.collectorAddr", f"the collector that is rendered here is {ADDRESS}")
    if "serviceMonitor" in _inner(metrics, "metrics"):
        yield Unused(f"{place}.metrics.serviceMonitor", "a VMPodScrape takes its place")
    if _exposed(metrics):
        yield Unused(f"{place}.service", "nobody has to reach csm-metrics, so it has no Service")
    for key in sorted(one for one in metrics if isinstance(one, str) and one.isidentifier() and one not in _READ):
        yield Unused(f"{place}.{key}", "telecompile does not know it", nearest(key, _READ - metrics.keys()))


def _exposed(part: Mapping[Any, Any]) -> bool:
    """Whether it asks for a Service that is more than the chart's own."""
    return str(_inner(part, "service").get("type", "ClusterIP")) != "ClusterIP"


def _inner(values: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    found = values.get(key)
    return found if isinstance(found, dict) else {}
