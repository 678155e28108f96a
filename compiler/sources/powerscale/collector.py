"""What the plan makes of the OpenTelemetry collector, which keeps what vmagent has not taken yet."""

from typing import NamedTuple

from ...config.configuration import Configuration
from ...config.quantity import whole
from ...plan.decision import Container, Decided, Probe, Volume, Workload
from ...plan.images import image
from ...plan.places import OTEL_COLLECTOR, otlp_url
from ...plan.sizing import DEFAULTS, replicas, resources, why
from .values import CsmValues

QUEUE_PART = 4
"""The queue has this part of the volume: bbolt's file takes 1.7 (requests of 2 KiB) to 2.8 times (150 bytes) what is
queued, as `tests/powerscale` measures with file_storage 0.149, and some of the volume stays free."""
MEMORY_SHARE = (4, 5)
"""Of the container's memory: from there on the collector refuses, and csm-metrics tries again."""
_SIZE_KEY = ("powerscale_configurations.otel_collector_storage_size",)
_OWN_KEY = ("telecompile.yml: resources.otel-collector",)


class Collector(NamedTuple):
    """How it receives, keeps and pushes; ``queue`` and ``memory`` are in bytes and MiB.

    ``labels`` are on every series, ``dropped`` is a pattern of attributes that do not become labels.
    """

    workload: Workload
    image: Decided[str]
    url: Decided[str]
    queue: Decided[int]
    full: Decided[str]
    written: Decided[bool]
    retry: Decided[str]
    senders: Decided[int]
    memory: Decided[int]
    labels: Decided[tuple[tuple[str, str], ...]]
    dropped: Decided[str]
    certificate_read_every: Decided[str]
    liveness: Probe
    readiness: Probe


def plan_collector(configuration: Configuration, values: CsmValues) -> Collector:
    """Takes OTLP over TLS, and has it on disk before it says that it has it."""
    workload = _workload(configuration, values)
    memory = whole(workload.main.resources.memory_limit) * MEMORY_SHARE[0] // MEMORY_SHARE[1] // 2**20
    size = whole(configuration.telemetry.powerscale_configurations.otel_collector_storage_size)
    return Collector(
        workload=workload,
        image=_image(configuration, values),
        url=Decided(otlp_url(configuration.options), "vmagent writes to every store, with its own queue"),
        queue=Decided(
            max(size // QUEUE_PART, 1),
            "bytes, a quarter of the volume: on disk they take up to three times as much, and some stays free",
            _SIZE_KEY,
        ),
        full=Decided("refuses", "what is queued is older and kept; csm-metrics repeats for a minute, then it is lost"),
        written=Decided(True, "each request is on disk before csm-metrics is told so; there are a few a minute"),
        retry=Decided("for ever", "what vmagent cannot take waits here, as long as the volume does"),
        senders=Decided(1, "in the order in which they came"),
        memory=Decided(
            max(memory, 1), "four fifths of the container's limit; beyond it requests are refused", _OWN_KEY
        ),
        labels=Decided(
            (("job", "csm-metrics-powerscale"), ("source", "powerscale")), "as every source has them, for queries"
        ),
        dropped=Decided(
            r"^(service|telemetry\.sdk)\.",
            "attributes of the resource become labels, and these say nothing or make new series with each release",
        ),
        certificate_read_every=Decided("5m", "a renewed certificate is served without a restart"),
        liveness=Probe(10, 5, 6),
        readiness=Probe(10, 5, 3),
    )


def _workload(configuration: Configuration, values: CsmValues) -> Workload:
    options, default = configuration.options, DEFAULTS[OTEL_COLLECTOR]
    size = configuration.telemetry.powerscale_configurations.otel_collector_storage_size
    container = Container(
        OTEL_COLLECTOR,
        image(options, OTEL_COLLECTOR, values.collector_image),
        resources(options, OTEL_COLLECTOR, default.resources),
    )
    return Workload(
        "powerscale",
        OTEL_COLLECTOR,
        replicas(options, OTEL_COLLECTOR, default.replicas),
        (container,),
        Volume("queue", size, None, "keeps what vmagent has not taken yet", _SIZE_KEY),
        why(options, OTEL_COLLECTOR, default.reason),
        ("telemetry_sources.powerscale.metrics_enabled", *_OWN_KEY),
    )


def _image(configuration: Configuration, values: CsmValues) -> Decided[str]:
    needs = "0.150 or later, with file_storage, health_check and the processor `resource`"
    if OTEL_COLLECTOR in configuration.options.images:
        return Decided("as `images` says", needs, (f"telecompile.yml: images.{OTEL_COLLECTOR}",))
    if values.collector_image is None:
        return Decided("contrib", "the distribution that is named cannot keep its queue on a volume", (_IMAGE_KEY,))
    return Decided("as named", needs, (_IMAGE_KEY,))


_IMAGE_KEY = "CSM values: otelCollector.image"
