"""VMAlert and its rules: what tells that the stack, or a source, is not well."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.access import account
from ..kube.labels import MANAGED_BY, STRIMZI_OPERATOR_POD
from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import managed, operated, pull_secrets, reloader
from ..kube.scrape import pod_scrape
from ..plan.alerts.model import Alert, Rules
from ..plan.decision import Workload
from ..plan.monitoring import Monitoring
from ..plan.places import VMALERT
from ..plan.plan import Plan
from ..plan.platform import Platform
from .dashboards import emit_dashboards
from .pods import pod_labels

API = "operator.victoriametrics.com/v1beta1"
RUNBOOK = "docs/alerts.md"
"""Where each alert has a section of its name."""


def emit_monitoring(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of what watches."""
    yield from emit_dashboards(plan)
    monitoring, metrics, platform = plan.monitoring, plan.victoria_metrics, plan.platform
    if monitoring is None or monitoring.vmalert is None or metrics is None:
        return
    component, vmalert = monitoring.vmalert.component, monitoring.vmalert
    yield object_of(platform, component, API, "VMAlert", VMALERT, spec=_vmalert(platform, monitoring, vmalert))
    # The rules come from ConfigMaps, so nobody in the pod asks the API server.
    yield from account(platform, component, VMALERT, [])
    interval = metrics.self_scrape_interval.value
    selector = {"matchLabels": pod_labels(VMALERT)}
    yield pod_scrape(platform, component, VMALERT, selector, ["http", "reloader-http"], interval)
    if monitoring.strimzi_operator.value:
        selector = {"matchLabels": STRIMZI_OPERATOR_POD}
        yield pod_scrape(platform, component, "strimzi-operator", selector, ["http"], interval, job="name")
    for rules in monitoring.rules:
        yield object_of(platform, component, API, "VMRule", f"rules-{rules.name}", spec={"groups": [_group(rules)]})
    if plan.network is not None:
        yield from policies(platform, plan.network, component, pod_labels)


def _vmalert(platform: Platform, monitoring: Monitoring, workload: Workload) -> Body:
    spec: Body = {
        **operated(platform, workload, pod_labels(VMALERT)),
        **pull_secrets(platform),
        **managed(platform),
        **reloader(workload),
        "serviceAccountName": VMALERT,
        # Only what is rendered here; without a selector of namespaces, in this one alone.
        "ruleSelector": {"matchLabels": MANAGED_BY},
        "evaluationInterval": monitoring.evaluation_interval.value,
        "datasource": {"url": monitoring.reads},
        "remoteRead": {"url": monitoring.reads},
        "remoteWrite": {"url": monitoring.writes},
    }
    if monitoring.alertmanagers.value:
        spec["notifiers"] = [{"url": url} for url in monitoring.alertmanagers.value]
    else:
        # With neither, the operator leaves every alert out.
        spec["extraArgs"] = {"notifier.blackhole": "true"}
    return spec


def _group(rules: Rules) -> Body:
    return {"name": rules.name, "rules": [_rule(alert) for alert in rules.alerts]}


def _rule(alert: Alert) -> Body:
    return {
        "alert": alert.name,
        "expr": alert.expression,
        "for": alert.wait,
        "labels": {"severity": alert.severity},
        "annotations": {
            "summary": alert.summary,
            "description": alert.description,
            "runbook": f"{RUNBOOK}#{alert.name.lower()}",
        },
    }
