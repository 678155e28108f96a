"""What the user may write of VAST."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from ...config.base import Section, required
from ...config.fields import Duration, Host, Port, refuse
from ...config.victoria import VictoriaTargets


def _url_path(text: str) -> str:
    if not text.startswith("/"):
        raise refuse("url-path", f"{text!r} is not a path that begins with /", f"write {'/' + text!r}")
    if any(character.isspace() or character in '"<>\\^`{|}#' for character in text) or not text.isascii():
        raise refuse("url-path", f"{text!r} has characters that a URL cannot have", "percent-encode them")
    return text


class VastSource(Section):
    """`telemetry_sources.vast`."""

    metrics_enabled: bool = required(False, "Scrape the appliance's exporter.")
    logs_enabled: bool = Field(False, description="Receive the appliance's syslog.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"], "victoria_metrics carries metrics, victoria_logs carries logs."
    )


class VastSettings(Section):
    """`vast_configuration`."""

    vast_endpoint: Host = Field("", description="IP address or DNS name of the appliance.")
    vast_metrics_port: Port = Field(443, description="Port of its Prometheus exporter.")
    metrics_path: Annotated[str, AfterValidator(_url_path)] = Field(
        "/api/prometheusmetrics/all", description="Path of the metrics page."
    )
    scrape_interval: Duration = Field("30s", description="Time between two scrapes.")
    scrape_timeout: Duration = Field(
        "15s", description="Time after which a scrape is given up; at most scrape_interval."
    )
    tls_mode: Literal["self_signed", "ca_signed"] = Field(
        "self_signed", description="self_signed: https without verification; ca_signed: https, verified with the CA."
    )
    vast_ca_cert_path: str = Field("", description="PEM file of the CA; needed with ca_signed.")
    auth_mode: Literal["basic", "none"] = Field("basic", description="How the scraper logs in.")
