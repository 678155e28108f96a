"""What is reached from outside, and how appliances are read: each judged by the sections that it is about."""

from __future__ import annotations

import pytest

from tests.config.changed import OPTIONS
from tests.rules.laid import codes, told


@pytest.mark.parametrize("name", ["ufm", "vast"])
@pytest.mark.parametrize(("auth", "code"), [("basic", "plain-http-password"), ("none", "")])
def test_over_plain_http_goes_no_password(name: str, auth: str, code: str) -> None:
    on = f"telemetry_sources:\n  {name}:\n    metrics_enabled: true\n    collection_targets: [victoria_metrics]\n"
    text = f"{on}{name}_configuration:\n  {name}_endpoint: 192.0.2.1\n  auth_mode: {auth}\n"
    found = told(text, options=f"plain_http: [{name}]\n")
    assert [(one.code, one.severity, one.file, one.under) for one in found] == (
        [(code, "error", OPTIONS, name)] if code else []
    )


def test_a_wrong_appliance_hides_nothing_about_the_other() -> None:
    text = "ufm_configuration:\n  auth_mode: 1\nvast_configuration:\n  auth_mode: basic\n"
    assert "plain-http-password" in codes(text, options="plain_http: [ufm, vast]\n")


@pytest.mark.parametrize(
    ("name", "hidden"), [("dcgm", False), ("idrac", False), ("ufm", True), ("powerscale", True), ("ome", True)]
)
def test_what_does_not_listen_hides_nothing_about_what_does(name: str, hidden: bool) -> None:
    wrong = f"telemetry_sources:\n  {name}:\n    metrics_enabled: 1\n"
    assert ("exposed-to-anyone" in codes(wrong, options="expose:\n  source_ranges: []\n")) != hidden


@pytest.mark.parametrize(
    ("ranges", "under"),
    [
        ("[192.0.2.0/24]", ""),
        ("[0.0.0.0/1]", ""),
        ("[0.0.0.0/0]", "0.0.0.0/0"),
        ('[192.0.2.0/24, "::/0"]', '"::/0"'),
        ("[]", "expose"),
    ],
)
def test_a_range_of_every_address_is_none(ranges: str, under: str) -> None:
    found = told(options=f"expose:\n  source_ranges: {ranges}\n")
    assert [(one.code, one.severity, one.file, one.under) for one in found] == (
        [("exposed-to-anyone", "warning", OPTIONS, under)] if under else []
    )
    assert codes(options=f"expose:\n  type: ClusterIP\n  source_ranges: {ranges}\n") in ([], ["unused-setting"])
