"""Each mistake in the properties for librdkafka is found, by its own complaint, and correct ones have none."""

from __future__ import annotations

import pytest

from tests.ldms import kafka_conf

PROPERTIES = """\
# To the brokers
bootstrap.servers=kafka-bootstrap.telemetry.svc:9093,10.0.0.1:9093,[fd00::1]:9093
security.protocol=ssl
ssl.ca.location=/etc/ca.crt
ssl.certificate.location=/etc/user.crt
ssl.key.location=/etc/user.key
  acks=all

client.id=ldms
linger.ms=100
message.timeout.ms=25000
compression.type=zstd
"""


def test_correct_properties_have_no_problems() -> None:
    assert kafka_conf.problems(PROPERTIES) == []
    assert kafka_conf.problems("bootstrap.servers=kafka:9092") == []


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("linger.ms=", "linger.msec=", "linger.msec: an unknown property"),
        ("linger.ms=100", "linger.ms", "linger.ms: a value it cannot have"),
        ("linger.ms=100", "linger.ms=1000000", "linger.ms: a value it cannot have"),
        ("linger.ms=100", "linger.ms=0.5", "linger.ms: a value it cannot have"),
        ("linger.ms=100", "linger.ms = 100", "linger.ms : an unknown property"),
        ("linger.ms=100", "linger.ms=100 # soon", "linger.ms: a value with a blank"),
        ("linger.ms=100", "linger.ms=100\r", "linger.ms: a value with a blank"),
        ("linger.ms=100", "linger.ms=100\nlinger.ms=100", "linger.ms: set before"),
        ("linger.ms=100", "linger.ms=1\nqueue.buffering.max.ms=1", "queue.buffering.max.ms: set before, as linger.ms"),
        ("client.id=ldms", "client.id=ldms=1", "client.id: a value with a blank, a second ="),
        ("client.id=ldms", "client.id=", "client.id: a value it cannot have"),
        ("client.id=ldms", f"client.id={'x' * 1013}", "longer than ldmsd reads at once"),
        ("acks=all", "acks=most", "acks: a value it cannot have"),
        ("svc:9093", "svc", "bootstrap.servers: a value it cannot have"),
        ("svc:9093", "svc:0", "bootstrap.servers: a value it cannot have"),
        ("svc:9093,", "svc:9093,,", "bootstrap.servers: a value it cannot have"),
        ("=zstd", "=zip", "compression.type: a value it cannot have"),
        ("=/etc/ca.crt", "=ca.crt", "ssl.ca.location: a value it cannot have"),
        ("ssl.ca.location=/etc/ca.crt\n", "", "ssl.ca.location: missing"),
        ("ssl.key.location=/etc/user.key\n", "", "one without the other"),
        ("security.protocol=ssl", "security.protocol=plaintext", "ssl.ca.location: without security.protocol=ssl"),
        ("security.protocol=ssl", "security.protocol=tls", "security.protocol: a value it cannot have"),
    ],
)
def test_a_mistake_in_properties_is_found(right: str, wrong: str, complaint: str) -> None:
    assert right in PROPERTIES
    found = kafka_conf.problems(PROPERTIES.replace(right, wrong, 1))
    assert any(complaint in one for one in found), found
