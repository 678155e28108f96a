"""The edges of the iDRAC collector: to BMCs, and from vmagent to its pump."""

from __future__ import annotations

from collections.abc import Iterator

from ..sources.idrac.plan import Idrac
from .edges import Edge, Peer, Port, between, collapsed
from .places import BMC_PORT, IDRAC, PUMP_METRICS_PORT, VMAGENT


def idrac_edges(idrac: Idrac) -> Iterator[Edge]:
    """Nothing else of the pod is reached: the database and the bus are on loopback, configui by a port-forward."""
    yield Edge(Peer(IDRAC), Peer(ranges=collapsed(idrac.bmcs)), (Port(BMC_PORT),), "reads the BMCs")
    if idrac.scrape is not None:
        yield between(VMAGENT, IDRAC, PUMP_METRICS_PORT, "scrapes the pump")
