"""A scrape is over before the next one begins."""

from __future__ import annotations

import pytest

from tests.config.changed import TELEMETRY
from tests.rules.laid import Told, codes, told


def settings(name: str, interval: str = "", timeout: str = "", between: str = "") -> str:
    """A fragment in which only what is given stands."""
    lines = [f'  scrape_interval: "{interval}"'] * bool(interval) + [f"  {between}"] * bool(between)
    lines += [f'  scrape_timeout: "{timeout}"'] * bool(timeout)
    return f"{name}_configuration:\n" + "\n".join(lines) + "\n"


def alone(name: str, interval: str = "", timeout: str = "", between: str = "") -> list[Told]:
    """What is told where the section has nothing else."""
    return told(settings(name, interval, timeout, between), anew=(f"{name}_configuration",))


@pytest.mark.parametrize("name", ["ufm", "vast"])
@pytest.mark.parametrize(
    ("interval", "timeout", "wrong"),
    [
        ("30s", "30s", False),
        ("30s", "31s", True),
        ("30s", "30001ms", True),
        ("30s", "30000ms", False),
        ("1m", "60s", False),
        ("1m", "61s", True),
        ("1h", "59m", False),
        ("100s", "2m", True),
    ],
)
def test_they_are_compared_as_durations_even_of_a_source_that_is_off(
    name: str, interval: str, timeout: str, wrong: bool
) -> None:
    found = told(settings(name, interval, timeout))
    assert [(one.code, one.severity, one.file, one.under) for one in found] == (
        [("telemetry-scrape-timeout", "error", TELEMETRY, f'"{timeout}"')] if wrong else []
    )


def test_the_words() -> None:
    (one,) = told(settings("ufm", "30s", "45s"))
    assert one.summary == "scrape_timeout 45s is longer than scrape_interval 30s"
    assert one.help == "lower scrape_timeout to at most 30s, or raise scrape_interval"
    assert one.related == ()  # the line above is shown already


def test_an_interval_that_stands_elsewhere_is_related() -> None:
    (one,) = alone("ufm", "30s", "45s", between="auth_mode: none")
    assert (one.under, one.related) == ('"45s"', ('"30s"',))


def test_a_default_timeout_is_named_as_one() -> None:
    """15s by default, so an interval of 14s is too short for it."""
    assert alone("vast", interval="15s") == []
    (one,) = alone("vast", interval="14s")
    assert (one.under, one.related) == ('"14s"', ())
    assert one.summary == "scrape_timeout 15s (its default) is longer than scrape_interval 14s"
    assert one.help == 'add scrape_timeout: "14s", or raise scrape_interval'


def test_a_default_interval_is_named_as_one() -> None:
    """30s by default."""
    assert alone("ufm", timeout="30s") == []
    (one,) = alone("ufm", timeout="31s")
    assert (one.under, one.related) == ('"31s"', ())
    assert one.summary == "scrape_timeout 31s is longer than scrape_interval 30s (its default)"
    assert one.help == 'lower scrape_timeout to at most 30s, or add scrape_interval: "31s"'


def test_each_appliance_is_judged_by_itself() -> None:
    wrong = settings("ufm", "30s", "soon") + settings("vast", "30s", "45s")
    assert codes(wrong) == ["duration", "telemetry-scrape-timeout"]


def test_a_wrong_key_of_the_section_hides_nothing_about_the_others() -> None:
    text = (
        "telemetry_sources:\n  ufm:\n    metrics_enabled: true\n    collection_targets: [victoria_metrics]\n"
        "ufm_configuration:\n  ufm_endpoint: https://ufm.example.com\n  tls_mode: ca_signed\n"
        "  scrape_interval: 10s\n  scrape_timeout: 20s\n"
    )
    assert sorted(codes(text)) == ["ca-certificate", "host", "telemetry-scrape-timeout"]
