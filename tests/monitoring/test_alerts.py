"""What is watched is what is rendered: targets, names, limits, whom vmalert tells, and the page that explains it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.golden.cases import ROOT, Case
from tests.golden.pods import pods
from tests.golden.selectors import matches
from tests.monitoring.catalogue import exposed
from tests.monitoring.expressions import metric_queries
from tests.monitoring.rendered_rules import Rule, bodies, case_named, cases, compiled, of_kind, rules

PAGE = ROOT / "docs" / "alerts.md"
ELSEWHERE = {"strimzi-cluster-operator"}
"""Jobs of pods that are not rendered here, so that nobody knows how many there are."""


def alert(case: Case, name: str) -> Rule:
    return next(rule for rule in rules(case) if rule.name == name)


def vmalert(case: Case) -> dict[str, Any]:
    (found,) = of_kind(case, "VMAlert")
    spec: dict[str, Any] = found["spec"]
    return spec


def planned_jobs(case: Case) -> dict[str, int]:
    expression = alert(case, "TargetMissing").body["expr"]
    return {job: int(count) for count, job in re.findall(r'label_set\((\d+), "job", "([a-z0-9-]+)"\)', expression)}


def scraped_jobs(case: Case) -> Iterator[str]:
    """The job of each pod that a scrape object finds, as the operator's relabelling makes it."""
    objects = bodies(case)
    known = pods(objects, "any")
    for scrape in of_kind(case, "VMPodScrape"):
        spec = scrape["spec"]
        asked = [one["port"] for one in spec["podMetricsEndpoints"]]
        for pod in known:
            if matches(spec["selector"], pod.labels) and (pod.ports is None or set(asked) & set(pod.ports)):
                yield pod.labels[spec["jobLabel"]]


def watching() -> list[Case]:
    return [case for case in cases() if of_kind(case, "VMAlert")]


def test_every_job_that_is_scraped_is_missed_when_it_is_gone() -> None:
    for case in watching():
        assert set(planned_jobs(case)) == set(scraped_jobs(case)) - ELSEWHERE, case.name


def test_as_many_pods_are_missed_as_are_planned() -> None:
    case = case_named("everything-on")
    planned = planned_jobs(case)
    plan = compiled(case).plan
    assert plan is not None
    replicas = {one.name: one.replicas for one in plan.workloads}
    replicas["kafka"] = replicas["controller"] + replicas["broker"]
    assert planned == {job: replicas[job] for job in planned}


def test_every_metric_that_is_asked_for_is_exposed() -> None:
    found = [(case, rule) for case in watching() for rule in rules(case)]
    texts = list(dict.fromkeys(rule.body["expr"] for _, rule in found))
    answers = dict(zip(texts, metric_queries(texts), strict=True))
    known = {case.name: exposed(bodies(case)) for case in watching()}
    unknown = set()
    for case, rule in found:
        query = answers[rule.body["expr"]]
        assert query.error is None, f"{rule.name}: {query.error}"
        for selector in query.selectors:
            if selector.metric is not None and not known[case.name].has(selector.metric):
                unknown.add(f"{case.name}: {rule.name} asks for {selector.metric}")
            for one in selector.filters:
                if one.label == "__name__" and not known[case.name].some(one.value):
                    unknown.add(f"{case.name}: {rule.name} asks for {one.value}")
    assert not unknown, "\n".join(sorted(unknown))


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    for case in watching():
        for rule in rules(case):
            assert rule.body["labels"]["severity"] in ("critical", "warning", "none")
            texts = rule.body["annotations"]
            assert set(texts) == {"summary", "description", "runbook"}
            assert texts["runbook"] == f"docs/alerts.md#{rule.name.lower()}"
            assert len(texts["summary"]) < 80
            assert re.search(r"\b(Look|Raise|Bring|Give|look|Let)\b|log (has|of)|Planned", texts["description"]), (
                rule.name
            )


def test_the_page_has_a_section_for_each_alert_and_no_other() -> None:
    severities = {rule.name: rule.body["labels"]["severity"] for case in watching() for rule in rules(case)}
    waits = {rule.name: rule.body["for"] for case in watching() for rule in rules(case)}
    heading = re.compile(r"^### (\w+)\n(\w+)(?:, (\d+) (minutes?|hour)|, at once)?\.", re.MULTILINE)
    sections = heading.findall(PAGE.read_text(encoding="utf-8"))
    assert {name: severity for name, severity, _, _ in sections} == severities
    said = {name: f"{count or 0}{'h' if unit == 'hour' else 'm'}" for name, _, count, unit in sections}
    assert said == waits


def test_names_of_alerts_are_unique_within_a_case() -> None:
    for case in watching():
        names = [rule.name for rule in rules(case)]
        assert len(names) == len(set(names)), case.name
        groups = {rule.file: rule.group for rule in rules(case)}
        assert all(file == f"rules-{group}" for file, group in groups.items())


@pytest.mark.parametrize("name", ["monitoring-off", "alerts-off", "logs-alone"])
def test_nothing_watches_where_nobody_wants_it_or_nothing_keeps_metrics(name: str) -> None:
    case = case_named(name)
    assert not [one for one in bodies(case) if one["kind"] in ("VMAlert", "VMRule")]
    assert not {one["metadata"]["name"] for one in of_kind(case, "VMPodScrape")} & {"vmalert", "strimzi-operator"}
    assert "vmalert" not in {one["metadata"]["name"] for one in bodies(case)}


def test_the_operator_keeps_alerts_only_where_there_is_a_notifier_or_a_black_hole() -> None:
    for case in watching():
        spec = vmalert(case)
        assert ("notifiers" in spec) != (spec.get("extraArgs") == {"notifier.blackhole": "true"}), case.name


def test_whoever_is_named_is_told() -> None:
    case = case_named("alerts-alertmanagers")
    assert [one["url"] for one in vmalert(case)["notifiers"]] == [
        "http://alertmanager.monitoring.svc:9093",
        "http://198.51.100.40:9093",
        "http://[2001:db8::40]:9093",
        "https://alerts.example.com/site-one",
    ]
    assert {"AlertsNotSent", "Watchdog"} <= {rule.name for rule in rules(case)}
    assert not {"AlertsNotSent", "Watchdog"} & {rule.name for rule in rules(case_named("default"))}


def test_vmalert_reaches_whom_it_tells_and_nobody_else() -> None:
    (policy,) = (
        one
        for one in of_kind(case_named("alerts-alertmanagers"), "NetworkPolicy")
        if one["metadata"]["name"] == "vmalert"
    )
    egress = policy["spec"]["egress"]
    blocks = {peer["ipBlock"]["cidr"] for rule in egress for peer in rule.get("to", []) if "ipBlock" in peer}
    assert blocks == {"198.51.100.40/32", "2001:db8::40/128"}
    assert [rule["ports"] for rule in egress if "to" not in rule] == [[{"protocol": "TCP", "port": 443}]]
    assert [
        peer["namespaceSelector"]["matchLabels"]
        for rule in egress
        for peer in rule.get("to", [])
        if "namespaceSelector" in peer
    ] == [{"kubernetes.io/metadata.name": "monitoring"}]


def test_state_is_kept_where_it_is_read_again() -> None:
    spec = vmalert(case_named("default"))
    host = "victoria-cluster.telemetry.svc.cluster.local"
    assert spec["datasource"] == spec["remoteRead"] == {"url": f"http://vmselect-{host}:8481/select/0/prometheus"}
    # vmalert appends /api/v1/write itself.
    assert spec["remoteWrite"] == {"url": f"http://vminsert-{host}:8480/insert/0/prometheus"}


def test_rules_are_taken_from_here_only() -> None:
    spec = vmalert(case_named("default"))
    assert "ruleNamespaceSelector" not in spec
    for rule in of_kind(case_named("default"), "VMRule"):
        assert matches(spec["ruleSelector"], rule["metadata"]["labels"])


def test_certificates_are_watched_where_the_operator_may_be_scraped() -> None:
    here, elsewhere = case_named("default"), case_named("operators-elsewhere")
    assert {"CertificateRenewalLate", "CertificateExpires"} <= {rule.name for rule in rules(here)}
    assert not {"CertificateRenewalLate", "CertificateExpires"} & {rule.name for rule in rules(elsewhere)}
    assert "strimzi-operator" in {one["metadata"]["name"] for one in of_kind(here, "VMPodScrape")}
    assert "strimzi-operator" not in {one["metadata"]["name"] for one in of_kind(elsewhere, "VMPodScrape")}


@pytest.mark.parametrize("name", ["BrokerVolumeFills", "MetricsStoreDiskLow", "LogStoreDiskLow"])
def test_limits_follow_the_volumes(name: str) -> None:
    assert alert(case_named("default"), name).body["expr"] != alert(case_named("volume-sizes"), name).body["expr"]
