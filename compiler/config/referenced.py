"""The files that the configuration names, and where they are read."""

from __future__ import annotations

from collections.abc import Iterator

from .paths import resolved
from .reading import Read
from .telemetry import TelemetryConfig

APPLIANCES = ("ufm", "vast")
"""The sources that are scraped from outside of the cluster."""

CSM_SECTIONS = ("telemetry_sources.powerscale", "powerscale_configurations.csm_observability_values_file_path")
"""The sections that `csm_path` reads."""


def ca_path(telemetry: TelemetryConfig, name: str) -> str | None:
    """The CA path of ``ufm`` or ``vast`` as written; None where no CA is used."""
    source, settings = getattr(telemetry.telemetry_sources, name), getattr(telemetry, f"{name}_configuration")
    if not source.metrics_enabled or settings.tls_mode != "ca_signed":
        return None
    path: str = getattr(settings, f"{name}_ca_cert_path")
    return path


def ca_sections(name: str) -> tuple[str, ...]:
    """The sections that `ca_path` reads."""
    settings = f"{name}_configuration"
    return f"telemetry_sources.{name}", f"{settings}.tls_mode", f"{settings}.{name}_ca_cert_path"


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
    if telemetry is None or options is None or not read.options.holds("paths"):
        return
    for name in APPLIANCES:
        if _judged(read, *ca_sections(name)) and (path := ca_path(telemetry, name)):
            yield resolved(path, options)
    if _judged(read, *CSM_SECTIONS) and (path := csm_path(telemetry)):
        yield resolved(path, options)


def _judged(read: Read, *sections: str) -> bool:
    return all(read.telemetry.holds(section) for section in sections)
