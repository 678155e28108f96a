"""What would keep the pump from the broker is seen, by reading its environment as the pump does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.idrac.rendered import compilation, objects
from tests.kafka.clients import client_problems

Change = Callable[[dict[str, str]], object]
BROKER = "kafka-kafka-bootstrap.telemetry.svc:9093"


def problems(change: Change) -> list[str]:
    """Of the default output, with another environment of the pump."""
    bodies = {key: copy.deepcopy(body) for key, body in objects(compilation()).items()}
    workload: Any = bodies["StatefulSet idrac-telemetry"]
    pump = next(one for one in workload["spec"]["template"]["spec"]["containers"] if one["name"] == "kafka-pump")
    settings = {one["name"]: one["value"] for one in pump["env"]}
    change(settings)
    pump["env"] = [{"name": name, "value": value} for name, value in settings.items()]
    return client_problems(list(bodies.values()))


def test_the_pump_reaches_its_topic_as_its_user() -> None:
    assert problems(lambda _: None) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda env: env.update(KAFKA_BROKER=f"{BROKER},{BROKER}"), "one host:port"),
        (lambda env: env.update(KAFKA_BROKER="[2001:db8::1]:9093"), "one host:port"),
        (lambda env: env.update(KAFKA_BROKER="kafka:9093"), "no listener"),
        (lambda env: env.update(KAFKA_BROKER=BROKER.replace("9093", "9092")), "no listener"),
        (lambda env: env.pop("KAFKA_TOPIC"), "a topic"),
        (lambda env: env.update(KAFKA_TOPIC="ldms"), "topic ldms"),
        (lambda env: env.pop("KAFKA_CACERT"), "does not use TLS"),
        (lambda env: env.update(KAFKA_CACERT="user.crt"), "not the certificate of the authority"),
        (lambda env: env.update(KAFKA_CACERT="/extrabin/certs/ca.crt"), "not the certificate of the authority"),
        (lambda env: env.pop("KAFKA_CLIENT_KEY"), "are not user.crt and user.key"),
        (lambda env: env.update(KAFKA_SKIP_VERIFY="true"), "verifies nobody"),
        (lambda env: env.update(KAFKA_PARTITION="all"), "no partition"),
        (lambda env: env.update(KAFKA_CA_CERT="ca.crt"), "no program reads KAFKA_CA_CERT"),
    ],
)
def test_what_keeps_it_away_is_seen(change: Change, said: str) -> None:
    assert any(said in problem for problem in problems(change))
