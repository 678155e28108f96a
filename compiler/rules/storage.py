"""Rules that ask for sections of the storage file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.former import STORAGE, TELEMETRY
from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic
from .rule import Rule, View

_SOURCES = f"{TELEMETRY}:telemetry_sources"


def _kafka_storage(view: View) -> Iterator[Diagnostic]:
    sources = view.telemetry.telemetry_sources
    asking = [
        name
        for name, source in (("idrac", sources.idrac), ("ldms", sources.ldms), ("ome", sources.ome))
        if (source.metrics_enabled or getattr(source, "logs_enabled", False)) and "kafka" in source.collection_targets
    ]
    if asking and view.storage.kafka_storage is None:
        yield _missing("kafka_storage", f"{_listed(asking)} target{'s' if len(asking) == 1 else ''} kafka")


def _listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _idrac_storage(view: View) -> Iterator[Diagnostic]:
    if view.telemetry.telemetry_sources.idrac.metrics_enabled and view.storage.idrac_telemetry_storage is None:
        yield _missing("idrac_telemetry_storage", "the metrics of idrac are on")


def _missing(section: str, why: str) -> Diagnostic:
    summary = f"the section {section} is missing, and {why}"
    help_ = f"add {section} as in the default input (input/{STORAGE})"
    return Diagnostic("storage-section-missing", "error", summary, STORAGE, START_OF_FILE, help_)


KAFKA_STORAGE = Rule((_SOURCES, f"{STORAGE}:kafka_storage"), _kafka_storage)
IDRAC_STORAGE = Rule((_SOURCES, f"{STORAGE}:idrac_telemetry_storage"), _idrac_storage)
