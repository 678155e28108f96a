"""`requirements` names what the rendered objects need of the cluster, and nothing else."""

from __future__ import annotations

import re

from tests.golden.compiled import Compiled

OPERATORS = ("operator.victoriametrics.com/", "kafka.strimzi.io/")


def test_the_crds_are_those_of_the_rendered_kinds(passing: dict[str, Compiled]) -> None:
    for name, case in passing.items():
        kinds = {body["kind"] for body in case.objects().values() if body["apiVersion"].startswith(OPERATORS)}
        reasons = " ".join(one.reason for one in case.sure_plan.requirements if one.what.endswith(" operator"))
        assert set(re.findall(r"\b(?:Kafka|V[ML])[A-Z]?\w*\b", reasons)) == kinds, name


def test_cluster_roles_are_asked_for_where_there_are_some(passing: dict[str, Compiled]) -> None:
    seen = set()
    for name, case in passing.items():
        rendered = any(body["kind"] == "ClusterRole" for body in case.objects().values())
        asked = any("ClusterRoles" in one.what for one in case.sure_plan.requirements)
        assert rendered is asked, name
        seen.add(rendered)
    assert seen == {True, False}
