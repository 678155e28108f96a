"""The files that the configuration names, and where they are read."""

from __future__ import annotations

from collections.abc import Iterator

from .paths import resolved
from .reading import Read
from .telemetry import TelemetryConfig

APPLIANCES = ("ufm", "vast")
"""The sources that are scraped from outside of the cluster."""


def ca_path(telemetry: TelemetryConfig, name: str) -> str | None:
    """The CA path of ``ufm`` or ``vast`` as written; None where no CA is used."""
    source, settings = getattr(telemetry.telemetry_sources, name), getattr(telemetry, f"{name}_configuration")
    if not source.metrics_enabled or settings.tls_mode != "ca_signed":
        return None
    path: str = getattr(settings, f"{name}_ca_cert_path")
    return path


def csm_path(telemetry: TelemetryConfig) -> str | None:
    """The path of the CSM values file as written; None where it is not used."""
    if not telemetry.telemetry_sources.powerscale.metrics_enabled:
        return None
    return telemetry.powerscale_configurations.csm_observability_values_file_path


def wanted(read: Read) -> tuple[str, ...]:
    """The resolved paths of every file that must be read, each once."""
    return tuple(dict.fromkeys(_wanted(read)))


def _wanted(read: Read) -> Iterator[str]:
    telemetry, options = read.telemetry.value, read.options.value
    sources = read.telemetry.holds("telemetry_sources")
    if telemetry is None or options is None or not sources or not read.options.holds("paths"):
        return
    for name in APPLIANCES:
        if read.telemetry.holds(f"{name}_configuration") and (path := ca_path(telemetry, name)):
            yield resolved(path, options)
    if read.telemetry.holds("powerscale_configurations") and (path := csm_path(telemetry)):
        yield resolved(path, options)
