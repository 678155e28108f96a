"""The edges of the bridges and of the agents that they hand everything to."""

from __future__ import annotations

from collections.abc import Iterator

from ..config.configuration import Configuration
from .edges import Edge, api_server, between, endpoint_edges
from .places import HTTP_PORTS, VLAGENT_VECTOR, VMAGENT_VECTOR
from .vector import Vector


def vector_edges(configuration: Configuration, vector: Vector) -> Iterator[Edge]:
    """From the bridges to their agents, and from there to the stores."""
    samples = [vector.ldms.workload.name] if vector.ldms is not None else []
    samples += [vector.ome.workload.name] if vector.ome is not None and vector.ome.metric_topics is not None else []
    if vector.vmagent is not None:
        for bridge in samples:
            yield between(bridge, VMAGENT_VECTOR, HTTP_PORTS[VMAGENT_VECTOR], "hands samples over")
        yield between(VMAGENT_VECTOR, "vminsert", HTTP_PORTS["vminsert"], "writes what it was handed")
        yield from endpoint_edges(configuration, vector.vmagent)
        if vector.vmagent.workload.reloads:
            yield api_server(configuration, VMAGENT_VECTOR, "watches its log-ins")
    if vector.vlagent is not None and vector.ome is not None:
        yield between(vector.ome.workload.name, VLAGENT_VECTOR, HTTP_PORTS[VLAGENT_VECTOR], "hands lines over")
        yield between(VLAGENT_VECTOR, "vlinsert", HTTP_PORTS["vlinsert"], "writes what it was handed")
        yield from endpoint_edges(configuration, vector.vlagent)
