"""Everything wrong with the `kafka_conf` file of store_avro_kafka, that its text alone can tell.

The reader in store_avro_kafka.c (LDMS 4.5) takes lines of at most 1023 bytes with their end, cuts a value at a second
`=` and at white space, and passes over what it or librdkafka does not know with no more than a line in the log. The
properties are those of librdkafka's CONFIGURATION.md that a producer over plain text or TLS can have use for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping


def _between(low: int, high: int) -> Callable[[str], bool]:
    return lambda text: re.fullmatch(r"-?[0-9]{1,15}", text) is not None and low <= int(text) <= high


def _one_of(*words: str) -> Callable[[str], bool]:
    return lambda text: text in words


def _brokers(text: str) -> bool:
    return all(
        re.fullmatch(r"(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9a-fA-F:]+\]):[0-9]+", one) is not None
        and 1 <= int(one.rpartition(":")[2]) <= 65535
        for one in text.split(",")
    )


def _path(text: str) -> bool:
    return text.startswith("/")


def _word(text: str) -> bool:
    return text != ""


_BOOLEAN = _one_of("true", "false")
_INT = 2**31 - 1

# Ranges and words: librdkafka 2.3, CONFIGURATION.md.
KEYS: Mapping[str, Callable[[str], bool]] = {
    "acks": _one_of("-1", "0", "1", "all"),
    "batch.num.messages": _between(1, 1_000_000),
    "batch.size": _between(1, _INT),
    "bootstrap.servers": _brokers,
    "client.id": _word,
    "compression.codec": _one_of("none", "gzip", "snappy", "lz4", "zstd"),
    "compression.type": _one_of("none", "gzip", "snappy", "lz4", "zstd"),
    "connections.max.idle.ms": _between(0, _INT),
    "debug": _word,
    "delivery.timeout.ms": _between(0, _INT),
    "enable.idempotence": _BOOLEAN,
    "linger.ms": _between(0, 900_000),
    "log_level": _between(0, 7),
    "max.in.flight": _between(1, 1_000_000),
    "max.in.flight.requests.per.connection": _between(1, 1_000_000),
    "message.max.bytes": _between(1000, 1_000_000_000),
    "message.send.max.retries": _between(0, _INT),
    "message.timeout.ms": _between(0, _INT),
    "metadata.max.age.ms": _between(1, 86_400_000),
    "partitioner": _one_of(*"random consistent consistent_random murmur2 murmur2_random fnv1a fnv1a_random".split()),
    "queue.buffering.max.kbytes": _between(1, _INT),
    "queue.buffering.max.messages": _between(0, _INT),
    "queue.buffering.max.ms": _between(0, 900_000),
    "reconnect.backoff.max.ms": _between(0, 3_600_000),
    "reconnect.backoff.ms": _between(0, 3_600_000),
    "request.required.acks": _between(-1, 1000),
    "request.timeout.ms": _between(1, 900_000),
    "retries": _between(0, _INT),
    "retry.backoff.ms": _between(1, 300_000),
    "security.protocol": _one_of("plaintext", "ssl", "PLAINTEXT", "SSL"),
    "socket.keepalive.enable": _BOOLEAN,
    "socket.timeout.ms": _between(10, 300_000),
    "ssl.ca.location": _path,
    "ssl.certificate.location": _path,
    "ssl.endpoint.identification.algorithm": _one_of("none", "https"),
    "ssl.key.location": _path,
    "statistics.interval.ms": _between(0, 86_400_000),
    "sticky.partitioning.linger.ms": _between(0, 900_000),
    "topic.metadata.refresh.interval.ms": _between(-1, 3_600_000),
}
# Properties of CONFIGURATION.md by another name: two of them would be one property twice.
_ALIASES = {
    "compression.type": "compression.codec",
    "delivery.timeout.ms": "message.timeout.ms",
    "max.in.flight": "max.in.flight.requests.per.connection",
    "queue.buffering.max.ms": "linger.ms",
    "request.required.acks": "acks",
    "retries": "message.send.max.retries",
}


def problems(text: str) -> list[str]:
    """What is wrong, a line for each."""
    found: list[str] = []
    given: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if len(line.encode()) > 1022:
            found.append(f"line {number}: longer than ldmsd reads at once")
        content = line.lstrip(" \t")
        if not content or content.startswith("#"):
            continue
        key, _, value = content.partition("=")
        found += [f"line {number}: {one}" for one in _line_problems(key, value)]
        name = _ALIASES.get(key, key)
        if name in given:
            found.append(f"line {number}: {key}: set before, as {given[name]}")
        given[name] = key
    return found + list(_together(text, given))


def _line_problems(key: str, value: str) -> Iterator[str]:
    if key not in KEYS:
        yield f"{key}: an unknown property"
    elif re.search(r"[^!-~]|=", value):
        yield f"{key}: a value with a blank, a second = or a character that is not ASCII"
    elif not KEYS[key](value):
        yield f"{key}: a value it cannot have: {value}"


def _together(text: str, given: Mapping[str, str]) -> Iterator[str]:
    tls = re.search(r"^[ \t]*security\.protocol=(?:ssl|SSL)$", text, re.MULTILINE) is not None
    if not tls:
        yield from (f"{name}: without security.protocol=ssl" for name in sorted(given) if name.startswith("ssl."))
    if tls and "ssl.ca.location" not in given:
        yield "ssl.ca.location: missing, for security.protocol=ssl"
    if ("ssl.certificate.location" in given) != ("ssl.key.location" in given):
        yield "ssl.certificate.location and ssl.key.location: one without the other"
