"""VMCluster, the VMAgent in front of it, and what scrapes and guards them."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.access import READ, account, one_secret
from ..kube.labels import MANAGED_BY
from ..kube.network import policies
from ..kube.objects import Body, Manifest, object_of
from ..kube.operated import RETAINED, claim, managed, operated, pull_secrets, reloader
from ..kube.scrape import any_of, pod_scrape
from ..plan.places import VM_CLUSTER, VMAGENT, VMAGENT_CONFIG
from ..plan.plan import Plan
from ..plan.platform import Platform
from ..plan.victoria_metrics import VictoriaMetrics
from .gateway import emit_gateway
from .pods import pod_labels
from .remote_write import metrics_ca, remote_write

API = "operator.victoriametrics.com/v1beta1"


def emit_victoria_metrics(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of the metrics store."""
    metrics, platform = plan.victoria_metrics, plan.platform
    if metrics is None:
        return
    yield object_of(platform, "victoria-metrics", API, "VMCluster", VM_CLUSTER, spec=_cluster(platform, metrics))
    yield object_of(platform, "victoria-metrics", API, "VMAgent", VMAGENT, spec=_agent(platform, metrics))
    yield from account(platform, "victoria-metrics", VMAGENT, _agent_rules())
    names = ["vmstorage", "vminsert", "vmselect", "vmagent"]
    ports = ["http", "reloader-http"]
    interval = metrics.self_scrape_interval.value
    yield pod_scrape(
        platform, "victoria-metrics", "victoria-metrics", any_of(names, [VM_CLUSTER, VMAGENT]), ports, interval
    )
    if plan.network is not None:
        yield from policies(platform, plan.network, "victoria-metrics", pod_labels)
    yield from emit_gateway(plan, "victoria-metrics")


def _cluster(platform: Platform, metrics: VictoriaMetrics) -> Body:
    storage, insert, select = metrics.vmstorage, metrics.vminsert, metrics.vmselect
    dedup = {"dedup.minScrapeInterval": metrics.dedup_interval.value}
    return {
        "retentionPeriod": metrics.retention.value,
        "replicationFactor": metrics.replication_factor.value,
        "clusterDomainName": platform.cluster_domain,
        "useStrictSecurity": True,
        **pull_secrets(platform),
        **managed(platform),
        "vmstorage": {
            **operated(platform, storage, pod_labels("vmstorage")),
            "extraArgs": dedup,
            "storageDataPath": "/vmstorage-data",
            "storage": claim(platform, storage.claim),
            "persistentVolumeClaimRetentionPolicy": RETAINED,
        },
        "vminsert": operated(platform, insert, pod_labels("vminsert")),
        "vmselect": {
            **operated(platform, select, pod_labels("vmselect")),
            "extraArgs": dedup,
            "cacheMountPath": "/cache",
            "storage": {"emptyDir": {"sizeLimit": metrics.select_cache.value}},
        },
    }


def _agent(platform: Platform, metrics: VictoriaMetrics) -> Body:
    agent = metrics.vmagent
    own = {"matchLabels": MANAGED_BY}
    return {
        **operated(platform, agent.workload, pod_labels(VMAGENT)),
        **pull_secrets(platform),
        **managed(platform),
        **reloader(agent.workload),
        "serviceAccountName": VMAGENT,
        "statefulMode": True,
        "statefulStorage": claim(platform, agent.workload.claim),
        "persistentVolumeClaimRetentionPolicy": RETAINED,
        "scrapeInterval": metrics.self_scrape_interval.value,
        # Only what is rendered here, and only in this namespace.
        "podScrapeSelector": own,
        "serviceScrapeSelector": own,
        "staticScrapeSelector": own,
        "ignoreNamespaceSelectors": True,
        # A scrape object may not make the agent send files of its own pod anywhere.
        "arbitraryFSAccessThroughSMs": {"deny": True},
        # Series carry the labels of their source and no others.
        "externalLabelName": "",
        "remoteWrite": [remote_write(target, metrics_ca) for target in agent.targets],
    }


def _agent_rules() -> list[Body]:
    return [
        one_secret(VMAGENT_CONFIG),
        {"apiGroups": [""], "resources": ["pods", "services"], "verbs": READ},
        {"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": READ},
    ]
