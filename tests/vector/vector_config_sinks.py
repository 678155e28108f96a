"""What Vector 0.57.0 accepts for the sinks we use: closed, strict models, as in `vector_config_models`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from tests.vector.vector_config_models import Acknowledgements, Closed, Inputs, Seconds, SwitchedTls, Text, Tls

SMALLEST_DISK_BUFFER = 268_435_488
"""Bytes (`lib/vector-buffers/src/config.rs`)."""


class HealthCheck(Closed):
    """`src/config/sink.rs`."""

    enabled: bool = True
    uri: Text | None = None


class MemoryBuffer(Closed):
    """500 events by default; bytes (`max_size`) instead of events since 0.45."""

    type: Literal["memory"] = "memory"
    max_events: PositiveInt | None = None
    max_size: PositiveInt | None = None
    when_full: Literal["block", "drop_newest", "overflow"] = "block"

    @model_validator(mode="after")
    def _one_bound(self) -> MemoryBuffer:
        if self.max_events is not None and self.max_size is not None:
            raise ValueError("max_events or max_size, not both")
        return self


class DiskBuffer(Closed):
    """`max_size` in bytes is required."""

    type: Literal["disk"]
    max_size: Annotated[int, Field(ge=SMALLEST_DISK_BUFFER)]
    when_full: Literal["block", "drop_newest", "overflow"] = "block"


class Sink(Closed):
    """What every sink has."""

    inputs: Inputs
    healthcheck: bool | HealthCheck = HealthCheck()
    buffer: MemoryBuffer | DiskBuffer = MemoryBuffer()
    acknowledgements: bool | Acknowledgements = Acknowledgements()

    @property
    def checks_health(self) -> bool:
        """The health check runs, against a URI of the sink's own choice."""
        check = self.healthcheck
        return check if isinstance(check, bool) else check.enabled and check.uri is None


class Request(Closed):
    """`src/sinks/util/service.rs` TowerRequestConfig."""

    concurrency: Literal["adaptive", "none"] | PositiveInt = "adaptive"
    timeout_secs: PositiveInt = 60
    rate_limit_num: PositiveInt | None = None
    rate_limit_duration_secs: PositiveInt = 1
    retry_attempts: NonNegativeInt | None = None
    retry_initial_backoff_secs: PositiveInt = 1
    retry_max_duration_secs: PositiveInt = 30
    retry_jitter_mode: Literal["Full", "None"] = "Full"


class Batch(Closed):
    """`src/sinks/util/batch.rs`; bytes, events and seconds."""

    max_bytes: PositiveInt | None = None
    max_events: PositiveInt | None = None
    timeout_secs: Seconds | None = None


class MetricBatch(Batch):
    """`aggregate` keeps only the last point of a series in a batch, whatever its time."""

    aggregate: bool = True


class RemoteWrite(Sink):
    """`src/sinks/prometheus/remote_write/config.rs`; its tls has no `enabled`."""

    type: Literal["prometheus_remote_write"]
    endpoint: Text
    default_namespace: Text | None = None
    batch: MetricBatch = MetricBatch()
    request: Request = Request()
    compression: Literal["snappy", "gzip", "zstd"] = "snappy"
    expire_metrics_secs: Seconds | None = None
    tls: Tls | None = None


class Exporter(Sink):
    """`src/sinks/prometheus/exporter.rs`; a flush period of 0 is refused up to 0.57 (PR #26041)."""

    type: Literal["prometheus_exporter"]
    address: Text = "0.0.0.0:9598"
    default_namespace: Text | None = None
    flush_period_secs: PositiveInt = 60
    suppress_timestamp: bool = False
    distributions_as_summaries: bool = False
    tls: SwitchedTls | None = None


class Blackhole(Sink):
    """`src/sinks/blackhole`; silent by default."""

    type: Literal["blackhole"]
    print_interval_secs: NonNegativeInt = 0
    rate: PositiveInt | None = None


class Encoding(Closed):
    """JSON is what VictoriaLogs reads."""

    codec: Literal["json"]
    except_fields: list[Text] | None = None
    only_fields: list[Text] | None = None
    timestamp_format: Literal["rfc3339", "unix", "unix_ms", "unix_us", "unix_ns", "unix_float"] = "rfc3339"


class Framing(Closed):
    """How the events of a request are put together; the sink's own default for JSON is an array."""

    method: Literal["bytes", "newline_delimited", "length_delimited"]


class HttpRequest(Request):
    """Headers moved here from the top level in 0.55; values are strings."""

    headers: dict[str, str] = Field(default={})


class Http(Sink):
    """`src/sinks/http/config.rs`."""

    type: Literal["http"]
    uri: Text
    method: Literal["post", "put"] = "post"
    encoding: Encoding
    framing: Framing | None = None
    batch: Batch = Batch()
    request: HttpRequest = HttpRequest()
    compression: Literal["none", "gzip", "zlib", "snappy", "zstd"] = "none"
    tls: Tls | None = None


SINKS: dict[str, type[Closed]] = {
    "prometheus_remote_write": RemoteWrite,
    "prometheus_exporter": Exporter,
    "blackhole": Blackhole,
    "http": Http,
}
