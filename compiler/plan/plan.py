"""The plan as a whole."""

from __future__ import annotations

from typing import NamedTuple

from ..sources.ldms.plan import Ldms
from .decision import Bridge, Requirement, SecretNeed, Sink, Source, Workload
from .gateway import Gateway
from .kafka import Kafka
from .load import Flow
from .monitoring import Monitoring
from .network import Network
from .platform import Platform
from .remote_write import Agent
from .software import SoftwarePlan
from .totals import Totals
from .vector import Vector
from .victoria_logs import VictoriaLogs
from .victoria_metrics import VictoriaMetrics


class NotRendered(NamedTuple):
    """Something that is planned and that no emitter renders yet; ``key`` is what asked for it."""

    what: str
    file: str
    key: tuple[str, ...]


class Plan(NamedTuple):
    """Every decision. What is None is not needed by this input."""

    platform: Platform
    sources: tuple[Source, ...]
    bridges: tuple[Bridge, ...]
    sinks: tuple[Sink, ...]
    victoria_metrics: VictoriaMetrics | None
    victoria_logs: VictoriaLogs | None
    kafka: Kafka | None
    ldms: Ldms | None
    vector: Vector
    gateway: Gateway | None
    network: Network | None
    software: SoftwarePlan
    monitoring: Monitoring | None
    workloads: tuple[Workload, ...]
    agents: tuple[Agent, ...]
    secrets: tuple[SecretNeed, ...]
    requirements: tuple[Requirement, ...]
    load: tuple[Flow, ...]
    totals: Totals
    not_rendered: tuple[NotRendered, ...]

    def sink(self, name: str) -> Sink:
        """The sink ``name``, on or off."""
        return next(one for one in self.sinks if one.name == name)
