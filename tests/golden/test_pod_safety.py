"""Every pod that is rendered here, or through Strimzi's templates, is as safe as Kubernetes can hold it.

The VictoriaMetrics operator is asked for the same by `useStrictSecurity`, which `test_references` looks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.golden.compiled import Compiled

Object = Mapping[str, Any]
CONTAINER = {
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "readOnlyRootFilesystem": True,
    "runAsNonRoot": True,
}


def test_own_pods_run_with_the_least_that_they_need(passing: dict[str, Compiled]) -> None:
    seen = set()
    for case, one in passing.items():
        for body in one.objects().values():
            if body["kind"] in ("Deployment", "StatefulSet"):
                problems = list(_pod_problems(body["spec"]["template"]["spec"]))
                assert not problems, f"{case}: {body['metadata']['name']}: {problems}"
                seen.add(body["metadata"]["name"])
    assert {"vector-ldms", "ldms-aggregator-0", "ldms-store-0"} <= seen


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
            if body["kind"] != "Deployment":
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
        yield from (f"{container['name']} has no {probe}" for probe in _PROBES if probe not in container)
    yield from _volume_problems(spec)


def _volume_problems(spec: Object) -> Iterator[str]:
    for volume in spec["volumes"]:
        if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]:
            yield f"{volume['name']} has no bound"
        if "hostPath" in volume:
            yield f"{volume['name']} is of the node"


_PROBES = ("livenessProbe", "readinessProbe")


def _context_problems(context: Object) -> Iterator[str]:
    if context.get("runAsNonRoot") is not True or not context.get("runAsUser"):
        yield "may run as root"
    if context.get("seccompProfile") != {"type": "RuntimeDefault"}:
        yield "has no seccomp profile"
    if not isinstance(context.get("fsGroup"), int):
        yield "has no group for its volumes"
