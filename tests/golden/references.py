"""Every reference of an output leads somewhere, apart from the compiler and apart from selectors of pods.

The names and ports that the operators give are stated here once more: VictoriaMetrics operator 0.74.1 and
Strimzi 1.2.0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.golden.pods import Object
from tests.golden.selectors import matches

PARTS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "VMCluster": {"vmstorage": (8482, 8400, 8401), "vminsert": (8480,), "vmselect": (8481,)},
    "VLCluster": {"vlstorage": (9491,), "vlinsert": (9481,), "vlselect": (9471,)},
}
SINGLE = {
    "VMAgent": ("vmagent", 8429),
    "VLAgent": ("vlagent", 9429),
    "VMAuth": ("vmauth", 8427),
    "VMAlert": ("vmalert", 8080),
}
_SELECTED_BY = {
    "VMPodScrape": ("VMAgent", "podScrapeSelector"),
    "VMServiceScrape": ("VMAgent", "serviceScrapeSelector"),
    "VMStaticScrape": ("VMAgent", "staticScrapeSelector"),
    "VMScrapeConfig": ("VMAgent", "scrapeConfigSelector"),
    "VMNodeScrape": ("VMAgent", "nodeScrapeSelector"),
    "VMProbe": ("VMAgent", "probeSelector"),
    "VMUser": ("VMAuth", "userSelector"),
    "VMRule": ("VMAlert", "ruleSelector"),
}
_NEEDED = ("VMPodScrape", "VMUser", "VMRule")
"""What a selector that is there must find one of at least."""


class Output(NamedTuple):
    """The objects of a build, and what of its plan they must agree with.

    ``secrets`` are the keys of each Secret that the user must make; ``written`` is the text of the input, whose
    URLs lead wherever the user wants.
    """

    objects: Sequence[Object]
    namespace: str
    domain: str = "cluster.local"
    storage_class: str | None = None
    secrets: Mapping[str, Collection[str]] = {}
    written: str = ""

    def of(self, kind: str) -> dict[str, Object]:
        """The objects of a kind by name."""
        return {one["metadata"]["name"]: one for one in self.objects if one["kind"] == kind}


def reference_problems(output: Output) -> list[str]:
    """What leads nowhere; Secrets and ConfigMaps are looked at in `secret_references`, hosts in `hosts`."""
    return [
        f"{one['kind']} {one['metadata']['name']}: {problem}"
        for one in output.objects
        for check in _CHECKS
        for problem in check(one, output)
    ]


def sections(value: Any) -> Iterator[tuple[str, Any]]:
    """Every value at any depth with the key that it stands at; an element stands at its list's key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from sections(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sections(inner)


def _accounts(one: Object, output: Output) -> Iterator[str]:
    for key, value in sections(one.get("spec", {})):
        if key == "serviceAccountName" and value not in output.of("ServiceAccount"):
            yield f"there is no ServiceAccount {value}"


def _bindings(one: Object, output: Output) -> Iterator[str]:
    if one["kind"] not in ("RoleBinding", "ClusterRoleBinding"):
        return
    role = one["roleRef"]
    if role["name"] not in output.of(role["kind"]):
        yield f"there is no {role['kind']} {role['name']}"
    for subject in one["subjects"]:
        if subject["kind"] == "ServiceAccount" and (
            subject["name"] not in output.of("ServiceAccount") or subject["namespace"] != output.namespace
        ):
            yield f"there is no ServiceAccount {subject['namespace']}/{subject['name']}"


def _user_targets(one: Object, output: Output) -> Iterator[str]:
    if one["kind"] != "VMUser":
        return
    for target in one["spec"]["targetRefs"]:
        if not target.get("paths"):
            yield "a target without paths opens the whole component"
        if "crd" not in target:
            continue
        crd = target["crd"]
        kind, _, part = crd["kind"].partition("/")
        there = output.of(kind).get(crd["name"])
        if there is None or crd["namespace"] != output.namespace or (part and part not in there["spec"]):
            yield f"there is no {crd['kind']} {crd['namespace']}/{crd['name']}"


def _selected(one: Object, output: Output) -> Iterator[str]:
    """What an operator reads must be selected, and a selector must find something where it is there for that."""
    for kind, (owner, field) in _SELECTED_BY.items():
        if one["kind"] == kind:
            selectors = [other["spec"].get(field) for other in output.of(owner).values()]
            labels = one["metadata"].get("labels", {})
            if not any(selector is not None and matches(selector, labels) for selector in selectors):
                yield f"no {owner} selects it"
        elif one["kind"] == owner and kind in _NEEDED and field in one["spec"]:
            candidates = [other["metadata"].get("labels", {}) for other in output.of(kind).values()]
            if not any(matches(one["spec"][field], labels) for labels in candidates):
                yield f"{field} selects no {kind}"


def _notifiers(one: Object, _output: Output) -> Iterator[str]:
    """With rules for alerts and nobody to tell, vmalert 1.148 does not start, unless told that this is meant."""
    if one["kind"] == "VMAlert":
        told = bool(one["spec"].get("notifiers") or one["spec"].get("notifier"))
        if told is (one["spec"].get("extraArgs", {}).get("notifier.blackhole") == "true"):
            yield "tells nobody of alerts" if not told else "has alerts told, and swallowed"


def _claims(one: Object, output: Output) -> Iterator[str]:
    for _, value in (("", one), *sections(one)):
        for part in value if isinstance(value, list) else [value]:
            if not isinstance(part, dict):
                continue
            claims, pool = {"accessModes", "resources"} <= part.keys(), part.get("type") == "persistent-claim"
            given = part.get("storageClassName" if claims else "class")
            if (claims or pool) and given != output.storage_class:
                yield f"a claim has the class {given}, and the plan {output.storage_class}"


def _spread(one: Object, output: Output) -> Iterator[str]:
    """A constraint counts the pods of its own workload, and no others."""
    for own, spec in _pod_specs(one, output):
        for constraint in spec.get("topologySpreadConstraints", []):
            counted = constraint.get("labelSelector", {}).get("matchLabels")
            if counted != own:
                yield f"spreads over pods with {counted}, and its own have {own}"


def _pod_specs(one: Object, output: Output) -> Iterator[tuple[Mapping[str, str], Object]]:
    """What tells a workload's pods from all others, and where its constraints stand."""
    kind, name, spec = one["kind"], one["metadata"]["name"], one.get("spec", {})
    if kind in SINGLE:
        yield _victoria_labels(SINGLE[kind][0], name), spec
    for part in PARTS.get(kind, {}):
        if part in spec:
            yield _victoria_labels(part, name), spec[part]
    if kind in ("Deployment", "StatefulSet"):
        yield spec["selector"]["matchLabels"], spec["template"]["spec"]
    elif kind == "KafkaNodePool":
        cluster = one["metadata"]["labels"]["strimzi.io/cluster"]
        own = {"strimzi.io/cluster": cluster, "strimzi.io/name": f"{cluster}-kafka", "strimzi.io/pool-name": name}
        yield own, spec.get("template", {}).get("pod", {})


def _victoria_labels(part: str, name: str) -> dict[str, str]:
    return {
        "app.kubernetes.io/name": part,
        "app.kubernetes.io/instance": name,
        "app.kubernetes.io/component": "monitoring",
        "managed-by": "vm-operator",
    }


_CHECKS: tuple[Callable[[Object, Output], Iterator[str]], ...] = (
    _accounts,
    _bindings,
    _user_targets,
    _selected,
    _notifiers,
    _claims,
    _spread,
)
