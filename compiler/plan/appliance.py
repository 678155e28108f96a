"""An appliance outside the cluster whose exporter is scraped."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from ..config.configuration import Configuration
from ..config.quantity import whole
from .decision import Decided, Source
from .source import channel, source

SMALLEST_PAGE = 16 * 2**20
"""Bytes: vmagent's own bound of a page (1.148, `-promscrape.maxScrapeSize`)."""
PAGE_SHARE = 8
"""A page may have this part of vmagent's memory: it is held whole, and parsed piece by piece beside it."""


class Appliance(NamedTuple):
    """How an exporter is reached; ``section`` and ``prefix`` name the input keys it came from.

    ``job`` and ``subsystem`` are labels of its series. ``authority`` is the CA in PEM form where it is verified.
    """

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
    authority: str
    basic_auth: bool
    job: str
    subsystem: str
    largest_page: Decided[str]

    @property
    def authority_key(self) -> str:
        """The file name of the CA; it changes with the CA, since the operator reads it again for a new name only."""
        return f"ca-{hashlib.sha256(self.authority.encode()).hexdigest()[:8]}.crt"

    @property
    def target(self) -> str:
        """Host and port; an IPv6 address stands in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The page that is scraped."""
        return f"{self.scheme}://{self.target}{self.path}"


def largest_page(configuration: Configuration) -> Decided[str]:
    """How many bytes a page may have, as vmagent takes it: the page of a fabric of 500 nodes has tens of MiB."""
    limit = whole(configuration.storage.victoria_cluster_storage.vmagent.resources.limits.memory)
    return Decided(
        f"{max(SMALLEST_PAGE, limit // PAGE_SHARE) // 2**20}MiB",
        "a longer page fails as a whole: an eighth of vmagent's memory limit, and 16 MiB at least",
        ("victoria_cluster_storage.vmagent.resources.limits.memory",),
    )


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
            ("largest_page", appliance.largest_page),
            (
                "labels",
                Decided(
                    f"job={appliance.job}, source={name}, subsystem={appliance.subsystem}",
                    "the page's own labels of these names become exported_source and the like",
                ),
            ),
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


def authority_name(prefix: str) -> str:
    """The ConfigMap that holds the CA of an appliance."""
    return f"{prefix}-ca"
