"""`telemetry_sinks`: sizes, retention, further endpoints, topics."""

from typing import Annotated

from pydantic import AfterValidator, Field

from .base import Section, required
from .fields import Url, VolumeSize, refuse

Hours = Annotated[int, Field(ge=24, le=876_000)]  # up to 100 years: what VictoriaMetrics takes
Partitions = Annotated[int, Field(ge=1, le=100)]


def _bytes_or_unlimited(count: int) -> int:
    if count == 0 or count < -1:
        raise refuse(
            "out-of-range",
            f"{count} is no retention in bytes",
            "write -1 for unlimited, or the largest number of bytes of a partition",
        )
    return count


def _each_url_once(endpoints: "tuple[Endpoint, ...]") -> "tuple[Endpoint, ...]":
    urls = [endpoint.url for endpoint in endpoints]
    for index, url in enumerate(urls):
        if url in urls[:index]:
            raise refuse("repeated-item", f"the URL {url!r} is listed twice", "list it once", at=f"{index}.url")
    return endpoints


class Endpoint(Section):
    """One element of the lists of additional endpoints."""

    url: Url = required("https://metrics.example.com/api/v1/write", "Where the data goes as well.")
    tls_insecure_skip_verify: bool = Field(False, description="Skip certificate verification for this endpoint.")


Endpoints = Annotated[tuple[Endpoint, ...], Field(strict=False), AfterValidator(_each_url_once)]


SMALLEST_SEGMENT = 1_048_576
"""Kafka 4 refuses to start with smaller segments (bytes)."""


class VictoriaMetricsSink(Section):
    """`telemetry_sinks.victoria_metrics`."""

    persistence_size: VolumeSize = required("8Gi", "Volume of each storage pod.")
    retention_period: Hours = required(168, "Hours that metrics are kept.")
    additional_metric_remote_write_endpoints: Endpoints = Field((), description="Metrics go here too.")


class VictoriaLogsSink(Section):
    """`telemetry_sinks.victoria_logs`."""

    storage_size: VolumeSize = required("8Gi", "Volume of each storage pod.")
    retention_period: Hours = required(168, "Hours that logs are kept.")
    additional_log_write_endpoints: Endpoints = Field((), description="Logs go here too.")


class TopicPartitions(Section):
    """`telemetry_sinks.kafka.topic_partitions`."""

    idrac: Partitions = Field(1, description="Partitions of topic idrac.")
    ldms: Partitions = Field(2, description="Partitions of topic ldms.")
    ome: Partitions = Field(3, description="Partitions of each topic of OME.")


class KafkaSink(Section):
    """`telemetry_sinks.kafka`."""

    persistence_size: VolumeSize = required("8Gi", "Volume of each broker and each controller.")
    log_retention_hours: int = required(168, "Hours that messages are kept.", ge=1, le=2_147_483_647)
    log_retention_bytes: Annotated[int, AfterValidator(_bytes_or_unlimited)] = required(
        -1, "Bytes that a partition keeps; -1 is unlimited.", le=2**63 - 1
    )
    log_segment_bytes: int = required(1_073_741_824, "Bytes of a segment file.", ge=1, le=2_147_483_647)
    topic_partitions: TopicPartitions = required({"idrac": 1, "ldms": 2}, "Partitions of each source's topic.")


class Sinks(Section):
    """`telemetry_sinks`."""

    victoria_metrics: VictoriaMetricsSink = required({}, "The time-series store.")
    victoria_logs: VictoriaLogsSink = required({}, "The log store.")
    kafka: KafkaSink = required({}, "The message broker.")
