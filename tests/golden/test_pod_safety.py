"""Every pod that is rendered here, or through an operator's templates, is as safe as Kubernetes can hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from telecompile.plan.users import USERS
from tests.golden.compiled import Compiled

Object = Mapping[str, Any]
CONTAINER = {
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "readOnlyRootFilesystem": True,
    "runAsNonRoot": True,
}
OWN = {
    *("vector-ldms", "vector-ome", "ldms-aggregator-0", "ldms-store-0", "idrac-telemetry"),
    *("csm-metrics-powerscale", "otel-collector", "kube-state-metrics"),
}


def test_own_pods_run_with_the_least_that_they_need(passing: dict[str, Compiled]) -> None:
    seen = set()
    for case, one in passing.items():
        for body in one.objects().values():
            if body["kind"] in ("Deployment", "StatefulSet"):
                problems = list(_pod_problems(body["spec"]["template"]["spec"]))
                assert not problems, f"{case}: {body['metadata']['name']}: {problems}"
                seen.add(body["metadata"]["name"])
    assert seen >= OWN


def test_the_plan_says_why_a_container_has_no_probe(passing: dict[str, Compiled]) -> None:
    seen = set()
    for case, one in passing.items():
        said = {name: decided for source in one.sure_plan.sources for name, decided in source.settings}
        for body in one.objects().values():
            if body["kind"] in ("Deployment", "StatefulSet"):
                for container in body["spec"]["template"]["spec"]["containers"]:
                    name = container["name"]
                    if not any(probe in container for probe in PROBES):
                        decided = said.get(WITHOUT_PROBES[name])
                        assert decided is not None, f"{case}: of {name} the plan says nothing"
                        assert decided.value in ("none", "no probe"), case
                        assert decided.reason, case
                        seen.add(name)
    assert seen == set(WITHOUT_PROBES)


def test_who_asks_the_api_server_has_a_token_and_nobody_else(passing: dict[str, Compiled]) -> None:
    """Its own, short-lived and mounted where it is read; of an account that is bound to something."""
    seen = set()
    for case, one in passing.items():
        bodies = list(one.objects().values())
        bindings = [body for body in bodies if body["kind"] in ("RoleBinding", "ClusterRoleBinding")]
        bound = {subject["name"] for body in bindings for subject in body["subjects"]}
        for body in bodies:
            if body["kind"] in ("Deployment", "StatefulSet"):
                name, spec = body["metadata"]["name"], body["spec"]["template"]["spec"]
                reading = {one["name"] for one in spec["containers"] if _reads_token(one, spec)}
                assert (spec.get("serviceAccountName") in bound) is bool(reading), f"{case}: {name}"
                seen |= reading
    assert seen == {"csm-metrics-powerscale", "kube-state-metrics"}


def test_pods_of_strimzi_run_with_the_least_that_they_need(passing: dict[str, Compiled]) -> None:
    seen = set()
    for case, one in passing.items():
        for body in one.objects().values():
            for name, template in _templates(body):
                problems = list(_context_problems(template["pod"]["securityContext"]))
                for part, container in template.items():
                    if part.endswith("Container") and container["securityContext"] != CONTAINER:
                        problems.append(f"{part} has {container['securityContext']}")
                assert not problems, f"{case}: {name}: {problems}"
                seen.add(name)
    assert seen == {"broker", "controller", "entity-operator"}


def test_more_than_one_pod_is_spread_and_never_taken_down_together(passing: dict[str, Compiled]) -> None:
    for case, one in passing.items():
        budgets = [body for body in one.objects().values() if body["kind"] == "PodDisruptionBudget"]
        for body in one.objects().values():
            if body["kind"] not in ("Deployment", "StatefulSet"):
                continue
            labels, spec = body["spec"]["selector"]["matchLabels"], body["spec"]["template"]["spec"]
            guarded = [budget for budget in budgets if budget["spec"]["selector"]["matchLabels"] == labels]
            several = body["spec"]["replicas"] > 1
            assert (len(guarded) == 1) is several, f"{case}: {body['metadata']['name']}"
            assert ("topologySpreadConstraints" in spec) is several, f"{case}: {body['metadata']['name']}"


def _templates(body: Object) -> Iterator[tuple[str, Object]]:
    if body["kind"] == "KafkaNodePool":
        yield body["metadata"]["name"], body["spec"]["template"]
    if body["kind"] == "Kafka":
        yield "entity-operator", body["spec"]["entityOperator"]["template"]


def _pod_problems(spec: Object) -> Iterator[str]:
    if spec.get("automountServiceAccountToken") is not False:
        yield "mounts a token of the API server"
    if spec.get("enableServiceLinks") is not False:
        yield "gets every Service of the namespace as environment"
    yield from _context_problems(spec["securityContext"])
    for container in (*spec["containers"], *spec.get("initContainers", [])):
        if container["securityContext"] != CONTAINER:
            yield f"{container['name']} has {container['securityContext']}"
        for part in ("requests", "limits"):
            if set(container["resources"][part]) != {"cpu", "memory"}:
                yield f"{container['name']} has not both {part}"
    for container in spec["containers"]:
        if container["name"] not in WITHOUT_PROBES:
            yield from (f"{container['name']} has no {probe}" for probe in PROBES if probe not in container)
    yield from _volume_problems(spec)


def _volume_problems(spec: Object) -> Iterator[str]:
    for volume in spec["volumes"]:
        if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]:
            yield f"{volume['name']} has no bound"
        if "hostPath" in volume:
            yield f"{volume['name']} is of the node"


def _reads_token(container: Object, spec: Object) -> bool:
    tokens = {
        volume["name"]
        for volume in spec["volumes"]
        for source in volume.get("projected", {}).get("sources", [])
        if "serviceAccountToken" in source
    }
    return any(mount["name"] in tokens for mount in container.get("volumeMounts", []))


PROBES = ("livenessProbe", "readinessProbe")
WITHOUT_PROBES = {
    "kafka-pump": "health of kafka-pump",
    "csm-metrics-powerscale": "csm_health",
    "csm-authorization-sidecar": "csm_authorization_health",
}
"""What cannot be asked: it listens nowhere, or on loopback alone, and its image holds no other program.

By container: the setting of the plan that says so.
"""


def _context_problems(context: Object) -> Iterator[str]:
    if context.get("runAsNonRoot") is not True or not context.get("runAsUser"):
        yield "may run as root"
    if tuple(context.get(field) for field in ("runAsUser", "runAsGroup", "fsGroup")) not in USERS.values():
        yield "runs as a user that no table has"
    if context.get("seccompProfile") != {"type": "RuntimeDefault"}:
        yield "has no seccomp profile"
    if not isinstance(context.get("fsGroup"), int):
        yield "has no group for its volumes"
