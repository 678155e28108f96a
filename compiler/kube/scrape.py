"""Scrape objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..plan.platform import Platform
from .labels import OPERATED, RESOURCE, WORKLOAD
from .objects import Body, Manifest, object_of


def pod_scrape(
    platform: Platform,
    component: str,
    name: str,
    selector: Mapping[str, Any],
    ports: Sequence[str],
    interval: str,
    tls: bool = False,
    job: str = WORKLOAD,
) -> Manifest:
    """Scrape the named ports of the selected pods; the job is the value of their label ``job``."""
    endpoints: list[Body] = []
    for port in ports:
        endpoint: Body = {"port": port, "path": "/metrics", "interval": interval}
        if tls and port != "reloader-http":
            # The certificate names what clients outside use, not the pod's address.
            endpoint |= {"scheme": "https", "tlsConfig": {"insecureSkipVerify": True}}
        endpoints.append(endpoint)
    spec = {"jobLabel": job, "selector": dict(selector), "podMetricsEndpoints": endpoints}
    return object_of(platform, component, "operator.victoriametrics.com/v1beta1", "VMPodScrape", name, spec=spec)


def honoring(scrape: Manifest, port: str) -> Manifest:
    """``scrape``, where on ``port`` the metrics' own labels win over those of the pod that tells them."""
    for endpoint in scrape.body["spec"]["podMetricsEndpoints"]:
        if endpoint["port"] == port:
            endpoint["honorLabels"] = True
    return scrape


def any_of(names: Sequence[str], resources: Sequence[str]) -> Body:
    """The pods that the VictoriaMetrics operator made for these workloads of these custom resources."""
    return {
        "matchLabels": OPERATED,
        "matchExpressions": [
            {"key": WORKLOAD, "operator": "In", "values": list(names)},
            {"key": RESOURCE, "operator": "In", "values": list(resources)},
        ],
    }
