"""What the user may write of UFM."""

from typing import Literal

from pydantic import Field

from ...config.base import Section, required
from ...config.fields import Duration, Host, Port
from ...config.victoria import VictoriaTargets


class UfmSource(Section):
    """`telemetry_sources.ufm`."""

    metrics_enabled: bool = required(False, "Whether the fabric manager's exporter is scraped.")
    logs_enabled: bool = Field(False, description="Whether the fabric manager's syslog is received.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"],
        "Sinks that the data is sent to: victoria_metrics takes the metrics, victoria_logs the logs. Each "
        "channel that is on needs its own.",
    )


class UfmSettings(Section):
    """`ufm_configuration`."""

    ufm_endpoint: Host = Field(
        "", description="IP address or DNS name of the fabric manager; required while a channel of ufm is on."
    )
    ufm_metrics_port: Port = Field(9001, description="Port of the fabric manager's Prometheus exporter.")
    scrape_interval: Duration = Field("30s", description="Time between two scrapes.")
    scrape_timeout: Duration = Field(
        "15s", description="Time after which a scrape is given up; at most scrape_interval."
    )
    tls_mode: Literal["self_signed", "ca_signed"] = Field(
        "self_signed",
        description="How the exporter's certificate is treated: self_signed uses https without verification, "
        "ca_signed verifies it with the CA.",
    )
    ufm_ca_cert_path: str = Field(
        "",
        description="Path of the PEM file of the CA, taken from the input directory unless absolute; required "
        "with ca_signed.",
    )
    auth_mode: Literal["basic", "none"] = Field(
        "basic", description="How the scraper logs in: basic with the user and password of a Secret, none without."
    )
