"""What the user may write of VAST."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from ...config.base import Section, required
from ...config.fields import Duration, Host, Port, refuse
from ...config.urls import foreign
from ...config.victoria import VictoriaTargets


def _url_path(text: str) -> str:
    if not text.startswith("/"):
        # Of a URL the path behind its host is meant.
        path = text.partition("://")[2].partition("/")[2] if "://" in text else text
        raise refuse("url-path", f"{text!r} is not a path that begins with /", f"write {'/' + path!r}")
    if problem := foreign(text, "#"):
        raise refuse("url-path", f"{text!r} {problem[0]}", problem[1])
    return text


class VastSource(Section):
    """`telemetry_sources.vast`."""

    metrics_enabled: bool = required(False, "Whether the appliance's exporter is scraped.")
    logs_enabled: bool = Field(False, description="Whether the appliance's syslog is received.")
    collection_targets: VictoriaTargets = required(
        ["victoria_metrics"],
        "Sinks that the data is sent to: victoria_metrics takes the metrics, victoria_logs the logs. Each "
        "channel that is on needs its own.",
    )


class VastSettings(Section):
    """`vast_configuration`."""

    vast_endpoint: Host = Field(
        "", description="IP address or DNS name of the appliance; required while a channel of vast is on."
    )
    vast_metrics_port: Port = Field(443, description="Port of the appliance's Prometheus exporter.")
    metrics_path: Annotated[str, AfterValidator(_url_path)] = Field(
        "/api/prometheusmetrics/all", description="Path of the page of metrics on the appliance."
    )
    scrape_interval: Duration = Field("30s", description="Time between two scrapes.")
    scrape_timeout: Duration = Field(
        "15s", description="Time after which a scrape is given up; at most scrape_interval."
    )
    tls_mode: Literal["self_signed", "ca_signed"] = Field(
        "self_signed",
        description="How the exporter's certificate is treated: self_signed uses https without verification, "
        "ca_signed verifies it with the CA.",
    )
    vast_ca_cert_path: str = Field(
        "",
        description="Path of the PEM file of the CA, taken from the input directory unless absolute; required "
        "with ca_signed.",
    )
    auth_mode: Literal["basic", "none"] = Field(
        "basic", description="How the scraper logs in: basic with the user and password of a Secret, none without."
    )
