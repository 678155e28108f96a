"""The agent between the bridge of OME and the log stores."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.labels import RESOURCE
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import RETAINED, claim, managed, operated, pull_secrets
from ..kube.scrape import pod_scrape
from ..plan.places import VLAGENT_VECTOR
from ..plan.plan import Plan
from ..plan.platform import Platform
from ..plan.remote_write import Agent
from .pods import pod_labels
from .remote_write import logs_ca, remote_write

API = "operator.victoriametrics.com/v1"


def emit_vlagent_vector(plan: Plan, component: str) -> Iterable[Manifest]:
    """Everything of the agent."""
    agent, platform = plan.vector.vlagent, plan.platform
    if agent is None:
        return
    yield object_of(platform, component, API, "VLAgent", VLAGENT_VECTOR, spec=_agent(platform, agent))
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        selector = {"matchLabels": pod_labels(VLAGENT_VECTOR)}
        yield pod_scrape(platform, component, VLAGENT_VECTOR, selector, ["http"], interval, job=RESOURCE)


def _agent(platform: Platform, agent: Agent) -> Body:
    spec: Body = {
        **operated(platform, agent.workload, pod_labels(VLAGENT_VECTOR)),
        **pull_secrets(platform),
        **managed(platform),
        "storage": claim(platform, agent.workload.claim),
        "persistentVolumeClaimRetentionPolicy": RETAINED,
        "remoteWrite": [remote_write(target, logs_ca) for target in agent.targets],
    }
    if agent.formats:
        spec["extraArgs"] = {"remoteWrite.format": ",".join(agent.formats)}
    return spec
