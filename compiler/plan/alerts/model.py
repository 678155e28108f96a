"""Alerts: what an operator of the stack must hear of, for what is rendered and nothing else.

Each is tried by vmalert's own test runner (`tests/monitoring/unit`), and explained in `docs/alerts.md`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ...config.configuration import Configuration
from ...sources.ldms.plan import Ldms
from ..appliance import Appliance
from ..decision import Decided, Source, Workload
from ..gateway import Gateway
from ..kafka import Kafka
from ..remote_write import Agent
from ..vector import Vector
from ..victoria_logs import VictoriaLogs
from ..victoria_metrics import VictoriaMetrics

CRITICAL, WARNING, NONE = "critical", "warning", "none"
"""Data is lost, or will be within hours; somebody should look within days; nothing is wrong (the watchdog)."""


class Alert(NamedTuple):
    """An alert that fires once ``expression`` (MetricsQL) has given a series for the time ``wait``.

    ``description`` says what to do; like ``summary`` it is a template of Go. ``limit`` is the number in the
    expression that was chosen for this input.
    """

    name: str
    severity: str
    wait: str
    expression: str
    summary: str
    description: str
    limit: Decided[str] | None = None


class Rules(NamedTuple):
    """The alerts of one object and one group of vmalert, which have the same name."""

    name: str
    alerts: tuple[Alert, ...]


class Watched(NamedTuple):
    """What of the plan there is to watch.

    ``workloads`` are all that run, vmalert among them; ``pages`` are those that serve metrics by their source's choice.
    """

    sources: Sequence[Source]
    metrics: VictoriaMetrics
    logs: VictoriaLogs | None
    kafka: Kafka | None
    ldms: Ldms | None
    vector: Vector
    gateway: Gateway | None
    agents: Sequence[Agent]
    appliances: Sequence[Appliance]
    workloads: Sequence[Workload]
    pages: frozenset[str]


def here(configuration: Configuration) -> str:
    """The selector of what vmagent reads from pods of the stack."""
    return f'namespace="{configuration.options.namespace}"'
