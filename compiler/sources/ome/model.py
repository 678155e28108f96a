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

    metrics_enabled: bool = required(True, "Take OME's telemetry, inventory and health.")
    logs_enabled: bool = required(True, "Take OME's alerts, events and audit logs.")
    collection_targets: UniqueItems[Literal["kafka"]] = required(["kafka"], "Only the broker; the bridge carries on.")


class OmeBridge(Section):
    """`telemetry_bridges.vector_ome`."""

    metrics_enabled: bool = required(True, "Carry OME's metrics to victoria_metrics.")
    logs_enabled: bool = required(True, "Carry OME's logs to victoria_logs.")
    ome_identifier: Annotated[str, AfterValidator(_identifier)] = required("ome", "Prefix of OME's topics.")
