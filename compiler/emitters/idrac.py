"""The iDRAC collector: one pod, how it is scraped, and who may reach it."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.network import policies
from ..kube.objects import Body, Manifest, NodeFile, object_of
from ..kube.workloads import config_map, files, stateful_set
from ..plan.idrac import Idrac, Scrape
from ..plan.places import CLUSTER_CA, IDRAC, IDRAC_USER, PUMP_METRICS_PORT, STOMP_PORT
from ..plan.plan import Plan
from ..plan.users import USERS
from .idrac_containers import CERTIFICATES, containers
from .pods import pod_labels
from .texts import render

_API = "operator.victoriametrics.com/v1beta1"


def emit_idrac(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of iDRAC."""
    idrac, platform = plan.idrac, plan.platform
    if idrac is None:
        return
    labels = pod_labels(IDRAC)
    maps = [config_map(platform, "idrac", IDRAC, _texts(idrac))]
    yield from maps
    yield stateful_set(platform, idrac.workload, USERS["idrac"], labels, _pod(idrac, maps), maps)
    # It governs the StatefulSet, which takes no other; who scrapes finds pods, and nobody else asks anything here.
    service: Body = {"type": "ClusterIP", "clusterIP": "None", "selector": labels, "ports": []}
    if idrac.scrape is not None:
        service["ports"] = [{"name": "metrics", "port": PUMP_METRICS_PORT, "targetPort": "metrics", "protocol": "TCP"}]
        yield _scrape(plan, idrac.scrape)
    yield object_of(platform, "idrac", "v1", "Service", IDRAC, spec=service)
    if plan.network is not None:
        yield from policies(platform, plan.network, "idrac", pod_labels)


def emit_bmc_list(plan: Plan) -> Iterable[NodeFile]:
    """The BMCs of the mapping CSV, as configui takes them, without log-ins."""
    if plan.idrac is not None and plan.idrac.bmcs:
        yield NodeFile("nodes/idrac/bmc.csv", render("idrac/bmc.csv", addresses=plan.idrac.bmcs))


def _texts(idrac: Idrac) -> dict[str, str]:
    values = {"bus": idrac.bus, "queues": idrac.queues, "commands": "/databus", "port": STOMP_PORT}
    names = ("activemq.xml", "log4j2.properties", "start.sh", "check.sh")
    return {name: render(f"idrac/{name}", **values) for name in names}


def _pod(idrac: Idrac, maps: list[Manifest]) -> Body:
    volumes = [
        files("config", maps),
        {"name": "run", "emptyDir": {"sizeLimit": "1Mi"}},
        {"name": "tmp", "emptyDir": {"sizeLimit": "64Mi"}},
    ]
    if idrac.broker is not None:
        # The broker may be long in coming, and must not keep the other pump waiting.
        client = [(CLUSTER_CA, ["ca.crt"]), (IDRAC_USER, ["user.crt", "user.key"])]
        volumes.append(files(CERTIFICATES, secrets=client, optional=True))
    return {"shareProcessNamespace": True, "containers": list(containers(idrac)), "volumes": volumes}


def _scrape(plan: Plan, scrape: Scrape) -> Manifest:
    endpoint: Body = {
        "port": "metrics",
        "path": "/metrics",
        "interval": scrape.interval.value,
        "scrapeTimeout": scrape.timeout.value,
        "max_scrape_size": scrape.largest_page.value,
        "relabelConfigs": [{"targetLabel": "source", "replacement": "idrac"}],
    }
    spec = {
        "jobLabel": "app.kubernetes.io/name",
        "selector": {"matchLabels": pod_labels(IDRAC)},
        "podMetricsEndpoints": [endpoint],
    }
    return object_of(plan.platform, "idrac", _API, "VMPodScrape", IDRAC, spec=spec)
