"""The plan as a whole."""

from typing import NamedTuple

from ..sources.idrac.plan import Idrac
from ..sources.ldms.plan import Ldms
from ..sources.powerscale.plan import PowerScale
from .appliance import Appliance
from .dashboards import Dashboard
from .dcgm import Dcgm
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
    idrac: Idrac | None
    dcgm: Dcgm | None
    powerscale: PowerScale | None
    vector: Vector
    appliances: tuple[Appliance, ...]
    gateway: Gateway | None
    network: Network | None
    software: SoftwarePlan
    monitoring: Monitoring | None
    dashboards: tuple[Dashboard, ...]
    workloads: tuple[Workload, ...]
    agents: tuple[Agent, ...]
    secrets: tuple[SecretNeed, ...]
    requirements: tuple[Requirement, ...]
    load: tuple[Flow, ...]
    totals: Totals

    def sink(self, name: str) -> Sink:
        """The sink ``name``, on or off."""
        return next(one for one in self.sinks if one.name == name)
