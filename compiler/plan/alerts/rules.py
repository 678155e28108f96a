"""Every rule of the stack, the object of each component by itself."""

from __future__ import annotations

from ...config.configuration import Configuration
from .agents import agent_alerts
from .bridges import bridge_alerts
from .kafka import kafka_alerts
from .model import Rules, Watched
from .own import own_alerts
from .sources import source_alerts
from .stores import logs_alerts, metrics_alerts
from .targets import target_alerts


def plan_rules(configuration: Configuration, watched: Watched) -> tuple[Rules, ...]:
    """The rules for what is rendered; what is not has none."""
    found = (
        Rules("targets", tuple(target_alerts(configuration, watched))),
        Rules("victoria-metrics", tuple(metrics_alerts(configuration, watched))),
        Rules("victoria-logs", tuple(logs_alerts(configuration, watched))),
        Rules("agents", tuple(agent_alerts(configuration, watched))),
        Rules("kafka", tuple(kafka_alerts(configuration, watched))),
        Rules("bridges", tuple(bridge_alerts(configuration, watched))),
        Rules("sources", tuple(source_alerts(configuration, watched))),
        Rules("monitoring", tuple(own_alerts(configuration))),
    )
    return tuple(rules for rules in found if rules.alerts)
