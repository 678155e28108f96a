"""The additional endpoints: their paths, and what is said of TLS."""

from __future__ import annotations

import pytest

from tests.config.changed import TELEMETRY
from tests.rules.laid import codes, told

KEYS = {
    "metrics": "victoria_metrics:\n    additional_metric_remote_write_endpoints",
    "logs": "victoria_logs:\n    additional_log_write_endpoints",
}


def endpoint(kind: str, url: str, insecure: str = "") -> str:
    """A fragment with one endpoint of metrics or logs."""
    more = f"\n        tls_insecure_skip_verify: {insecure}" if insecure else ""
    return f'telemetry_sinks:\n  {KEYS[kind]}:\n      - url: "{url}"{more}\n'


@pytest.mark.parametrize(
    ("kind", "path", "warned"),
    [
        ("metrics", "", True),
        ("metrics", "/", True),
        ("metrics", "?a=b", True),
        ("metrics", "/?a=b", True),
        ("metrics", "/api/v1/write", False),
        ("metrics", "/x", False),
        ("metrics", "/api/v1/write?extra_label=a=b", False),
        ("logs", "", False),
        ("logs", "/", False),
        ("logs", "?a=b", False),
        ("logs", "/insert/native", False),
        ("logs", "/insert/jsonline", False),
        ("logs", "/internal/insert", False),
        ("logs", "/internal/insert?a=b", False),
        ("logs", "/insert/native/", True),
        ("logs", "/insert", True),
        ("logs", "/insert/loki/api/v1/push", True),
        ("logs", "/api/v1/write", True),
    ],
)
def test_paths(kind: str, path: str, warned: bool) -> None:
    url = f"https://store.example.com:9481{path}"
    found = told(endpoint(kind, url))
    assert [(one.code, one.severity, one.under) for one in found] == (
        [("endpoint-path", "warning", f'"{url}"')] if warned else []
    )
    if warned:
        assert "https://store.example.com:9481" in found[0].help


def test_what_stands_behind_the_path_is_not_repeated() -> None:
    (one,) = told(endpoint("metrics", "https://store.example.com?key=hidden"))
    assert "hidden" not in one.summary + one.help


def test_what_the_help_says_passes() -> None:
    for kind, url in (("metrics", "https://a.example"), ("logs", "https://a.example/x/y")):
        (one,) = told(endpoint(kind, url))
        assert codes(endpoint(kind, one.help.split('"')[1])) == []


@pytest.mark.parametrize("kind", ["metrics", "logs"])
@pytest.mark.parametrize(
    ("scheme", "insecure", "expected"),
    [
        ("https", "true", [("tls-not-verified", "note")]),
        ("https", "false", []),
        ("https", "", []),
        ("http", "true", [("tls-setting-unused", "warning")]),
        ("http", "false", []),
        ("http", "", []),
    ],
)
def test_tls(kind: str, scheme: str, insecure: str, expected: list[tuple[str, str]]) -> None:
    found = told(endpoint(kind, f"{scheme}://store.example.com/insert/native", insecure))
    assert [(one.code, one.severity) for one in found] == expected
    assert all((one.file, one.under) == (TELEMETRY, "true") for one in found)


@pytest.mark.parametrize("kind", ["metrics", "logs"])
def test_every_repeated_url_is_told_and_an_empty_path_is_none(kind: str) -> None:
    urls = [
        "https://a.example/insert/native",
        "https://a.example/insert/native",
        "https://b.example",
        "https://b.example/",
        "https://a.example/insert/native/",
        "https://a.example/insert/native",
    ]
    listed = "".join(f'      - url: "{one}"\n' for one in urls)
    found = told(f"telemetry_sinks:\n  {KEYS[kind]}:\n{listed}")
    assert [(one.code, one.under) for one in found] == [
        ("repeated-item", '"https://a.example/insert/native"'),
        ("repeated-item", '"https://b.example/"'),
        ("repeated-item", '"https://a.example/insert/native"'),
    ]


def test_a_wrong_sink_hides_nothing_about_the_other() -> None:
    wrong = "telemetry_sinks:\n  victoria_metrics:\n    retention_period: 1\n  victoria_logs:\n"
    rest = '    additional_log_write_endpoints:\n      - url: "http://a.example/x"\n'
    assert codes(wrong + rest) == ["out-of-range", "endpoint-path"]
