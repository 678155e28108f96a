"""A bridge and the source that it carries are on and off together."""

from __future__ import annotations

from itertools import product

import pytest

from tests.config.changed import TELEMETRY
from tests.rules.laid import codes, told

CHANNELS = [("vector_ldms", "ldms", "metrics"), ("vector_ome", "ome", "metrics"), ("vector_ome", "ome", "logs")]


def fragment(bridge: str, source: str, channel: str, *, carries: bool, collects: bool) -> str:
    key = f"{channel}_enabled"
    return (
        f"telemetry_sources:\n  {source}:\n    {key}: {str(collects).lower()}\n"
        f"telemetry_bridges:\n  {bridge}:\n    {key}: {str(carries).lower()}\n"
    )


@pytest.mark.parametrize(("bridge", "source", "channel"), CHANNELS)
@pytest.mark.parametrize(("carries", "collects"), [*product([False, True], repeat=2)])
def test_they_agree(bridge: str, source: str, channel: str, carries: bool, collects: bool) -> None:
    found = told(fragment(bridge, source, channel, carries=carries, collects=collects))
    if carries == collects:
        assert found == []
        return
    (one,) = found
    assert (one.code, one.severity) == (
        "bridge-without-source" if carries else "source-without-bridge",
        "warning",
    )
    key = f"{channel}_enabled"
    assert (one.file, one.under, one.related) == (TELEMETRY, key, (key,))
    assert one.help.startswith(f"set telemetry_bridges.{bridge}.{key} to {str(not carries).lower()}")
    assert f"the {channel} of {source}" in one.summary
    assert ("the provisioning tool refuses this" in one.summary) == carries
    assert ("Kafka" in one.summary) != carries


def test_a_bridge_that_is_wrong_hides_nothing_about_the_other() -> None:
    wrong = "telemetry_bridges:\n  vector_ldms:\n    metrics_enabled: 1\n  vector_ome:\n    logs_enabled: false\n"
    assert codes(wrong) == ["wrong-type", "source-without-bridge"]
