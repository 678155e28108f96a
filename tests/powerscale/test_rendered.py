"""What the pods of PowerScale may do and are told: apart from the compiler's own tables."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from telecompile.pipeline import compile_input
from tests.golden.cases import find_cases
from tests.powerscale.collector_config import problems

Objects = dict[tuple[str, str], dict[str, Any]]


def objects(case: str) -> Objects:
    """What a golden case renders, by kind and name."""
    files = next(one for one in find_cases() if one.name == case).input_files()
    found = compile_input(files, lambda path: files.get(path, "there is no such file")).manifests
    return {(one.body["kind"], one.body["metadata"]["name"]): one.body for one in found}


def containers(found: Objects, kind: str, name: str) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in found[kind, name]["spec"]["template"]["spec"]["containers"]}


def rights(found: Objects, kind: str, name: str) -> set[tuple[str, str, str]]:
    """Verb, resource, and the one object that it is about."""
    return {
        (verb, resource, one)
        for rule in found[kind, name]["rules"]
        for verb in rule["verbs"]
        for resource in rule["resources"]
        for one in rule.get("resourceNames", [""])
    }


def test_accounts_may_do_what_their_programs_ask_and_no_more() -> None:
    found = objects("powerscale-metrics-alone")
    volumes = rights(found, "ClusterRole", "telemetry-kube-state-metrics")
    kinds = ("persistentvolumes", "persistentvolumeclaims", "storageclasses")
    assert volumes == {(verb, kind, "") for verb in ("list", "watch") for kind in kinds}
    (asked,) = [
        one.partition("=")[2]
        for one in containers(found, "Deployment", "kube-state-metrics")["kube-state-metrics"]["args"]
        if one.startswith("--resources=")
    ]
    assert set(asked.split(",")) == set(kinds)
    csm = rights(found, "ClusterRole", "telemetry-csm-metrics-powerscale")
    assert csm == {("list", "persistentvolumes", ""), ("list", "storageclasses", "")}
    lease = "karavi-metrics-powerscale"
    own = rights(found, "Role", "csm-metrics-powerscale")
    assert own == {("create", "leases", ""), ("get", "leases", lease), ("update", "leases", lease)}


def test_roles_of_two_stacks_do_not_meet() -> None:
    here, there = objects("powerscale-metrics-alone"), objects("namespace-and-domain")
    kinds = ("ClusterRole", "ClusterRoleBinding")
    names = [{name for kind, name in found if kind in kinds} for found in (here, there)]
    assert len(names[0]) == len(names[1]) == 2
    assert not names[0] & names[1]
    assert all("namespace" not in found[key]["metadata"] for found in (here, there) for key in found if key[0] in kinds)


def test_only_who_asks_the_api_server_has_a_token() -> None:
    found = objects("powerscale-authorization")
    path = "/var/run/secrets/kubernetes.io/serviceaccount"
    holders = {
        one["name"]
        for body in found.values()
        if body["kind"] in ("Deployment", "StatefulSet")
        for one in body["spec"]["template"]["spec"]["containers"]
        if any(mount["mountPath"] == path for mount in one.get("volumeMounts", []))
    }
    assert holders == {"csm-metrics-powerscale", "kube-state-metrics"}


def test_the_proxy_has_what_it_reads_where_it_reads_it() -> None:
    found = objects("powerscale-authorization")
    pod = found["Deployment", "csm-metrics-powerscale"]["spec"]["template"]["spec"]
    proxy = containers(found, "Deployment", "csm-metrics-powerscale")["csm-authorization-sidecar"]
    volumes = {one["name"]: one["projected"]["sources"] for one in pod["volumes"]}
    files = {
        f"{mount['mountPath']}/{item['path']}"
        for mount in proxy["volumeMounts"]
        for source in volumes[mount["name"]]
        for item in source.get("secret", {}).get("items", [])
    }
    assert files == {
        "/etc/karavi-authorization/config/config",
        "/etc/karavi-authorization/root-certificates/rootCertificate.pem",
        "/isilon-configs/config",
    }
    env = {one["name"]: one.get("value") for one in proxy["env"]}
    assert env["PROXY_HOST"] == "csm-authorization.example.com:30443"
    assert env["SKIP_CERTIFICATE_VALIDATION"] == "false"
    # The proxy makes its certificate itself, so csm-metrics must not look at it.
    settings = yaml.safe_load(found["ConfigMap", "csm-metrics-powerscale"]["data"]["karavi-metrics-powerscale.yaml"])
    assert settings["POWERSCALE_ISICLIENT_INSECURE"] == "true"


def test_arrays_are_verified_with_their_own_authority() -> None:
    found = objects("powerscale-every-value")
    main = containers(found, "Deployment", "csm-metrics-powerscale")["csm-metrics-powerscale"]
    env = {one["name"]: one.get("value") for one in main["env"]}
    mounts = {one["mountPath"]: one["name"] for one in main["volumeMounts"]}
    assert mounts[env["SSL_CERT_DIR"]] == "certificates"
    # Over this one the chart puts the collector's certificate, and takes every other away.
    assert "/etc/ssl/certs" not in mounts
    assert env["COLLECTOR_CERT_PATH"].rpartition("/")[0] in mounts
    assert main["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "metrics", "scheme": "HTTPS"}


@pytest.mark.parametrize("case", ["powerscale-logs-alone", "everything-off", "metrics-alone", "logs-alone"])
def test_nothing_is_there_without_its_metrics(case: str) -> None:
    found = objects(case)
    on = ("StatefulSet", "otel-collector") in found
    assert on is any(one == "csm-metrics-powerscale" for _, one in found)
    assert on is (case == "metrics-alone")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("storage: file_storage", "storage: disk"),
        ("storage: file_storage", "num_consumers: 1"),
        ("sizer: bytes", "sizer: requests"),
        ("max_elapsed_time: 0s", "max_elapsed_time: 300s"),
        ("processors: [memory_limiter, resource]", "processors: [resource, memory_limiter]"),
        ("processors: [memory_limiter, resource]", "processors: [memory_limiter]"),
        ("reload_interval:", "min_version:"),
    ],
)
def test_what_would_lose_data_is_seen(right: str, wrong: str) -> None:
    text = objects("powerscale-metrics-alone")["ConfigMap", "otel-collector"]["data"]["collector.yaml"]
    assert not problems(text)
    assert right in text
    assert problems(text.replace(right, wrong))
