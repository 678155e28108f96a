"""What the user may write of OME and of its bridge."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from ...config.base import Section, required
from ...config.fields import UniqueItems, refuse
from .identifier import Mistake, read_identifier


def _identifier(text: str) -> str:
    found = read_identifier(text)
    if isinstance(found, Mistake):
        raise refuse("ome-identifier", found.summary, found.help)
    return text


class OmeSource(Section):
    """`telemetry_sources.ome`."""

    metrics_enabled: bool = required(True, "Whether OME's telemetry, inventory and health are taken.")
    logs_enabled: bool = required(True, "Whether OME's alerts, events and audit logs are taken.")
    collection_targets: UniqueItems[Literal["kafka"]] = required(
        ["kafka"], "Sinks that OME sends to: the broker alone, from where the bridge vector_ome carries the data on."
    )


class OmeBridge(Section):
    """`telemetry_bridges.vector_ome`."""

    metrics_enabled: bool = required(True, "Whether OME's metrics are carried from the broker to victoria_metrics.")
    logs_enabled: bool = required(True, "Whether OME's logs are carried from the broker to victoria_logs.")
    ome_identifier: Annotated[str, AfterValidator(_identifier)] = required(
        "ome", "What OME's topics begin with, as OME shows it; change it only where the topics have another prefix."
    )
