"""What Vector 0.57 accepts in sources, transforms and at the top, and telecompile must not render.

Each rule names the trap: a number is that of the checklist of pitfalls this project keeps for Vector (1-22). Not here,
because no text of a configuration shows them: integer gauge values, tags that are no strings, names that are not legal
(3-5: run the VRL), replicas above partitions (14), a data_dir that is not writable (19), a rollout on change (20).
"""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Iterator

from tests.vector.vector_config_models import Filter, Kafka, LogToMetric, Remap, Table, program
from tests.vector.vector_config_parsing import Configuration

EARLIEST = ("earliest", "smallest", "beginning")
_OURS = re.compile(
    r"^(enable\.auto\..*|group\.id|bootstrap\.servers|metadata\.broker\.list|auto\.offset\.reset|session\.timeout\.ms"
    r"|socket\.timeout\.ms|fetch\.wait\.max\.ms|auto\.commit\.interval\.ms|security\.protocol|ssl\..*|sasl\..*)"
)
_RANGES = {
    "queued.max.messages.kbytes": (1, 2_097_151),
    "queued.min.messages": (1, 10_000_000),
    "fetch.message.max.bytes": (1, 1_000_000_000),
    "fetch.max.bytes": (0, 2_147_483_135),
    "fetch.min.bytes": (1, 100_000_000),
    "fetch.queue.backoff.ms": (0, 300_000),
    "topic.metadata.refresh.interval.ms": (-1, 3_600_000),
    "max.poll.interval.ms": (1, 86_400_000),
    "heartbeat.interval.ms": (1, 3_600_000),
    "reconnect.backoff.max.ms": (0, 3_600_000),
    "socket.connection.setup.timeout.ms": (1_000, 2_147_483_647),
    "receive.message.max.bytes": (1_000, 2_147_483_647),
}
"""librdkafka's CONFIGURATION.md; a property or value it does not know keeps Vector from starting."""
_WORDS = {
    "client.id": r"[A-Za-z0-9._-]+",
    "partition.assignment.strategy": r"cooperative-sticky|range|roundrobin|range,roundrobin",
    "socket.keepalive.enable": r"true|false",
}
LONGEST_REFRESH_MS = 60_000
"""A topic that is made later is seen within this time; librdkafka's default is five minutes."""
_TABLE_CALL = re.compile(r"(?:get|find)_enrichment_table_records?!?\(\s*([^,\s)]+)")


def source_problems(configuration: Configuration) -> list[str]:
    """The rules of the kafka sources."""
    kafkas = {name: one for name, one in configuration.sources.items() if isinstance(one, Kafka)}
    found = [f"{name}: {text}" for name, one in kafkas.items() for text in _kafka(one)]
    groups = Counter(one.group_id for one in kafkas.values())
    return found + [  # 15
        f"the group {group} has {count} sources: a dead sink of one stops the other"
        for group, count in groups.items()
        if count > 1
    ]


def _kafka(one: Kafka) -> Iterator[str]:
    if one.auto_offset_reset not in EARLIEST:  # 12
        yield f"auto_offset_reset {one.auto_offset_reset} skips what was written before the first start"
    if one.decoding.codec != "bytes":  # 2
        yield f"codec {one.decoding.codec}: the source overwrites timestamp, topic, … of the decoded record"
    drain = one.session_timeout_ms // 2 if one.drain_timeout_ms is None else one.drain_timeout_ms
    if drain >= one.session_timeout_ms:
        yield f"drain_timeout_ms {drain} is not below session_timeout_ms {one.session_timeout_ms}"
    yield from _kafka_tls(one)
    yield from _topics(one)
    yield from _librdkafka(one.librdkafka_options)


def _kafka_tls(one: Kafka) -> Iterator[str]:
    if one.tls is None:
        return
    if one.tls.files and one.tls.enabled is not True:  # 10
        yield f"tls.{one.tls.files[0]} has no effect without tls.enabled: the connection is plain text"
    if one.tls.verify_certificate is False or one.tls.verify_hostname is False:
        yield "tls does not verify the broker"
    if one.tls.server_name is not None:
        yield "tls.server_name is not passed to librdkafka"  # src/kafka.rs sets no such property


def _topics(one: Kafka) -> Iterator[str]:
    patterns = [topic for topic in one.topics if topic.startswith("^")]
    for pattern in patterns:  # 16
        if re.search(r"\\[A-Za-z]", pattern):
            yield f"{pattern}: POSIX expressions have no classes such as \\d"
        if re.search(r"(?<!\\)\.(?![*+])|[A-Za-z0-9]\.[*+]", pattern):
            yield f"{pattern}: a dot that is not escaped is any character"
    for topic in one.topics:
        if topic not in patterns and not re.fullmatch(r"[A-Za-z0-9._-]{1,249}", topic):
            yield f"{topic}: not the name of a topic"
    refresh = one.librdkafka_options.get("topic.metadata.refresh.interval.ms", "300000")
    if patterns and not 0 < _integer(refresh) <= LONGEST_REFRESH_MS:
        yield "topics that are made later are found late: topic.metadata.refresh.interval.ms"


def _librdkafka(options: dict[str, str]) -> Iterator[str]:
    for key, value in options.items():  # 11: the model refuses values that are not strings
        if _OURS.match(key):
            yield f"librdkafka_options.{key} overrides what the source sets itself"
        elif key in _RANGES:
            low, high = _RANGES[key]
            if not re.fullmatch(r"-?[0-9]+", value) or not low <= int(value) <= high:
                yield f"librdkafka_options.{key}: {value} is not from {low} to {high}"
        elif key not in _WORDS:
            yield f"librdkafka_options.{key} is not one we know"
        elif not re.fullmatch(_WORDS[key], value):
            yield f"librdkafka_options.{key}: {value}"


def _integer(text: str) -> int:
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else 0


def transform_problems(configuration: Configuration) -> list[str]:
    """The rules of the transforms, and of the tables their programs read."""
    found = [f"{name}: {text}" for name, one in configuration.transforms.items() for text in _transform(one)]
    return found + _table_problems(configuration)


def _transform(one: object) -> Iterator[str]:
    if isinstance(one, Remap):
        if not one.drop_on_error:  # 17
            yield "drop_on_error is false: an event whose program fails goes on as it came"
        if not one.drop_on_abort:
            yield "drop_on_abort is false: an aborted event goes on as it came"
        if one.file is not None:
            yield "the program is in a file beside the configuration, where no test of the text sees it"
    if isinstance(one, LogToMetric):
        if one.all_metrics and one.metrics:
            yield "metrics is ignored with all_metrics"
        if not one.all_metrics and not one.metrics:
            yield "makes no metric: neither all_metrics nor metrics"


def programs(configuration: Configuration) -> dict[str, str]:
    """The VRL text of each transform that has one."""
    found = {}
    for name, one in configuration.transforms.items():
        if isinstance(one, Remap):
            found[name] = one.source or ""
        if isinstance(one, Filter):
            found[name] = program(one.condition)
    return found


def _table_problems(configuration: Configuration) -> list[str]:
    found, used = [], set()
    for name, text in programs(configuration).items():
        for argument in _TABLE_CALL.findall(text):
            table = argument.strip('"')
            used.add(table)
            if argument == table:
                found.append(f"{name}: the table {argument} is not a literal")
            elif table not in configuration.tables:
                found.append(f"{name}: there is no table {table}")
    found += [f"enrichment_tables.{name}: no program reads it" for name in configuration.tables if name not in used]
    return found + [
        f"enrichment_tables.{name}: {text}" for name, one in configuration.tables.items() for text in _table(one)
    ]


def _table(one: Table) -> Iterator[str]:
    for column, kind in one.columns.items():
        if kind.split("|")[0] not in ("string", "bytes", "asis"):
            yield f"{column} is {kind}: one empty cell keeps Vector from starting, and text never equals it"
    if not one.file.encoding.include_headers and one.columns:
        yield "without headers the columns are 0, 1, …"


def top_problems(configuration: Configuration) -> list[str]:
    """The API is what the kubelet asks: on, and on an address that is not the pod's own loopback (9)."""
    api = configuration.top.api
    if not api.enabled:
        return ["api: it is off, and probes have nothing to ask"]
    return [f"api.address: {text}" for text in address_problems(api.address)]


def address_problems(text: str) -> list[str]:
    """What keeps *text* from being a SocketAddr that is reached from outside of the pod."""
    host, _, port = text.rpartition(":")
    try:
        address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return [f"{text} is not an IP address and a port"]
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 1024 <= int(port) <= 65_535:
        return [f"{text}: the port is not from 1024 to 65535"]
    if not address.is_unspecified:
        return [f"{text} is not all interfaces"]
    return []
