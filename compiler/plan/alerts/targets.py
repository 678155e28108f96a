"""Alerts about targets: one that does not answer, and one that is not even found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...config.configuration import Configuration
from ..decision import Decided, Workload
from ..kafka_edges import POOLS
from ..places import KAFKA, METRICS_PORTS
from .model import CRITICAL, WARNING, Alert, Watched, here


def target_alerts(configuration: Configuration, watched: Watched) -> Iterator[Alert]:
    """Every pod that is scraped."""
    pods = here(configuration)
    yield Alert(
        "TargetDown",
        WARNING,
        "10m",
        f"up{{{pods}}} == 0",
        "{{ $labels.pod }} does not answer",
        "vmagent finds {{ $labels.pod }} (job {{ $labels.job }}, port {{ $labels.endpoint }}) and gets no metrics from "
        "it. Look at the pod's state and log; if it is well, at the NetworkPolicies of the pod and of vmagent.",
    )
    jobs = scraped_pods(watched.workloads, watched.pages)
    planned = ", ".join(f'label_set({count}, "job", "{job}")' for job, count in jobs.items())
    found = f'count by (job) (count by (job, pod) (up{{{pods}, job=~"{"|".join(jobs)}"}}))'
    yield Alert(
        "TargetMissing",
        CRITICAL,
        "15m",
        f"WITH (planned = union({planned})) planned > on (job) ({found} or on (job) planned * 0)",
        "pods of {{ $labels.job }} are missing",
        "Planned are {{ $value }}, and vmagent finds fewer. Look at what keeps them from "
        "being made or scheduled (`kubectl get events`, the custom resource's status, the operator's log). Where all "
        "jobs are missing, it is vmagent that finds or writes nothing.",
        Decided(
            ", ".join(f"{job} {count}" for job, count in jobs.items()),
            "the planned replicas of what is scraped",
            tuple(dict.fromkeys(key for one in watched.workloads for key in one.keys)),
        ),
    )


def scraped_pods(workloads: Sequence[Workload], pages: frozenset[str]) -> dict[str, int]:
    """How many pods each job has, by the job's name as the scrape objects make it."""
    found: Counter[str] = Counter()
    for one in workloads:
        if one.name in POOLS:
            found[KAFKA] += one.replicas
        elif one.name in METRICS_PORTS or one.name in pages:
            found[one.name] += one.replicas
    return dict(sorted(found.items()))
