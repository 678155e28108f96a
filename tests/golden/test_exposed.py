"""What can be reached from outside of the cluster is what `expose` is about, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.golden.compiled import Compiled

OUTSIDE = ("LoadBalancer", "NodePort", "loadbalancer", "nodeport", "ingress", "route", "tlsroute")
HOST = ("hostNetwork", "hostPort", "externalIPs")


def test_nothing_leaves_the_cluster_but_syslog_ome_vmauth_and_the_aggregators_that_nodes_dial(
    passing: dict[str, Compiled],
) -> None:
    seen = set()
    for name, case in passing.items():
        allowed = _allowed(case)
        for path, body in case.objects().items():
            assert body["kind"] not in ("Ingress", "Gateway", "HTTPRoute"), f"{name}: {path}"
            for where, kind in _ways_out(body):
                what = f"{body['kind']}/{body['metadata']['name']}"
                assert what in allowed, f"{name}: {path}: {where} is {kind}"
                seen.add(what)
    assert seen == {
        "Kafka/kafka",
        "Service/ldms-aggregator",
        "Service/syslog-powerscale",
        "Service/syslog-ufm",
        "Service/syslog-vast",
        "Service/vmauth-external",
    }


def test_vmauth_leaves_the_cluster_with_tls_only(passing: dict[str, Compiled]) -> None:
    exposed = [case for case in passing.values() if "vmauth-external" in _services(case)]
    assert exposed
    for case in exposed:
        (vmauth,) = [body for body in case.objects().values() if body["kind"] == "VMAuth"]
        assert vmauth["spec"]["extraArgs"]["tls"] == "true"


def test_every_user_of_vmauth_has_its_paths_and_one_way_to_use_them(passing: dict[str, Compiled]) -> None:
    paths = {"VMAgent": ["/api/v1/write"], "VMCluster/vmselect": ["/select/0/.*"], "VLCluster/vlselect": ["/select/.*"]}
    seen = set()
    for case in passing.values():
        for body in case.objects().values():
            if body["kind"] == "VMUser":
                (target,) = body["spec"]["targetRefs"]
                assert target["paths"] == paths[target["crd"]["kind"]]
                seen.add(target["crd"]["kind"])
            assert "unauthorizedUserAccessSpec" not in body.get("spec", {})
    assert seen == set(paths)


def test_what_a_push_user_writes_carries_the_name_of_its_appliance(passing: dict[str, Compiled]) -> None:
    """VictoriaMetrics 1.148: vmagent adds `extra_label`, and vmauth puts its own in the place of the client's."""
    seen = set()
    for case in passing.values():
        for body in case.objects().values():
            if body["kind"] == "VMUser" and body["spec"]["targetRefs"][0]["crd"]["kind"] == "VMAgent":
                name = body["spec"]["username"].removeprefix("push-")
                (target,) = body["spec"]["targetRefs"]
                assert target["query_args"] == [{"name": "extra_label", "values": [f"source={name}"]}]
                seen.add(name)
    assert "sfm" in seen


def _allowed(case: Compiled) -> set[str]:
    """By what `expose` says, and by what is on."""
    plan = case.sure_plan
    found = set()
    if plan.victoria_logs is not None:
        found |= {f"Service/syslog-{one.source}" for one in plan.victoria_logs.listeners if one.exposure is not None}
    if plan.kafka is not None and plan.kafka.external is not None:
        found.add("Kafka/kafka")
    if plan.gateway is not None and plan.gateway.tls_secret.value is not None:
        found.add("Service/vmauth-external")
    if plan.ldms is not None and not any(group.nodes for group in plan.ldms.groups):
        found |= {f"Service/{pod.name}" for pod, _ in plan.ldms.pods}
    return found


def _ways_out(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if (key == "type" and inner in OUTSIDE) or (key in HOST and inner):
                yield f"{path}.{key}", inner
            yield from _ways_out(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _ways_out(inner, f"{path}[{index}]")


def _services(case: Compiled) -> set[str]:
    return {body["metadata"]["name"] for body in case.objects().values() if body["kind"] == "Service"}
