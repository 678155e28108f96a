"""Channels and targets of the sources, and the addresses of appliances."""

from __future__ import annotations

import pytest

from tests.config.changed import TELEMETRY, changed, said
from tests.rules.laid import codes, texts, told


def source(name: str, *, metrics: bool, logs: bool | None, targets: str) -> str:
    """A fragment that sets a source; without the key `logs_enabled` where ``logs`` is None."""
    lines = [f"  {name}:", f"    metrics_enabled: {str(metrics).lower()}", f"    collection_targets: [{targets}]"]
    if logs is not None:
        lines.insert(2, f"    logs_enabled: {str(logs).lower()}")
    return "telemetry_sources:\n" + "\n".join(lines) + "\n"


BOTH = "victoria_metrics, victoria_logs"
ADDRESSES = "ufm_configuration:\n  ufm_endpoint: 192.0.2.1\nvast_configuration:\n  vast_endpoint: vast.example.com\n"


@pytest.mark.parametrize("name", ["powerscale", "ufm", "vast"])
@pytest.mark.parametrize(
    ("metrics", "logs", "targets", "expected"),
    [
        (True, True, BOTH, []),
        (True, False, "victoria_metrics", []),
        (False, True, "victoria_logs", []),
        (False, False, BOTH, []),
        (False, False, "", []),
        (True, False, BOTH, [("target-without-channel", "victoria_logs")]),
        (False, True, BOTH, [("target-without-channel", "victoria_metrics")]),
        (True, True, "victoria_metrics", [("channel-without-target", "logs_enabled")]),
        (True, True, "victoria_logs", [("channel-without-target", "metrics_enabled")]),
        (True, True, "", [("source-without-target", "[]")]),
        (True, False, "victoria_logs", [("channel-without-target", "metrics_enabled")]),
        (False, True, "victoria_metrics", [("channel-without-target", "logs_enabled")]),
    ],
)
def test_channels_and_targets_belong_together(
    name: str, metrics: bool, logs: bool, targets: str, expected: list[tuple[str, str]]
) -> None:
    found = told(source(name, metrics=metrics, logs=logs, targets=targets) + ADDRESSES)
    assert [(one.code, one.under) for one in found] == expected
    assert all(name in one.summary and one.file == TELEMETRY for one in found)


def test_the_other_store_listed_is_one_slip_and_told_once() -> None:
    (one,) = told(source("powerscale", metrics=True, logs=False, targets="victoria_logs"))
    assert (one.code, one.severity) == ("channel-without-target", "error")
    assert one.help.startswith("write victoria_metrics in place of victoria_logs in telemetry_sources.powerscale")
    assert codes(source("powerscale", metrics=True, logs=False, targets="victoria_metrics")) == []


def test_severities() -> None:
    (one,) = told(source("powerscale", metrics=True, logs=False, targets=BOTH))
    assert one.severity == "warning"


def test_the_channel_that_is_off_is_shown_where_it_is_written() -> None:
    written = told(source("powerscale", metrics=True, logs=False, targets=BOTH))
    assert [one.related for one in written] == [("logs_enabled",)]
    assert written[0].help.endswith("set logs_enabled to true")


def test_a_channel_that_is_off_by_default_is_to_be_added() -> None:
    text = texts()[TELEMETRY]
    at = text.index("    logs_enabled: true\n")
    absent = said(changed(telemetry=text[:at] + text[at + len("    logs_enabled: true\n") :]))
    assert [(one.code, one.related) for one in absent] == [("target-without-channel", ())]
    assert absent[0].help.endswith("add `logs_enabled: true`")


@pytest.mark.parametrize("name", ["idrac", "ldms"])
def test_a_source_that_is_on_has_a_target(name: str) -> None:
    assert codes(source(name, metrics=True, logs=None, targets="")) == ["source-without-target"]


@pytest.mark.parametrize("name", ["ufm", "vast"])
@pytest.mark.parametrize(("metrics", "logs"), [(True, False), (False, True)])
def test_an_appliance_that_is_on_has_an_address(name: str, metrics: bool, logs: bool) -> None:
    on = source(name, metrics=metrics, logs=logs, targets="victoria_metrics" if metrics else "victoria_logs")
    assert [(one.code, one.under) for one in told(on)] == [("endpoint-not-set", '""')]
    assert codes(on + ADDRESSES) == []
    section = f"{name}_configuration"
    without = told(f"{on}{section}:\n  auth_mode: none\n", anew=(section,))
    assert [(one.code, one.under) for one in without] == [("endpoint-not-set", section)]


def test_a_wrong_source_hides_nothing_about_the_others() -> None:
    wrong = "telemetry_sources:\n  dcgm:\n    metrics_enabled: maybe\n  vast:\n    metrics_enabled: 1\n"
    both = "  powerscale:\n    logs_enabled: false\n  ldms:\n    collection_targets: []\n"
    assert codes(wrong + both) == [
        "source-without-target",
        "wrong-type",
        "target-without-channel",
        "wrong-type",
    ]
