"""What the plan makes of UFM."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...config.paths import resolved
from ...plan.appliance import Appliance, largest_page, plan_appliance
from ...plan.decision import Source


def plan_ufm(configuration: Configuration, appliance: Appliance) -> Source:
    """Metrics scraped from the appliance, logs by syslog."""
    written = configuration.telemetry.telemetry_sources.ufm
    return plan_appliance("ufm", written.metrics_enabled, written.logs_enabled, written.collection_targets, appliance)


def ufm_appliance(configuration: Configuration, authority: str = "") -> Appliance:
    """How the exporter is reached; ``authority`` is its CA in PEM form."""
    settings = configuration.telemetry.ufm_configuration
    return Appliance(
        section="ufm_configuration",
        prefix="ufm",
        host=settings.ufm_endpoint,
        port=settings.ufm_metrics_port,
        path="/metrics",
        scheme="http" if "ufm" in configuration.options.plain_http else "https",
        interval=settings.scrape_interval,
        timeout=settings.scrape_timeout,
        verified=settings.tls_mode == "ca_signed",
        ca_path=resolved(settings.ufm_ca_cert_path, configuration.options),
        authority=authority,
        basic_auth=settings.auth_mode == "basic",
        job="ufm-infiniband-metrics",
        subsystem="infiniband",
        largest_page=largest_page(configuration),
    )
