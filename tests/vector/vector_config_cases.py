"""A correct configuration with its tests, and the changes that put one trap into it each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Change = Callable[[dict[str, Any]], object]

CONFIG = r"""
acknowledgements: {enabled: true}
api: {enabled: true, address: "0.0.0.0:8686"}
timezone: UTC
expire_metrics_secs: 86400
enrichment_tables:
  nodes:
    type: file
    file: {path: /etc/nodes/nodes.csv, encoding: {type: csv, include_headers: true, delimiter: ","}}
    schema: {host: string}
sources:
  ldms:
    type: kafka
    bootstrap_servers: kafka-kafka-bootstrap.site-telemetry.svc:9093
    group_id: vector-ldms
    topics: [ldms]
    auto_offset_reset: earliest
    session_timeout_ms: 45000
    drain_timeout_ms: 20000
    librdkafka_options: {queued.max.messages.kbytes: "4096"}
    metrics: {topic_lag_metric: true}
    tls: {enabled: true, ca_file: /tls/ca.crt, crt_file: /tls/user.crt, key_file: /tls/user.key}
  events:
    type: kafka
    bootstrap_servers: kafka-kafka-bootstrap.site-telemetry.svc:9093
    group_id: vector-events
    topics: ['^ome\.(alerts|auditlogs)']
    auto_offset_reset: earliest
    librdkafka_options: {topic.metadata.refresh.interval.ms: "10000"}
    tls: {enabled: true, ca_file: /tls/ca.crt, crt_file: /tls/user.crt, key_file: /tls/user.key}
  own: {type: internal_metrics, scrape_interval_secs: 15}
transforms:
  rows:
    type: remap
    inputs: [ldms]
    drop_on_error: true
    reroute_dropped: true
    source: |
      row = object!(parse_json!(.message))
      node = get_enrichment_table_record("nodes", {"component_id": to_string(row.component_id) ?? ""}) ?? {}
      . = [{"name": "up", "kind": "absolute", "tags": {"host": node.host}, "gauge": {"value": 1.0}}]
  samples: {type: log_to_metric, inputs: [rows], all_metrics: true, metrics: []}
  absolute: {type: filter, inputs: [samples, unparsable], condition: '.kind == "absolute"'}
  unparsable:
    type: log_to_metric
    inputs: [rows.dropped]
    metrics: [{type: counter, field: message, name: unparsable_messages_total, kind: incremental}]
  lines: {type: remap, inputs: [events], drop_on_error: true, source: '._msg = .message'}
  by_topic: {type: route, inputs: [lines], route: {alerts: 'ends_with(string(.topic) ?? "", ".alerts")'}}
sinks:
  metrics:
    type: prometheus_remote_write
    inputs: [absolute]
    endpoint: http://vmagent-vmagent-vector.site-telemetry.svc:8429/api/v1/write
    healthcheck: {enabled: false}
    batch: {aggregate: false, max_events: 10000, timeout_secs: 1}
    buffer: {type: memory, max_events: 20000, when_full: block}
    compression: snappy
  logs:
    type: http
    inputs: [by_topic.alerts]
    uri: http://vlagent.site-telemetry.svc:9429/insert/jsonline?_stream_fields=topic&_msg_field=_msg&_time_field=_time
    encoding: {codec: json}
    framing: {method: newline_delimited}
    compression: gzip
    healthcheck: false
    acknowledgements: {enabled: true}
  exporter:
    type: prometheus_exporter
    inputs: [own, unparsable]
    address: "0.0.0.0:9598"
    flush_period_secs: 86400
    suppress_timestamp: true
  rest: {type: blackhole, inputs: [by_topic._unmatched]}
"""

TESTS = """
tests:
  - name: a row becomes a metric
    inputs: [{insert_at: rows, type: log, log_fields: {message: '{"component_id": 1}'}}]
    outputs:
      - extract_from: rows
        expected_event_count: 1
        conditions: [{type: vrl, source: 'assert_eq!(.gauge.value, 1.0)'}]
      - extract_from: [absolute]
        conditions: [{type: vrl, source: 'assert_eq!(.tags.host, "n1")'}]
  - name: what is no JSON is counted
    inputs: [{insert_at: rows, value: no JSON}]
    outputs: [{extract_from: rows.dropped, expected_event_count: 1}]
    no_outputs_from: [rows]
  - name: a counter stays out
    inputs: [{insert_at: absolute, type: metric, metric: {name: a, kind: incremental, counter: {value: 1}}}]
    no_outputs_from: [absolute]
"""


def put(path: str, value: object) -> Change:
    """Set what the path leads to; digits are positions in a list."""

    def change(document: dict[str, Any]) -> None:
        holder, last = followed(document, path)
        holder[last] = value

    return change


def drop(path: str) -> Change:
    def change(document: dict[str, Any]) -> None:
        holder, last = followed(document, path)
        del holder[last]

    return change


def followed(document: Any, path: str) -> tuple[Any, str | int]:
    """What holds the last part of the path, and that part."""
    *folders, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    for folder in folders:
        document = document[folder]
    return document, last


REFUSED: dict[str, tuple[Change, str]] = {
    "unknown top-level key": (put("graph", {}), "graph: Extra inputs"),
    "unknown key of a source": (put("sources/ldms/acknowledgements", True), "sources.ldms.acknowledgements: Extra"),
    "unknown key of a transform": (put("transforms/rows/on_error", "x"), "transforms.rows.on_error: Extra"),
    "unknown key of a sink": (put("sinks/metrics/header", {}), "sinks.metrics.header: Extra"),
    "unknown type": (put("sinks/rest/type", "null"), "sinks.rest: the type 'null'"),
    "no type": (drop("sources/own/type"), "sources.own: the type None"),
    "a number as text": (put("sources/ldms/session_timeout_ms", "45000"), "session_timeout_ms: Input should be"),
    "a Kafka option that is a number": (
        put("sources/ldms/librdkafka_options/queued.max.messages.kbytes", 4096),
        "kbytes: Input should be a valid string",
    ),
    "a Kafka option that is a bool": (
        put("sources/ldms/librdkafka_options/socket.keepalive.enable", True),
        "enable: Input should be a valid string",
    ),
    "no group": (drop("sources/ldms/group_id"), "sources.ldms.group_id: Field required"),
    "no topic": (put("sources/ldms/topics", []), "sources.ldms.topics: List should have"),
    "a scheme in the bootstrap servers": (
        put("sources/ldms/bootstrap_servers", "kafka://kafka:9093"),
        "bootstrap_servers: String should match",
    ),
    "an unknown offset reset": (put("sources/ldms/auto_offset_reset", "first"), "auto_offset_reset: Input should be"),
    "metrics of the source without its key": (put("sources/ldms/metrics", {}), "topic_lag_metric: Field required"),
    "a certificate without its key": (drop("sources/ldms/tls/key_file"), "crt_file and key_file"),
    "a path that is relative": (put("sources/ldms/tls/ca_file", "ca.crt"), "tls.ca_file: String should match"),
    "all_metrics without metrics": (drop("transforms/samples/metrics"), "transforms.samples.metrics: Field required"),
    "kind of a gauge": (
        put("transforms/unparsable/metrics/0/type", "gauge"),
        "increment_by_value and kind are ignored",
    ),
    "no inputs": (put("transforms/samples/inputs", []), "transforms.samples.inputs: List should have"),
    "two programs": (put("transforms/rows/file", "/a.vrl"), "exactly one of source and file"),
    "no program": (drop("transforms/rows/source"), "exactly one of source and file"),
    "a route with a dot": (put("transforms/by_topic/route/a.b", "true"), "String should match"),
    "no endpoint": (drop("sinks/metrics/endpoint"), "sinks.metrics.endpoint: Field required"),
    "tls.enabled of remote write": (put("sinks/metrics/tls", {"enabled": True}), "sinks.metrics.tls.enabled: Extra"),
    "metrics that expire at once": (put("sinks/metrics/expire_metrics_secs", 0), "should be greater than 0"),
    "both bounds of a buffer": (put("sinks/metrics/buffer/max_size", 10_000_000), "max_events or max_size"),
    "a disk buffer without a size": (put("sinks/logs/buffer", {"type": "disk"}), "max_size: Field required"),
    "a disk buffer too small": (put("sinks/logs/buffer", {"type": "disk", "max_size": 268_435_487}), "greater than"),
    "a flush period of 0": (put("sinks/exporter/flush_period_secs", 0), "should be greater than 0"),
    "headers at the top of http": (put("sinks/logs/headers", {}), "sinks.logs.headers: Extra"),
    "a header that is a number": (put("sinks/logs/request", {"headers": {"AccountID": 0}}), "AccountID: Input should"),
    "graphql": (put("api/graphql", False), "api.graphql: Extra"),
    "an encoding without a type": (drop("enrichment_tables/nodes/file/encoding/type"), "type: Field required"),
    "an unknown column type": (put("enrichment_tables/nodes/schema/host", "text"), "schema.host: String should match"),
    "no sink": (put("sinks", {}), "sinks: Dictionary should have"),
    "a null in a list": (put("sources/ldms/topics", [None]), "sources.ldms.topics[0]: null"),
    "a null": (put("sinks/metrics/tls", None), "sinks.metrics.tls: null"),
}

TRAPPED: dict[str, tuple[Change, str]] = {
    "an id with a dot": (put("sinks/a.b", {"type": "blackhole", "inputs": ["own"]}), "a.b: an id must not"),
    "an id given twice": (put("sinks/rows", {"type": "blackhole", "inputs": ["own"]}), "rows: more than one"),
    "an input that does not exist": (put("sinks/rest/inputs", ["by_topic.none"]), "by_topic.none does not exist"),
    "the default output of a route": (put("sinks/rest/inputs", ["by_topic"]), "rest: the input by_topic does not"),
    "an input twice": (put("sinks/exporter/inputs", ["own", "own", "unparsable"]), "own is given twice"),
    "a cycle": (put("transforms/lines/inputs", ["events", "by_topic._unmatched"]), "cycle: "),
    "logs to a metric sink": (put("sinks/metrics/inputs", ["absolute", "ldms"]), "the input ldms gives the other type"),
    "metrics to log_to_metric": (put("transforms/samples/inputs", ["rows", "own"]), "the input own gives the other"),
    "a source nothing reads": (put("sinks/exporter/inputs", ["unparsable"]), "own: nothing reads"),
    "dropped events nothing reads": (put("transforms/unparsable/inputs", ["rows"]), "rows.dropped: nothing reads"),
    "unmatched events nothing reads": (put("sinks/rest/inputs", ["own"]), "by_topic._unmatched: nothing reads"),
    "only new records": (drop("sources/ldms/auto_offset_reset"), "auto_offset_reset largest skips"),
    "the json codec": (put("sources/ldms/decoding", {"codec": "json"}), "codec json: the source overwrites"),
    "a drain as long as the session": (put("sources/ldms/drain_timeout_ms", 45_000), "drain_timeout_ms 45000"),
    "certificates without TLS": (drop("sources/ldms/tls/enabled"), "tls.ca_file has no effect"),
    "an unverified broker": (put("sources/ldms/tls/verify_hostname", False), "does not verify the broker"),
    "a server name for Kafka": (put("sources/ldms/tls/server_name", "kafka"), "tls.server_name is not passed"),
    "a shared group": (put("sources/events/group_id", "vector-ldms"), "the group vector-ldms has 2 sources"),
    "a pattern that is too wide": (put("sources/events/topics", ["^ome.*"]), "a dot that is not escaped"),
    "a pattern with any character": (put("sources/events/topics", ["^ome.alerts"]), "a dot that is not escaped"),
    "a pattern with a class": (put("sources/events/topics", [r"^ome\d"]), "POSIX expressions"),
    "no topic's name": (put("sources/ldms/topics", ["ldms rows"]), "ldms rows: not the name"),
    "topics found late": (drop("sources/events/librdkafka_options"), "topics that are made later"),
    "an option of the source's own": (
        put("sources/ldms/librdkafka_options/enable.auto.commit", "false"),
        "enable.auto.commit overrides",
    ),
    "TLS by an option": (put("sources/ldms/librdkafka_options/ssl.ca.location", "/a"), "ssl.ca.location overrides"),
    "an option misspelt": (
        put("sources/ldms/librdkafka_options/queued.max.message.kbytes", "1"),
        "queued.max.message.kbytes is not one we know",
    ),
    "an option out of range": (
        put("sources/ldms/librdkafka_options/queued.max.messages.kbytes", "0"),
        "0 is not from 1 to 2097151",
    ),
    "strategies that do not mix": (
        put("sources/ldms/librdkafka_options/partition.assignment.strategy", "range,cooperative-sticky"),
        "strategy: range,cooperative-sticky",
    ),
    "errors that pass": (drop("transforms/rows/drop_on_error"), "rows: drop_on_error is false"),
    "aborts that pass": (put("transforms/rows/drop_on_abort", False), "rows: drop_on_abort is false"),
    "a program elsewhere": (
        put("transforms/lines", {"type": "remap", "inputs": ["events"], "drop_on_error": True, "file": "/a.vrl"}),
        "the program is in a file",
    ),
    "metrics that are ignored": (put("transforms/samples/metrics", [{"type": "gauge", "field": "a"}]), "is ignored"),
    "no metric at all": (put("transforms/samples/all_metrics", False), "makes no metric"),
    "a table that is not there": (put("enrichment_tables", {}), "there is no table nodes"),
    "a table by a variable": (
        put("transforms/lines/source", "get_enrichment_table_record!(name, {})"),
        "not a literal",
    ),
    "a table nothing reads": (put("transforms/rows/source", ". = []"), "enrichment_tables.nodes: no program reads it"),
    "a column of numbers": (put("enrichment_tables/nodes/schema/host", "integer"), "host is integer: one empty cell"),
    "columns without headers": (
        put("enrichment_tables/nodes/file/encoding/include_headers", False),
        "without headers the columns are",
    ),
    "no API": (drop("api/enabled"), "api: it is off"),
    "an API for the pod alone": (put("api/address", "127.0.0.1:8686"), "api.address: 127.0.0.1:8686 is not all"),
    "an API at a name": (put("api/address", "localhost:8686"), "localhost:8686 is not an IP address"),
    "a privileged port": (put("sinks/exporter/address", "0.0.0.0:80"), "the port is not from 1024"),
    "one port for two": (put("sinks/exporter/address", "0.0.0.0:8686"), "0.0.0.0:8686 is listened on 2 times"),
    "a template": (put("sinks/logs/uri", "http://a/insert/jsonline?_msg_field={{ topic }}"), "logs: a template"),
    "a template in a header": (put("sinks/logs/request", {"headers": {"A": "{{ a }}"}}), "logs: a template"),
    "no acknowledgements": (drop("acknowledgements"), "metrics: acknowledgements are off"),
    "a sink's own no": (put("sinks/logs/acknowledgements", False), "logs: acknowledgements are off"),
    "a health check of the write path": (drop("sinks/metrics/healthcheck"), "metrics: the health check asks"),
    "a health check of JSON lines": (put("sinks/logs/healthcheck", True), "logs: the health check asks"),
    "a buffer that drops": (put("sinks/metrics/buffer/when_full", "drop_newest"), "when_full drop_newest"),
    "retries that end": (put("sinks/metrics/request", {"retry_attempts": 5}), "retry_attempts: after them"),
    "a disk buffer of metrics": (
        put("sinks/metrics/buffer", {"type": "disk", "max_size": 1_000_000_000}),
        "metrics: a disk buffer before a metric sink",
    ),
    "aggregation": (drop("sinks/metrics/batch/aggregate"), "batch.aggregate keeps only"),
    "a URL without a scheme": (put("sinks/metrics/endpoint", "vmagent:8429/api/v1/write"), "is not an absolute URL"),
    "another path": (put("sinks/metrics/endpoint", "http://vmagent:8429/"), "is not a remote write path"),
    "a password in the URL": (put("sinks/metrics/endpoint", "http://a:b@c/api/v1/write"), "a credential in the URL"),
    "a fragment in the URL": (put("sinks/metrics/endpoint", "http://a/api/v1/write#b"), "is not a URL of a request"),
    "TLS on http": (put("sinks/metrics/tls", {"ca_file": "/ca.crt"}), "tls has no effect on an http URL"),
    "an unverified server": (put("sinks/logs/tls", {"verify_certificate": False}), "does not verify the server"),
    "counters to remote write": (
        put("transforms/absolute/condition", "true"),
        "metrics: unparsable makes incremental metrics",
    ),
    "a program that makes counters": (
        lambda config: (
            put("transforms/absolute/condition", "true")(config),
            put("transforms/absolute/inputs", ["samples"])(config),
            put("transforms/rows/source", '. = {"kind": "incremental"}')(config),
        ),
        "metrics: rows makes incremental metrics",
    ),
    "counters that are forgotten": (drop("sinks/exporter/flush_period_secs"), "exporter: flush_period_secs"),
    "counters in the past": (drop("sinks/exporter/suppress_timestamp"), "exporter: suppress_timestamp is false"),
    "an array of lines": (drop("sinks/logs/framing"), "framing.method is not newline_delimited"),
    "another path of logs": (put("sinks/logs/uri", "http://a/insert/loki"), "is not a path of JSON lines"),
    "a misspelt argument": (
        put("sinks/logs/uri", "http://a/insert/jsonline?extra_field=a=b"),
        "extra_field is not an argument",
    ),
    "lines without streams": (put("sinks/logs/uri", "http://a/insert/jsonline"), "neither _stream_fields nor"),
    "tests of the configuration itself": (put("tests", [{"name": "a"}]), "tests.0.inputs: Field required"),
}


BAD_TESTS: dict[str, tuple[Change, str]] = {
    "another key": (put("sources", {}), "sources: Extra inputs"),
    "unknown key": (put("tests/0/extract", "a"), "tests.0.extract: Extra inputs"),
    "no name": (lambda file: file["tests"][0].pop("name"), "tests.0.name: Field required"),
    "no input": (put("tests/0/inputs", []), "tests.0.inputs: List should have"),
    "no output": (lambda file: file["tests"][2].pop("no_outputs_from"), "at least one of outputs and no_outputs_from"),
    "an output that checks nothing": (put("tests/0/outputs/0", {"extract_from": "rows"}), "it checks nothing"),
    "conditions on no event": (put("tests/0/outputs/0/expected_event_count", 0), "no condition can hold"),
    "a negative count": (put("tests/0/outputs/0/expected_event_count", -1), "greater than or equal to 0"),
    "a condition of another type": (put("tests/0/outputs/0/conditions/0/type", "is_log"), "Input should be 'vrl'"),
    "a raw input with fields": (lambda file: file["tests"][0]["inputs"][0].pop("type"), "the type raw takes exactly"),
    "a log input without fields": (put("tests/1/inputs/0/type", "log"), "the type log takes exactly log_fields"),
    "a metric without a value": (
        lambda file: file["tests"][2]["inputs"][0]["metric"].pop("counter"),
        "exactly one of gauge and counter",
    ),
    "insertion at a source": (put("tests/0/inputs/0/insert_at", "ldms"), "ldms is not a transform to insert at"),
    "insertion elsewhere": (put("tests/0/inputs/0/insert_at", "lines"), "lines does not lead to an output"),
    "extraction from a source": (put("tests/0/outputs/0/extract_from", "ldms"), "ldms is not an output"),
    "extraction from no output": (put("tests/1/outputs/0/extract_from", "lines.dropped"), "lines.dropped is not"),
    "extraction from a silent output": (put("tests/1/no_outputs_from", ["rows.dropped"]), "is extracted from and has"),
    "the value of a metric": (
        put("tests/0/outputs/0/extract_from", "samples"),
        "a condition reads the value of a metric",
    ),
    "a table in a condition": (
        put("tests/0/outputs/0/conditions/0/source", 'find_enrichment_table_records!("nodes", {}) != []'),
        "a condition reads a table",
    ),
    "one name for two": (put("tests/1/name", "a row becomes a metric"), "2 tests have this name"),
    "a variable": (put("tests/1/inputs/0/value", "${HOME}"), "a $ is replaced or not"),
    "no test": (put("tests", []), "tests: List should have"),
}
