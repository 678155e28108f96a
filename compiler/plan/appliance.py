"""An appliance outside the cluster whose exporter is scraped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .decision import Decided, Source
from .source import channel, source


class Appliance(NamedTuple):
    """How an exporter is reached; ``section`` and ``prefix`` name the input keys it came from."""

    section: str
    prefix: str
    host: str
    port: int
    path: str
    scheme: str
    interval: str
    timeout: str
    verified: bool
    ca_path: str
    basic_auth: bool

    @property
    def url(self) -> str:
        """The page that is scraped; an IPv6 address stands in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


def plan_appliance(name: str, metrics: bool, logs: bool, targets: Sequence[str], appliance: Appliance) -> Source:
    """Metrics are scraped, logs come by syslog."""
    settings: list[tuple[str, Decided[object]]] = []
    if metrics:
        section, prefix = appliance.section, appliance.prefix
        settings = [
            (
                "scrape",
                Decided(
                    appliance.url,
                    "the exporter's page",
                    (f"{section}.{prefix}_endpoint", f"{section}.{prefix}_metrics_port"),
                ),
            ),
            ("scrape_interval", Decided(appliance.interval, "as configured", (f"{section}.scrape_interval",))),
            ("scrape_timeout", Decided(appliance.timeout, "as configured", (f"{section}.scrape_timeout",))),
            ("tls", _tls(appliance)),
            ("auth", _auth(appliance)),
        ]
    channels = [
        channel("metrics", metrics, "victoria_metrics", targets),
        channel("logs", logs, "victoria_logs", targets),
    ]
    return source(name, channels, targets, settings)


def _tls(appliance: Appliance) -> Decided[object]:
    if appliance.scheme == "http":
        return Decided("none", "listed under plain_http", ("telecompile.yml: plain_http",))
    key = (f"{appliance.section}.tls_mode",)
    if appliance.verified:
        return Decided(
            f"verified with the CA in {appliance.ca_path}",
            "tls_mode is ca_signed",
            (*key, f"{appliance.section}.{appliance.prefix}_ca_cert_path"),
        )
    return Decided(
        "encrypted, not verified", "tls_mode is self_signed: whoever answers at the address is believed", key
    )


def _auth(appliance: Appliance) -> Decided[object]:
    key = (f"{appliance.section}.auth_mode",)
    if appliance.basic_auth:
        return Decided(f"basic, Secret {credentials_name(appliance.prefix)}", "auth_mode is basic", key)
    return Decided("none", "auth_mode is none", key)


def credentials_name(prefix: str) -> str:
    """The Secret that holds the log-in of an appliance."""
    return f"{prefix}-credentials"
