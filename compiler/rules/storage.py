"""Rules that ask for sections of the storage file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..config.former import STORAGE
from ..diagnostics.diagnostic import START_OF_FILE, Diagnostic
from .active import BROKER, METRICS, channel_on, senders, sink_asks, source_section
from .rule import Rule, View


def _kafka_storage(view: View) -> Iterator[Diagnostic]:
    asking = senders(view, BROKER)
    if asking and view.storage.kafka_storage is None:
        yield _missing("kafka_storage", f"{_listed(asking)} target{'s' if len(asking) == 1 else ''} kafka")


def _listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _idrac_storage(view: View) -> Iterator[Diagnostic]:
    if channel_on(view, "idrac", METRICS) and view.storage.idrac_telemetry_storage is None:
        yield _missing("idrac_telemetry_storage", "the metrics of idrac are on")


def _missing(section: str, why: str) -> Diagnostic:
    summary = f"the section {section} is missing, and {why}"
    from ..config.shipped import shipped
    from ..config.structure import as_typed

    help_ = f"add `{section}: {as_typed(shipped((section,)))}`"
    return Diagnostic("storage-section-missing", "error", summary, STORAGE, START_OF_FILE, help_)


RULES = (
    Rule((*sink_asks(BROKER), f"{STORAGE}:kafka_storage"), _kafka_storage),
    Rule((source_section("idrac"), f"{STORAGE}:idrac_telemetry_storage"), _idrac_storage),
)
