"""UFM and VAST: what vmagent scrapes outside of the cluster."""

from __future__ import annotations

from collections.abc import Iterable

from ..kube.objects import Body, Manifest, object_of
from ..kube.workloads import config_map
from ..plan.appliance import Appliance, authority_name, credentials_name
from ..plan.plan import Plan

API = "operator.victoriametrics.com/v1beta1"


def emit_ufm(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of UFM."""
    yield from _emit(plan, "ufm")


def emit_vast(plan: Plan) -> Iterable[Manifest]:
    """Everything in the folder of VAST."""
    yield from _emit(plan, "vast")


def _emit(plan: Plan, name: str) -> Iterable[Manifest]:
    for appliance in plan.appliances:
        if appliance.prefix != name:
            continue
        if _verified(appliance):
            yield config_map(plan.platform, name, authority_name(name), {appliance.authority_key: appliance.authority})
        spec = {"jobName": appliance.job, "targetEndpoints": [_endpoint(appliance)]}
        yield object_of(plan.platform, name, API, "VMStaticScrape", name, spec=spec)


def _endpoint(appliance: Appliance) -> Body:
    name = appliance.prefix
    endpoint: Body = {
        "targets": [appliance.target],
        "labels": {"source": name, "subsystem": appliance.subsystem},
        "scheme": appliance.scheme,
        "path": appliance.path,
        "interval": appliance.interval,
        "scrapeTimeout": appliance.timeout,
        "max_scrape_size": appliance.largest_page.value,
    }
    if _verified(appliance):
        authority = {"configMap": {"name": authority_name(name), "key": appliance.authority_key}}
        endpoint["tlsConfig"] = {"ca": authority, "insecureSkipVerify": False}
    elif appliance.scheme == "https":
        endpoint["tlsConfig"] = {"insecureSkipVerify": True}
    if appliance.basic_auth:
        secret = credentials_name(name)
        endpoint["basicAuth"] = {key: {"name": secret, "key": key} for key in ("username", "password")}
    return endpoint


def _verified(appliance: Appliance) -> bool:
    return appliance.scheme == "https" and appliance.verified
