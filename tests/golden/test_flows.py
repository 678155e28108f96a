"""Default deny and exactly the edges of the flow graph, and the check sees every rule that is not so."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from tests.golden.cases import GOLDEN, Case
from tests.golden.compiled import Compiled
from tests.golden.conftest import Compile
from tests.golden.flows import Needs, derived_flows, flow_problems, named_namespaces, needs_of, policy_problems
from tests.golden.flows_changes import NOBODY, TELLING, Body, fewer, no_rule, other_peers, other_ports, without
from tests.golden.flows_policies import openings, rules_of
from tests.golden.flows_reconfigured import CONFIGURED
from tests.golden.flows_world import ELSEWHERE, NAMESPACE_NAME, Reach, Site, World, world_of
from tests.golden.holding import site_of_build

SIDES = {"ingress": "from", "egress": "to"}
Change = Callable[[Body, str], Iterator[Body]]


def test_exactly_the_flows_are_open(passing: dict[str, Compiled]) -> None:
    found = {case: flow_problems(_objects(one), site_of_build(one)) for case, one in passing.items()}
    assert {case: problems for case, problems in found.items() if problems} == {}
    assert any(not site_of_build(one).policies for one in passing.values())


def test_the_cases_have_flows_of_every_sort(passing: dict[str, Compiled]) -> None:
    """So that the test above is not about nothing: each derivation finds something in some case."""
    reasons = set()
    for one in passing.values():
        world = world_of(_objects(one), site_of_build(one))
        reasons |= {flow.reason for flow in derived_flows(world, _objects(one)) if flow.source.pods | flow.target.pods}
    for sort in (
        *("writes to http:", "writes to https:", "dials http:", "dials kafka-", "dials 192.0.2.", "dials ldms-agg"),
        *("scrapes kafka", "for the user", "Service syslog-", "Service vmauth-", "Service ldms-", "listener external"),
        *("the quota plugin", "the API server has", "asks for the state", "makes topics", "reads BMCs"),
        *("dials otel-collector", "asks an array", "asks the server", "scrapes ufm", "scrapes strimzi-operator"),
        *("dials http://vlagent-", "for the user push-", "writes to http://vmselect-", "writes to http://alertmanager"),
    ):
        assert any(sort in reason for reason in reasons), sort


class Subject(NamedTuple):
    """The default output, and what its objects need, whatever its policies are changed to."""

    world: World
    needs: Needs
    objects: Sequence[Body]

    @property
    def policies(self) -> list[Body]:
        """As they are rendered; not to be changed."""
        return [one for one in self.objects if one["kind"] == "NetworkPolicy"]

    def problems(self, old: Body, new: Body | None) -> list[str]:
        """With one object in place of another, or without it."""
        rest = [one for one in self.objects if one is not old]
        return policy_problems(self.world, self.needs, rest if new is None else [*rest, new])


def subject_of(one: Compiled) -> Subject:
    objects = _objects(one)
    world = world_of(objects, site_of_build(one), named_namespaces(objects))
    return Subject(world, needs_of(derived_flows(world, objects)), objects)


@pytest.fixture(scope="module")
def subject(default: Compiled) -> Subject:
    return subject_of(default)


WITH_OTHER_RULES = ("everything-on", "powerscale-authorization", "powerscale-every-value", "alerts-alertmanagers")
"""Cases with rules that the default output has not: appliances, endpoints, ranges, alertmanagers."""


@pytest.fixture(scope="module")
def others(subject: Subject, compiled: Compile) -> list[tuple[Subject, set[str]]]:
    """These, each with the rules that are new in it."""
    seen = {_text(rule) for policy in subject.policies for rule in _rules(policy)}
    found = []
    for name in WITH_OTHER_RULES:
        one = subject_of(compiled(Case(GOLDEN / name)))
        new = {_text(rule) for policy in one.policies for rule in _rules(policy)} - seen
        seen |= new
        found.append((one, new))
    return found


def test_every_policy_is_needed(subject: Subject) -> None:
    assert len(subject.policies) >= 20
    assert not [one["metadata"]["name"] for one in subject.policies if not subject.problems(one, None)]


@pytest.mark.parametrize("change", [no_rule, fewer, other_ports, other_peers])
def test_every_change_of_any_rule_is_seen(subject: Subject, change: Change) -> None:
    unseen, seen = _changed(subject, change, {_text(rule) for policy in subject.policies for rule in _rules(policy)})
    assert unseen == []
    assert seen >= 15


@pytest.mark.parametrize("change", [no_rule, fewer, other_ports, other_peers])
def test_every_change_of_a_rule_that_only_other_cases_have_is_seen(
    others: list[tuple[Subject, set[str]]], change: Change
) -> None:
    for one, new in others:
        assert new
        unseen, _ = _changed(one, change, new)
        assert unseen == []


def _changed(subject: Subject, change: Change, chosen: set[str]) -> tuple[list[tuple[str, str, Body]], int]:
    """The changes of the chosen rules that were not seen, and how many were.

    A change that opens and closes nothing is none: an endpoint with a name has its port open to anyone already.
    """
    unseen, seen = [], 0
    for policy in subject.policies:
        for direction, side in SIDES.items():
            rules = policy["spec"].get(direction, [])
            for index, rule in enumerate(rules):
                for changed in change(rule, side) if _text(rule) in chosen else ():
                    others = [*rules[:index], *([changed] if changed else []), *rules[index + 1 :]]
                    other = _with(policy, direction, others)
                    if subject.problems(policy, other):
                        seen += 1
                    elif _opened(subject.world, policy) != _opened(subject.world, other):
                        unseen.append((policy["metadata"]["name"], direction, changed))
    return unseen, seen


@pytest.mark.parametrize(
    ("direction", "rule"),
    [
        *((direction, {}) for direction in SIDES),
        *((direction, {side: [{"podSelector": {}}]}) for direction, side in SIDES.items()),
        ("ingress", {"from": [{"namespaceSelector": {}}], "ports": [{"port": 8482}]}),
        ("egress", {"to": [{"ipBlock": {"cidr": "203.0.113.0/24"}}], "ports": [{"port": 443, "endPort": 444}]}),
    ],
)
def test_one_more_rule_is_seen_in_any_policy(subject: Subject, direction: str, rule: Body) -> None:
    for policy in subject.policies:
        other = _with(policy, direction, [*policy["spec"].get(direction, []), rule])
        other["spec"]["policyTypes"] = ["Ingress", "Egress"]
        assert subject.problems(policy, other), policy["metadata"]["name"]


def test_a_policy_of_other_pods_is_seen(subject: Subject) -> None:
    """With no label at all, or without one that tells its pods from others."""
    for policy in subject.policies:
        labels: Body = policy["spec"]["podSelector"].get("matchLabels", {})
        lesser: list[Body] = [without(labels, key) for key in labels if key in TELLING]
        for less in [*lesser, {}] if labels else []:
            other = _with(policy, "podSelector", {"matchLabels": less})
            assert subject.problems(policy, other), (policy["metadata"]["name"], less)


@pytest.mark.parametrize("listener", [0, 1])
@pytest.mark.parametrize(
    "change",
    [
        lambda _: [],
        lambda peers: peers[1:],
        lambda peers: [*peers, {"podSelector": {}}],
        lambda peers: [*peers[1:], {"ipBlock": {"cidr": "192.0.2.0/23"}}],
        lambda _: [{"namespaceSelector": {}}],
        lambda _: [NOBODY],
    ],
)
def test_other_peers_of_a_listener_are_seen(
    subject: Subject, listener: int, change: Callable[[list[Body]], list[Body]]
) -> None:
    kafka = next(one for one in subject.objects if one["kind"] == "Kafka")
    other = copy.deepcopy(kafka)
    changed = other["spec"]["kafka"]["listeners"][listener]
    changed["networkPolicyPeers"] = change(changed["networkPolicyPeers"])
    assert any(f"listener {changed['name']} is" in problem for problem in subject.problems(kafka, other))


@pytest.mark.parametrize(("which", "change", "said"), CONFIGURED.values(), ids=CONFIGURED)
def test_flows_follow_from_what_is_configured(
    default: Compiled, which: str, change: Callable[[Body], object], said: str
) -> None:
    objects = copy.deepcopy(_objects(default))
    change(next(one for one in objects if f"{one['kind']} {one['metadata']['name']}" == which))
    problems = flow_problems(objects, site_of_build(default))
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("expose-node-port", {"source_ranges": ("192.0.2.0/25",)}, "on UDP 1514 is used by no flow: 192.0.2.0/24"),
        ("expose-cluster-ip", {"source_ranges": ("192.0.2.0/25",)}, "on TCP 9094 is stopped: 192.0.2.0/25"),
        ("default", {"api_server": ("203.0.113.1/32",)}, "egress on TCP 6443 is used by no flow: a pod of"),
        ("default", {"api_server": ("203.0.113.1/32",)}, "operator: ingress on TCP 9443 is used by no flow: a pod of"),
        (
            "default",
            {"operators": {"strimzi_namespace": "strimzi"}},
            "on TCP 8443 is stopped: strimzi-cluster-operator of strimzi",
        ),
        ("default", {"operators": {"victoriametrics_namespace": "victoria"}}, "on TCP 9443 is used by no flow"),
        ("default", {"domain": "k8s.example"}, "vmagent/vmagent: egress on TCP 8480 is stopped: "),
        ("default", {"policies": False}, "NetworkPolicy default-deny: policies are switched off"),
        ("default", {"policies": False}, "Kafka kafka: has peers, and policies are switched off"),
    ],
)
def test_what_the_user_says_of_the_cluster_counts(
    compiled: Compile, name: str, change: dict[str, Any], said: str
) -> None:
    """Ranges where the objects name none; a load balancer names them itself."""
    one = compiled(Case(GOLDEN / name))
    problems = flow_problems(_objects(one), site_of_build(one)._replace(**change))
    assert any(said in problem for problem in problems), problems


def test_an_operator_that_is_said_to_be_here_is_here(default: Compiled) -> None:
    site = site_of_build(default)._replace(operators={"strimzi_namespace": "telemetry"})
    assert flow_problems(_objects(default), site) == []


def _pod(name: str) -> Body:
    labels = {"app.kubernetes.io/name": name}
    ports = [{"name": "http", "containerPort": 8080}]
    template = {"metadata": {"labels": labels}, "spec": {"containers": [{"ports": ports}]}}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": {"template": template}}


def _peer(name: str) -> Body:
    return {"podSelector": {"matchLabels": {"app.kubernetes.io/name": name}}}


@pytest.mark.parametrize(
    ("specs", "direction", "opened"),
    [
        ([], "ingress", {"every port": "anyone"}),
        ([{}], "ingress", {}),
        ([{}], "egress", {"every port": "anyone"}),
        ([{"policyTypes": ["Egress"]}], "ingress", {"every port": "anyone"}),
        ([{"policyTypes": ["Egress"]}, {}], "ingress", {}),
        ([{"egress": [{"to": [_peer("b")]}]}], "egress", {"every port": "b"}),
        ([{"policyTypes": ["Ingress"], "egress": [{}]}], "egress", {"every port": "anyone"}),
        ([{"ingress": [{"from": []}]}], "ingress", {"every port": "anyone"}),
        ([{"ingress": [{"from": [_peer("b")], "ports": [{"port": "http"}]}]}], "ingress", {"TCP 8080": "b"}),
        ([{"egress": [{"to": [_peer("b")], "ports": [{"port": "http"}]}]}], "egress", {"TCP 8080": "b"}),
        ([{"ingress": [{"from": [_peer("b")], "ports": [{"port": "dns"}]}]}], "ingress", {}),
        ([{"ingress": [{"from": [_peer("b")], "ports": [{"protocol": "UDP"}]}]}], "ingress", {"UDP 0-65535": "b"}),
        (
            [{"ingress": [{"from": [{**_peer("b"), "namespaceSelector": {}}]}]}],
            "ingress",
            {"every port": f"b, b of {ELSEWHERE}, b of x"},
        ),
        (
            [{"ingress": [{"from": [_peer("b")]}]}, {"ingress": [{"from": [_peer("a")]}]}],
            "ingress",
            {"every port": "a, b"},
        ),
        ([{"podSelector": _peer("b")["podSelector"]}], "ingress", {"every port": "anyone"}),
        (
            [{"ingress": [{"from": [{"ipBlock": {"cidr": "10.0.0.0/30", "except": ["10.0.0.2/31"]}}]}]}],
            "ingress",
            {"every port": "10.0.0.0/31"},
        ),
        (
            [{"ingress": [{"from": [{"namespaceSelector": {"matchLabels": {NAMESPACE_NAME: "x"}}}]}]}],
            "ingress",
            {"every port": "a of x, a pod of x, b of x, strimzi-cluster-operator of x, victoria-metrics-operator of x"},
        ),
    ],
)
def test_policies_are_read_as_kubernetes_reads_them(specs: list[Body], direction: str, opened: dict[str, str]) -> None:
    """What is open to and from the pod `a`, by port."""
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "n"}}
    world = world_of([namespace, _pod("a"), _pod("b")], Site(), ["x"])
    policies = [{"metadata": {"name": "p"}, "spec": {"podSelector": {}, **spec}} for spec in specs]
    found: dict[str, Reach] = {}
    for one in openings(world, [(policy, rules_of(policy, world)) for policy in policies]):
        if one.pod == "a" and one.direction == direction:
            found[str(one.port)] = found.get(str(one.port), Reach()).joined(one.reach)
    everyone = {world.anyone: "anyone"}
    assert {port: everyone.get(reach, ", ".join(reach.beyond(Reach()))) for port, reach in found.items()} == opened


def _objects(one: Compiled) -> list[Body]:
    return list(one.objects().values())


def _opened(world: World, policy: Body) -> dict[tuple[str, str, str], Reach]:
    """By direction, pod and port: whom a policy lets through."""
    found: dict[tuple[str, str, str], Reach] = {}
    for one in openings(world, [(policy, rules_of(policy, world))]):
        key = (one.direction, one.pod, str(one.port))
        found[key] = found.get(key, Reach()).joined(one.reach)
    return found


def _rules(policy: Body) -> list[Body]:
    return [rule for direction in SIDES for rule in policy["spec"].get(direction, [])]


def _text(rule: Body) -> str:
    return json.dumps(rule, sort_keys=True)


def _with(policy: Body, field: str, value: object) -> Body:
    return {**policy, "spec": {**policy["spec"], field: value}}
