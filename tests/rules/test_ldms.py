"""The samplers of LDMS: how often they run, and rules that a wrong section elsewhere does not hide."""

from __future__ import annotations

import pytest

from tests.config.changed import TELEMETRY
from tests.rules.laid import codes, told

LDMS_OFF = """telemetry_sources:
  ldms:
    metrics_enabled: false
telemetry_bridges:
  vector_ldms:
    metrics_enabled: false
"""


def plugin(start: str) -> str:
    """A fragment with one plugin that starts so."""
    listed = f'    - plugin_name: meminfo\n      activation_parameters: "{start}"\n'
    return f"ldms_configurations:\n  sampler_plugins:\n{listed}"


@pytest.mark.parametrize(
    ("start", "code", "severity"),
    [
        ("interval=100000", "", ""),
        ("interval=100ms", "", ""),
        ("interval=99999", "ldms-fast-interval", "warning"),
        ("interval=99.999ms", "ldms-fast-interval", "warning"),
        ("interval=1ms", "ldms-fast-interval", "warning"),
        ("interval=999us", "ldms-activation", "error"),
        ("interval=30", "ldms-activation", "error"),
    ],
)
def test_how_often(start: str, code: str, severity: str) -> None:
    found = told(plugin(start))
    assert [(one.code, one.severity, one.file, one.under) for one in found] == (
        [(code, severity, TELEMETRY, f'"{start}"')] if code else []
    )


def test_seconds_are_guessed_where_there_is_no_unit() -> None:
    (one,) = told(plugin("interval=30"))
    assert one.summary.endswith("an interval of 30 microseconds is below 1 ms")
    assert one.help.startswith("did you mean interval=30s?")
    assert codes(plugin("interval=30s")) == []
    for start in ("interval=0", "interval=30us"):
        (one,) = told(plugin(start))
        assert "did you mean" not in one.help


def test_the_interval_of_a_source_that_is_off_hurts_nobody() -> None:
    assert codes(LDMS_OFF + plugin("interval=1ms")) == []


def test_a_wrong_source_hides_nothing_about_the_samplers() -> None:
    wrong = "telemetry_sources:\n  ufm:\n    metrics_enabled: 1\n"
    assert codes(wrong + plugin("interval=1ms")) == ["wrong-type", "ldms-fast-interval"]


def test_the_ports_are_judged_whatever_dcgm_says() -> None:
    text = "telemetry_sources:\n  dcgm:\n    metrics_enabled: 1\nldms_configurations:\n  agg_port: 6100\n"
    many = "ldms:\n  aggregator_address: ldms.example.com\n  expected_nodes: 1001\n"
    found = codes(text, options=many, csv=False)
    assert sorted(found) == ["kafka-retention-unbounded", "ldms-ports", "wrong-type"]
    assert "ldms-ports" not in codes(text, options=many.replace("1001", "1000"), csv=False)
