"""`telemetry_sinks`: sizes, retention, further endpoints, topics."""

from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .base import Section, required
from .fields import Url, VolumeSize, refuse, refuse_each

Hours = Annotated[int, Field(ge=24, le=876_000)]  # up to 100 years: what VictoriaMetrics takes
Partitions = Annotated[int, Field(ge=1, le=100)]


def _bytes_or_unlimited(count: int) -> int:
    if count == 0 or count < -1:
        raise refuse(
            "out-of-range",
            f"{count} is no number of bytes to keep",
            "write -1 for unlimited, or the largest number of bytes of a partition",
        )
    return count


def _each_url_once(endpoints: "tuple[Endpoint, ...]") -> "tuple[Endpoint, ...]":
    seen: dict[str, int] = {}
    again = []
    for index, place in enumerate(_same(endpoint.url) for endpoint in endpoints):
        if seen.setdefault(place, index) != index:
            again.append(_listed_twice(endpoints[index].url, index, seen[place]))
    if again:
        raise refuse_each(((), problem) for problem in again)
    return endpoints


def _same(url: str) -> str:
    """One text for the ways to write one URL: letters of the host, the scheme's own port, no path (RFC 3986, 6.2)."""
    address, question, query = url.partition("?")
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    host = host.lower().removesuffix({"http": ":80", "https": ":443"}.get(scheme, ":"))
    return f"{scheme}://{host}{slash if path else ''}{path}{question}{query}"


def _listed_twice(url: str, index: int, first: int) -> PydanticCustomError:
    # What stands behind the path may be a secret.
    said = f"{url.partition('?')[0]!r} is listed twice"
    return refuse("repeated-item", said, "list it once", at=f"{index}.url", first=f"{first}.url")


class Endpoint(Section):
    """One element of the lists of additional endpoints."""

    url: Url = required(
        "https://metrics.example.com/api/v1/write", "URL that the data is written to as well.", is_default=False
    )
    tls_insecure_skip_verify: bool = Field(
        False, description="Whether the certificate of this endpoint is left unverified; matters with https alone."
    )


Endpoints = Annotated[tuple[Endpoint, ...], Field(strict=False), AfterValidator(_each_url_once)]


SMALLEST_SEGMENT = 1_048_576
"""Kafka 4 refuses to start with smaller segments (bytes)."""


class VictoriaMetricsSink(Section):
    """`telemetry_sinks.victoria_metrics`."""

    persistence_size: VolumeSize = required(
        "8Gi", "Volume of each storage pod; in all, as many as vmstorage has replicas."
    )
    retention_period: Hours = required(168, "Hours that metrics are kept; 168 are 7 days.")
    additional_metric_remote_write_endpoints: Endpoints = Field(
        (), description="Endpoints that every metric is written to besides the local store."
    )


class VictoriaLogsSink(Section):
    """`telemetry_sinks.victoria_logs`."""

    storage_size: VolumeSize = required("8Gi", "Volume of each storage pod; in all, as many as vlstorage has replicas.")
    retention_period: Hours = required(168, "Hours that logs are kept; 168 are 7 days.")
    additional_log_write_endpoints: Endpoints = Field(
        (), description="Endpoints that every log line is written to besides the local store."
    )


class TopicPartitions(Section):
    """`telemetry_sinks.kafka.topic_partitions`."""

    idrac: Partitions = Field(1, description="Partitions of the topic idrac; its writer fills the first one alone.")
    ldms: Partitions = Field(
        2, description="Partitions of the topic ldms; more of them let more replicas of the bridge work at once."
    )
    ome: Partitions = Field(
        3, description="Partitions of each topic of OME; more of them let more replicas of the bridge work at once."
    )


class KafkaSink(Section):
    """`telemetry_sinks.kafka`."""

    persistence_size: VolumeSize = required("8Gi", "Volume of each broker and each controller: six in all.")
    log_retention_hours: int = required(168, "Hours that messages are kept in a topic.", ge=1, le=2_147_483_647)
    log_retention_bytes: Annotated[int, AfterValidator(_bytes_or_unlimited)] = required(
        -1, "Bytes that each partition keeps before its oldest messages are deleted; -1 means unlimited.", le=2**63 - 1
    )
    log_segment_bytes: int = required(
        1_073_741_824,
        "Bytes of a segment file, the unit in which messages are deleted; below 1048576, 1048576 is rendered.",
        least_useful=SMALLEST_SEGMENT,
        ge=1,
        le=2_147_483_647,
    )
    topic_partitions: TopicPartitions = required(
        {"idrac": 1, "ldms": 2}, "Partitions of the topic of each source that targets kafka."
    )


class Sinks(Section):
    """`telemetry_sinks`."""

    victoria_metrics: VictoriaMetricsSink = required({}, "The time-series store.")
    victoria_logs: VictoriaLogsSink = required({}, "The log store.")
    kafka: KafkaSink = required({}, "The message broker.")
