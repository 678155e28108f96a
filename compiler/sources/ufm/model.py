"""What the user may write of UFM."""

from typing import Literal

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import Duration, Host, Port
from ...config.victoria import VictoriaTargets


class UfmSource(Section):
    """`telemetry_sources.ufm`."""

    metrics_enabled: bool = required(False, "Scrape the fabric manager's exporter.")
    logs_enabled: bool = Field(False, description="Receive the fabric manager's syslog.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"], "victoria_metrics carries metrics, victoria_logs carries logs."
    )


class UfmSettings(Section):
    """`ufm_configuration`."""

    ufm_endpoint: Host = Field("", description="IP address or DNS name of the fabric manager.")
    ufm_metrics_port: Port = Field(9001, description="Port of its Prometheus exporter.")
    scrape_interval: Duration = Field("30s", description="Time between two scrapes.")
    scrape_timeout: Duration = Field(
        "15s", description="Time after which a scrape is given up; at most scrape_interval."
    )
    tls_mode: Literal["self_signed", "ca_signed"] = Field(
        "self_signed", description="self_signed: https without verification; ca_signed: https, verified with the CA."
    )
    ufm_ca_cert_path: str = Field("", description="PEM file of the CA; needed with ca_signed.")
    auth_mode: Literal["basic", "none"] = Field("basic", description="How the scraper logs in.")
