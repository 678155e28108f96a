"""What Vector 0.57.0 accepts for the sources, transforms and tables we use: closed, strict models.

Keys, types and defaults are those of Vector's own generated reference (`website/cue/reference/**/generated/*.cue`) and
of the config structs in `src/`. A key that Vector has and we never render is left out on purpose: to use it, add it
here with its source. The values telecompile must never render although Vector takes them are in `vector_config_rules`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, PositiveInt, StringConstraints, model_validator

Text = Annotated[str, StringConstraints(min_length=1)]
AbsolutePath = Annotated[str, StringConstraints(pattern=r"^/.+")]
Inputs = Annotated[list[Text], Field(min_length=1)]
Seconds = Annotated[float, Field(gt=0)]


class Closed(BaseModel):
    """No unknown key (serde's deny_unknown_fields), no coercion: `"1"` is not 1 and 1 is not true."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class VrlCondition(Closed):
    """`src/conditions`: the long form; a bare string is the short form of it."""

    type: Literal["vrl"]
    source: Text


Condition = Text | VrlCondition


def program(condition: Condition) -> str:
    """The VRL text of a condition in either form."""
    return condition if isinstance(condition, str) else condition.source


class Tls(Closed):
    """`lib/vector-core/src/tls/settings.rs` TlsConfig; files may be inline PEM, which we never render."""

    ca_file: AbsolutePath | None = None
    crt_file: AbsolutePath | None = None
    key_file: AbsolutePath | None = None
    verify_certificate: bool | None = None
    verify_hostname: bool | None = None
    server_name: Text | None = None

    @property
    def files(self) -> list[str]:
        """The certificate options that are given."""
        return [name for name in ("ca_file", "crt_file", "key_file") if getattr(self, name)]

    @model_validator(mode="after")
    def _pair(self) -> Tls:
        if (self.crt_file is None) is not (self.key_file is None):
            raise ValueError("crt_file and key_file go together")
        return self


class SwitchedTls(Tls):
    """TlsEnableableConfig: without `enabled: true` the rest has no effect."""

    enabled: bool | None = None


class Decoding(Closed):
    """`lib/codecs`: the codecs that need no further options."""

    codec: Literal["bytes", "json", "native", "native_json", "gelf", "syslog", "influxdb"] = "bytes"


class KafkaMetrics(Closed):
    """`kafka_consumer_lag` as a gauge; the key is required inside `metrics`."""

    topic_lag_metric: bool


Server = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?:[0-9]{1,5}"


class Kafka(Closed):
    """`src/sources/kafka.rs`; times in milliseconds, and their defaults."""

    type: Literal["kafka"]
    bootstrap_servers: Annotated[str, StringConstraints(pattern=rf"^{Server}(,{Server})*$")]
    topics: Inputs
    group_id: Text
    auto_offset_reset: Literal["smallest", "earliest", "beginning", "largest", "latest", "end", "error"] = "largest"
    session_timeout_ms: PositiveInt = 10_000
    drain_timeout_ms: PositiveInt | None = None
    socket_timeout_ms: Annotated[int, Field(ge=10, le=300_000)] = 60_000
    fetch_wait_max_ms: Annotated[int, Field(ge=0, le=300_000)] = 100
    commit_interval_ms: PositiveInt = 5_000
    librdkafka_options: dict[str, str] = Field(default={})
    tls: SwitchedTls | None = None
    decoding: Decoding = Decoding()
    metrics: KafkaMetrics = KafkaMetrics(topic_lag_metric=False)


class InternalMetricsTags(Closed):
    """An empty `host_key` leaves the tag out."""

    host_key: str | None = None
    pid_key: Text | None = None


class InternalMetrics(Closed):
    """`src/sources/internal_metrics.rs`."""

    type: Literal["internal_metrics"]
    namespace: str = "vector"
    scrape_interval_secs: Seconds = 1.0
    tags: InternalMetricsTags = InternalMetricsTags()


class Transform(Closed):
    """What every transform has (`src/config/transform.rs`)."""

    inputs: Inputs


class Remap(Transform):
    """`src/transforms/remap.rs`."""

    type: Literal["remap"]
    source: Text | None = None
    file: AbsolutePath | None = None
    drop_on_error: bool = False
    drop_on_abort: bool = True
    reroute_dropped: bool = False
    timezone: Text | None = None
    metric_tag_values: Literal["single", "full"] = "single"

    @model_validator(mode="after")
    def _one_program(self) -> Remap:
        if (self.source is None) is (self.file is None):
            raise ValueError("exactly one of source and file")
        return self


class MetricOfLog(Closed):
    """One entry of `log_to_metric.metrics`; only a counter reads the last two keys."""

    type: Literal["counter", "gauge", "histogram", "set", "summary"]
    field: Text
    name: Text | None = None
    namespace: Text | None = None
    tags: dict[str, str] = Field(default={})
    increment_by_value: bool | None = None
    kind: Literal["absolute", "incremental"] | None = None

    @property
    def incremental(self) -> bool:
        """A gauge is absolute, a counter unless told otherwise incremental, everything else incremental."""
        return self.type != "gauge" and self.kind != "absolute"

    @model_validator(mode="after")
    def _counters_only(self) -> MetricOfLog:
        if self.type != "counter" and (self.increment_by_value is not None or self.kind is not None):
            raise ValueError("increment_by_value and kind are ignored but for a counter")
        return self


class LogToMetric(Transform):
    """`src/transforms/log_to_metric.rs`; `metrics` is required with `all_metrics`, too (issues #22648, #23523)."""

    type: Literal["log_to_metric"]
    metrics: list[MetricOfLog]
    all_metrics: bool = False


class Filter(Transform):
    """`src/transforms/filter.rs`."""

    type: Literal["filter"]
    condition: Condition


class Route(Transform):
    """`src/transforms/route.rs`; `_unmatched` and `_default` are names of Vector's own."""

    type: Literal["route"]
    route: Annotated[dict[Annotated[str, StringConstraints(pattern=r"^[^._][^.]*$")], Condition], Field(min_length=1)]
    reroute_unmatched: bool = True


class Csv(Closed):
    """File encoding of a table: CSV is the only one."""

    type: Literal["csv"]
    include_headers: bool = True
    delimiter: Annotated[str, StringConstraints(min_length=1, max_length=1)] = ","


class TableFile(Closed):
    """Both keys are required."""

    path: AbsolutePath
    encoding: Csv


_COLUMN_TYPE = r"^(bool|boolean|string|bytes|asis|float|int|integer|date|timestamp)$|^(date|timestamp)\|.+$"


class Table(Closed):
    """`src/enrichment_tables/file.rs`."""

    type: Literal["file"]
    file: TableFile
    columns: dict[str, Annotated[str, StringConstraints(pattern=_COLUMN_TYPE)]] = Field(default={}, alias="schema")


class Api(Closed):
    """`src/config/api.rs`; graphql and playground are refused since 0.55."""

    enabled: bool = False
    address: Text = "127.0.0.1:8686"


class Acknowledgements(Closed):
    """Null means: what is set globally."""

    enabled: bool | None = None


class Top(Closed):
    """The top level; components are validated one by one by their `type`."""

    api: Api = Api()
    acknowledgements: bool | Acknowledgements = Acknowledgements()
    data_dir: AbsolutePath = "/var/lib/vector"
    timezone: Text | None = None
    expire_metrics_secs: NonNegativeFloat | None = None
    enrichment_tables: dict[str, Table] = {}
    sources: Annotated[dict[str, Any], Field(min_length=1)]
    transforms: dict[str, Any] = {}
    sinks: Annotated[dict[str, Any], Field(min_length=1)]
    tests: list[Any] = Field(default=[])


SOURCES: dict[str, type[Closed]] = {"kafka": Kafka, "internal_metrics": InternalMetrics}
TRANSFORMS: dict[str, type[Closed]] = {"remap": Remap, "log_to_metric": LogToMetric, "filter": Filter, "route": Route}
