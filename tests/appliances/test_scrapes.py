"""UFM and VAST are scraped as configured: address, TLS, log-in, size of the page."""

from __future__ import annotations

from typing import Any

import pytest

from telecompile.commands.inputs import read_referenced
from telecompile.config.former import STORAGE, TELEMETRY
from telecompile.pipeline import compile_input
from tests.config.changed import changed
from tests.golden.cases import GOLDEN

AUTHORITIES = GOLDEN / "everything-on/input"
PATH = "certificates/ufm-ca.pem"


def scrape(*edits: tuple[str, str], options: str = "", memory: str = "512Mi") -> tuple[dict[str, Any], dict[str, str]]:
    """The endpoint of UFM, and what the ConfigMaps of its folder hold."""
    on = (
        ("ufm:\n    metrics_enabled: false", "ufm:\n    metrics_enabled: true"),
        ('ufm_endpoint: ""', 'ufm_endpoint: "192.0.2.9"'),
    )
    contents = changed({TELEMETRY: (*on, *edits)}, options=f"expose: {{type: ClusterIP}}\n{options}")
    storage = contents[STORAGE]
    assert isinstance(storage, bytes)
    head, _, rest = storage.decode().partition("  vmagent:")
    limits = rest.partition("limits:")
    contents[STORAGE] = f"{head}  vmagent:{limits[0]}limits:{limits[2].replace('512Mi', memory, 1)}".encode()

    def referenced(path: str) -> bytes | str:
        return read_referenced(str(AUTHORITIES if path == PATH else AUTHORITIES.parents[2] / "input"), path)

    compilation = compile_input(contents, referenced)
    assert compilation.plan is not None, compilation.diagnostics
    found = [one.body for one in compilation.manifests if one.component == "ufm"]
    (spec,) = [one["spec"] for one in found if one["kind"] == "VMStaticScrape"]
    (endpoint,) = spec["targetEndpoints"]
    carried = {key: value for one in found if one["kind"] == "ConfigMap" for key, value in one["data"].items()}
    return endpoint, carried


def test_self_signed_is_encrypted_and_not_verified() -> None:
    endpoint, carried = scrape()
    assert (endpoint["scheme"], endpoint["tlsConfig"]) == ("https", {"insecureSkipVerify": True})
    assert carried == {}


def test_ca_signed_is_verified_with_the_certificate_that_the_output_carries() -> None:
    endpoint, carried = scrape(
        ('tls_mode: "self_signed"', 'tls_mode: "ca_signed"'),
        ('ufm_ca_cert_path: ""', f'ufm_ca_cert_path: "{PATH}"'),
    )
    assert endpoint["tlsConfig"]["insecureSkipVerify"] is False
    (key,) = carried
    assert endpoint["tlsConfig"]["ca"] == {"configMap": {"name": "ufm-ca", "key": key}}
    assert carried[key].startswith("-----BEGIN CERTIFICATE-----\n")


def test_over_plain_http_there_is_neither_tls_nor_a_password() -> None:
    endpoint, _ = scrape(('auth_mode: "basic"', 'auth_mode: "none"'), options="plain_http: [ufm]\n")
    assert endpoint["scheme"] == "http"
    assert not {"tlsConfig", "basicAuth"} & set(endpoint)


@pytest.mark.parametrize(
    ("host", "target"),
    [("2001:db8::1", "[2001:db8::1]:9001"), ("ufm.example.com", "ufm.example.com:9001")],
)
def test_an_ipv6_address_stands_in_brackets(host: str, target: str) -> None:
    endpoint, _ = scrape(("192.0.2.9", host))
    assert endpoint["targets"] == [target]


@pytest.mark.parametrize(("memory", "largest"), [("512Mi", "64MiB"), ("128Mi", "16MiB"), ("4Gi", "512MiB")])
def test_a_page_may_have_an_eighth_of_the_agents_memory_and_never_less_than_its_own_bound(
    memory: str, largest: str
) -> None:
    assert scrape(memory=memory)[0]["max_scrape_size"] == largest


def test_what_asks_for_an_appliance_is_what_its_series_carry() -> None:
    endpoint, _ = scrape()
    assert endpoint["labels"] == {"source": "ufm", "subsystem": "infiniband"}
