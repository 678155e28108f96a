"""What the plan makes of OME."""

from __future__ import annotations

from ...config.configuration import Configuration
from ...plan.decision import Channel, Decided, Source
from ...plan.source import source
from .identifier import Identifier, read_identifier


def identifier_of(configuration: Configuration) -> Identifier:
    """The validated identifier."""
    found = read_identifier(configuration.telemetry.telemetry_bridges.vector_ome.ome_identifier)
    if not isinstance(found, Identifier):
        raise ValueError("the identifier was not validated")
    return found


def plan_ome(configuration: Configuration) -> Source:
    """OME writes to the broker itself, over the external listener with mutual TLS."""
    written = configuration.telemetry.telemetry_sources.ome
    target = "kafka" if "kafka" in written.collection_targets else None
    identifier = identifier_of(configuration)
    key = ("telemetry_bridges.vector_ome.ome_identifier",)
    kind = (
        "literal: its topics are made beforehand"
        if identifier.literal
        else "an expression: OME makes its topics itself, under the literal beginning"
    )
    settings: list[tuple[str, Decided[object]]] = [
        ("identifier", Decided(identifier.text, kind, key)),
        ("may_write", Decided(f"topics that begin with {identifier.prefix}", "nothing else is OME's", key)),
        ("listener", Decided("external, port 9094, mutual TLS", "OME stands outside of the cluster")),
    ]
    channels = [Channel("metrics", written.metrics_enabled, target), Channel("logs", written.logs_enabled, target)]
    return source("ome", channels, written.collection_targets, settings)
