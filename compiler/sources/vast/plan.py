"""What the plan makes of VAST."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...config.paths import resolved
from ...plan.appliance import Appliance, largest_page, plan_appliance
from ...plan.decision import Source


def plan_vast(configuration: Configuration, appliance: Appliance) -> Source:
    """Metrics scraped from the appliance, logs by syslog."""
    written = configuration.telemetry.telemetry_sources.vast
    return plan_appliance("vast", written.metrics_enabled, written.logs_enabled, written.collection_targets, appliance)


def vast_appliance(configuration: Configuration, authority: str = "") -> Appliance:
    """How the exporter is reached; ``authority`` is its CA in PEM form."""
    settings = configuration.telemetry.vast_configuration
    return Appliance(
        section="vast_configuration",
        prefix="vast",
        host=settings.vast_endpoint,
        port=settings.vast_metrics_port,
        path=settings.metrics_path,
        scheme="http" if "vast" in configuration.options.plain_http else "https",
        interval=settings.scrape_interval,
        timeout=settings.scrape_timeout,
        verified=settings.tls_mode == "ca_signed",
        ca_path=resolved(settings.vast_ca_cert_path, configuration.options),
        authority=authority,
        basic_auth=settings.auth_mode == "basic",
        job="vast-storage-metrics",
        subsystem="storage",
        largest_page=largest_page(configuration),
    )
