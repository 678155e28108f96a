"""The agent between the bridges and the metric stores."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.access import account, one_secret
from ..kube.labels import RESOURCE
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import RETAINED, claim, managed, operated, pull_secrets, reloader
from ..kube.scrape import pod_scrape
from ..plan.places import VMAGENT_VECTOR
from ..plan.plan import Plan
from ..plan.platform import Platform
from ..plan.remote_write import Agent
from .pods import pod_labels
from .remote_write import remote_write

API = "operator.victoriametrics.com/v1beta1"
_SECRETS = "/etc/vm/secrets"
"""Where the operator mounts what `secrets` of a custom resource lists."""


def emit_vmagent_vector(plan: Plan, component: str) -> Iterable[Manifest]:
    """Everything of the agent, where the plan puts it into this component."""
    agent, platform = plan.vector.vmagent, plan.platform
    if agent is None or agent.workload.component != component:
        return
    yield object_of(platform, component, API, "VMAgent", VMAGENT_VECTOR, spec=_agent(platform, agent))
    # Without an account of its own the operator would give it one that reads every Secret.
    rules = [one_secret(f"vmagent-{VMAGENT_VECTOR}")] if agent.workload.reloads else []
    yield from account(platform, component, VMAGENT_VECTOR, rules)
    if plan.victoria_metrics is not None:
        interval = plan.victoria_metrics.self_scrape_interval.value
        ports = ["http", "reloader-http"] if agent.workload.reloads else ["http"]
        selector = {"matchLabels": pod_labels(VMAGENT_VECTOR)}
        yield pod_scrape(platform, component, VMAGENT_VECTOR, selector, ports, interval, job=RESOURCE)


def _agent(platform: Platform, agent: Agent) -> Body:
    spec: Body = {
        **operated(platform, agent.workload, pod_labels(VMAGENT_VECTOR)),
        **pull_secrets(platform),
        **managed(platform),
        "serviceAccountName": VMAGENT_VECTOR,
        "ingestOnlyMode": True,
        "statefulMode": True,
        "statefulStorage": claim(platform, agent.workload.claim),
        "persistentVolumeClaimRetentionPolicy": RETAINED,
        "externalLabelName": "",
        "remoteWrite": [remote_write(target, _mounted_ca) for target in agent.targets],
    }
    authorities = {target.access.ca_secret for target in agent.targets if target.access and target.access.ca_secret}
    if authorities:
        spec["secrets"] = sorted(authorities)
    if agent.workload.reloads:
        spec |= reloader(agent.workload)
    else:
        # The operator would mount a token itself; left to the account, there is none.
        del spec["disableAutomountServiceAccountToken"]
    if not agent.on_disk.value:
        spec["extraArgs"] = {"remoteWrite.disableOnDiskQueue": "true"}
    return spec


def _mounted_ca(secret: str) -> Body:
    # For a CA that is named as a Secret the operator 0.74.1 gives an ingesting agent the argument, and no volume.
    return {"caFile": f"{_SECRETS}/{secret}/ca.crt"}
