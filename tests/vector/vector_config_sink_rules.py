"""What Vector 0.57 accepts in sinks, and telecompile must not render; numbers as in `vector_config_rules`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from tests.vector.vector_config_models import Acknowledgements, Filter, Kafka, LogToMetric, Tls, program
from tests.vector.vector_config_parsing import Configuration
from tests.vector.vector_config_rules import address_problems, programs
from tests.vector.vector_config_sinks import DiskBuffer, Exporter, Http, RemoteWrite, Request, Sink
from tests.vector.vector_config_topology import upstream

_ABSOLUTE_ONLY = re.compile(r"""\.kind\s*==\s*["']absolute["']""")
_INCREMENTAL = re.compile(r"""["']incremental["']""")
_JSON_LINES_ARGUMENTS = {"_stream_fields", "_msg_field", "_time_field", "extra_fields", "ignore_fields", "debug"}
_JSON_LINES_NEEDS = {"_stream_fields": "VL-Stream-Fields", "_msg_field": "VL-Msg-Field", "_time_field": "VL-Time-Field"}


def sink_problems(configuration: Configuration) -> list[str]:
    """The rules of all sinks."""
    found = [f"{name}: {text}" for name in configuration.sinks for text in _sink(configuration, name)]
    addresses = [one.address for one in configuration.sinks.values() if isinstance(one, Exporter)]
    times = Counter([*addresses, configuration.top.api.address])
    return found + [f"{address} is listened on {count} times" for address, count in times.items() if count > 1]


def _sink(configuration: Configuration, name: str) -> Iterator[str]:
    one = configuration.sinks[name]
    if "{{" in one.model_dump_json():  # 18
        yield "a template: the field it names decides where data goes"
    if isinstance(one, RemoteWrite | Http):
        yield from _data_sink(configuration, one)
    if isinstance(one, RemoteWrite | Exporter) and isinstance(one.buffer, DiskBuffer):  # 7
        yield "a disk buffer before a metric sink stops for good (0.49 to 0.57, issue #24896)"
    if isinstance(one, RemoteWrite):
        yield from _remote_write(one)
        for maker in _incremental(configuration, name):
            yield f"{maker} makes incremental metrics: the sink keeps their acknowledgements (issue #24896)"
    if isinstance(one, Exporter):
        yield from _exporter(configuration, name, one)
    if isinstance(one, Http):
        yield from _http(one)


def _data_sink(configuration: Configuration, one: RemoteWrite | Http) -> Iterator[str]:
    if not _acknowledges(configuration, one):  # 13
        yield "acknowledgements are off: Kafka's offset moves on before the data is delivered"
    if one.checks_health:  # 8
        yield "the health check asks the write path, which answers 204 or 405"
    if one.buffer.when_full != "block":
        yield f"when_full {one.buffer.when_full}: what does not fit is lost, and acknowledged"
    yield from _request(one.request)
    yield from _url(one.endpoint if isinstance(one, RemoteWrite) else one.uri, one.tls)


def _acknowledges(configuration: Configuration, one: Sink) -> bool:
    own, everywhere = one.acknowledgements, configuration.top.acknowledgements
    own_value = own.enabled if isinstance(own, Acknowledgements) else own
    default = everywhere.enabled if isinstance(everywhere, Acknowledgements) else everywhere
    return bool(default if own_value is None else own_value)


def _request(one: Request) -> Iterator[str]:
    if one.retry_attempts is not None:
        yield "retry_attempts: after them the data is lost"


def _url(text: str, tls: Tls | None) -> Iterator[str]:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield f"{text} is not an absolute URL"
    if parts.username or parts.password:
        yield "a credential in the URL"
    if parts.fragment or re.search(r"\s", text):
        yield f"{text} is not a URL of a request"
    if tls is not None and parts.scheme == "http":
        yield "tls has no effect on an http URL"
    if tls is not None and (tls.verify_certificate is False or tls.verify_hostname is False):
        yield "tls does not verify the server"


def _remote_write(one: RemoteWrite) -> Iterator[str]:
    if one.batch.aggregate:  # 6
        yield "batch.aggregate keeps only the last point of a series in a batch"
    if not urlsplit(one.endpoint).path.endswith("/api/v1/write"):
        yield f"{one.endpoint} is not a remote write path"


def _incremental(configuration: Configuration, name: str) -> list[str]:
    """The transforms that make incremental metrics and reach *name* past every filter for absolute ones."""
    guards = frozenset(
        filter_name
        for filter_name, one in configuration.transforms.items()
        if isinstance(one, Filter) and _ABSOLUTE_ONLY.search(program(one.condition))
    )
    reached = upstream(configuration, name, guards)
    makers = {other for other, one in configuration.transforms.items() if _counts(one)}
    makers |= {other for other, text in programs(configuration).items() if _INCREMENTAL.search(text)}
    return sorted(makers & reached)


def _counts(one: object) -> bool:
    return isinstance(one, LogToMetric) and not one.all_metrics and any(metric.incremental for metric in one.metrics)


def _exporter(configuration: Configuration, name: str, one: Exporter) -> Iterator[str]:
    for text in address_problems(one.address):
        yield f"address: {text}"
    if _incremental(configuration, name) and one.flush_period_secs <= 60:
        yield "flush_period_secs: a counter that rests for that long is forgotten and starts again"
    reached = upstream(configuration, name)
    if any(isinstance(configuration.sources.get(other), Kafka) for other in reached) and not one.suppress_timestamp:
        yield "suppress_timestamp is false: counters carry the time of a Kafka record, which may be long ago"


def _http(one: Http) -> Iterator[str]:
    parts = urlsplit(one.uri)
    if not parts.path.endswith("/insert/jsonline"):
        yield f"{one.uri} is not a path of JSON lines"
    if one.framing is None or one.framing.method != "newline_delimited":
        yield "framing.method is not newline_delimited: the sink sends one JSON array"
    arguments = set(parse_qs(parts.query, keep_blank_values=True))
    for unknown in sorted(arguments - _JSON_LINES_ARGUMENTS):
        yield f"{unknown} is not an argument of /insert/jsonline, which ignores it"
    for argument, header in _JSON_LINES_NEEDS.items():
        if argument not in arguments and header not in one.request.headers:
            yield f"neither {argument} nor the header {header}"
