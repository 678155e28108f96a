"""Which metrics an output leads to: of everything that its scrape objects find, and of every path that carries data.

Names stand in the lists of `catalogue_lists/`, one a line, behind where each list is known from; a star stands for
whatever a source names freely. `catalogue_make.py` makes those lists that a real program can give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.golden.pods import Object, Pod, pods
from tests.golden.selectors import matches

LISTS = Path(__file__).with_name("catalogue_lists")
_NAME = "app.kubernetes.io/name"
_VICTORIA = frozenset("vmstorage vminsert vmselect vmagent vmauth vmalert vlstorage vlinsert vlselect vlagent".split())
_OWN = {
    "idrac-telemetry": ("idrac",),
    "kube-state-metrics": ("kube-state-metrics",),
    "otel-collector": ("otel-collector",),
    "vector-ldms": ("vector",),
    "vector-ome": ("vector",),
}
"""The lists of workloads that are rendered here, by the label of their pods."""
_LABELS = frozenset("timestamp producer instance schema component_id job_id app_id name gpu_id".split())
"""Columns of LDMS that become labels or the sample's time."""
_SUFFIXES = re.compile(r"_(total|bucket|sum|count)\Z")
_EXAMPLES = ("", "Any_")
"""What a star may stand for, to see whether a regular expression finds such a name."""


class Exposed(NamedTuple):
    """Every name; a pattern has a star where a source names freely."""

    names: frozenset[str]
    patterns: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether a metric of this name may exist."""
        return name in self.names or any(fnmatchcase(name, pattern) for pattern in self.patterns)

    def some(self, expression: str) -> bool:
        """Whether a regular expression, anchored as selectors are, finds a name that may exist."""
        wanted = re.compile(expression)
        examples = (pattern.replace("*", example) for pattern in self.patterns for example in _EXAMPLES)
        return any(wanted.fullmatch(name) for name in (*self.names, *examples))


def exposed(objects: Mapping[str, Object] | Iterable[Object]) -> Exposed:
    """What these rendered objects lead to."""
    bodies = list(objects.values() if isinstance(objects, Mapping) else objects)
    found = {*_scraped(bodies), *_carried(bodies)}
    patterns = {name for name in found if "*" in name}
    return Exposed(frozenset(found - patterns), frozenset(patterns))


@cache
def listed(name: str) -> frozenset[str]:
    """The names of a list."""
    lines = (LISTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _scraped(bodies: Sequence[Object]) -> Iterator[str]:
    known = pods(bodies, "any")
    for one in bodies:
        spec = one.get("spec", {})
        if one["kind"] == "VMPodScrape":
            for pod in (pod for pod in known if matches(spec["selector"], pod.labels)):
                ports = [end["port"] for end in spec["podMetricsEndpoints"]]
                yield from _of_pod(bodies, pod, [port for port in ports if pod.ports is None or port in pod.ports])
        elif one["kind"] == "VMServiceScrape":
            for service in bodies:
                if service["kind"] == "Service" and matches(spec["selector"], service["metadata"]["labels"]):
                    wanted = {"matchLabels": service["spec"]["selector"]}
                    for pod in (pod for pod in known if matches(wanted, pod.labels)):
                        yield from _of_pod(bodies, pod, [end["port"] for end in spec["endpoints"]])
        elif one["kind"] == "VMStaticScrape":
            for end in spec["targetEndpoints"]:
                yield from listed("target")
                yield from listed(end["labels"]["source"])


def _of_pod(bodies: Sequence[Object], pod: Pod, ports: Sequence[str]) -> Iterator[str]:
    if not ports:
        return
    yield from listed("target")
    name = pod.labels.get(_NAME, "")
    if "reloader-http" in ports:
        yield from listed("config-reloader")
    if name in _VICTORIA and set(ports) - {"reloader-http"}:
        yield from (*listed("victoria"), *listed(name))
    elif "strimzi.io/pool-name" in pod.labels:
        yield from _of_kafka(bodies, pod.labels["strimzi.io/pool-name"])
    if pod.labels.get("name") == "strimzi-cluster-operator":
        yield from listed("strimzi-operator")
    for found in _OWN.get(name, ()):
        yield from listed(found)
    if name.startswith("vector-"):
        yield from _of_bridge(bodies, name)


def _of_kafka(bodies: Sequence[Object], pool: str) -> Iterator[str]:
    """What the rendered allow list lets through; it matches names whole, before their suffixes."""
    kafka = next(one for one in bodies if one["kind"] == "Kafka")
    settings = kafka["spec"]["kafka"].get("metricsConfig")
    if settings is None:
        return
    yield from listed("jvm")
    allowed = [re.compile(one) for one in settings["values"]["allowList"]]
    for name in listed(f"kafka-{pool}"):
        if any(one.fullmatch(_SUFFIXES.sub("", name)) for one in allowed):
            yield name


def _of_bridge(bodies: Sequence[Object], name: str) -> Iterator[str]:
    """Vector's own numbers, and the counters that the programs make."""
    for text in _texts(bodies, name):
        if "topic_lag_metric: true" in text:
            yield from listed("vector-lag")
        prefix = name.replace("-", "_")
        yield from re.findall(rf'"name": "({prefix}_\w+)"', text)
        if f'"name": "{prefix}_" + ' in text:
            yield from (f"{prefix}_{word}_total" for word in re.findall(r'"([a-z_]+)"', text))


def _carried(bodies: Sequence[Object]) -> Iterator[str]:
    """What is pushed: through the bridges, over OTLP, by vmalert."""
    kinds = {(one["kind"], one["metadata"]["name"]) for one in bodies}
    if ("Deployment", "vector-ldms") in kinds:
        for one in bodies:
            if one["kind"] == "ConfigMap" and "decomposition.json" in one["data"]:
                yield from _of_decomposition(one["data"]["decomposition.json"])
    if ("Deployment", "vector-ome") in kinds and any('"ome_"' in text for text in _texts(bodies, "vector-ome")):
        yield from listed("ome")
    if any(kind in ("Deployment", "StatefulSet") and name == "otel-collector" for kind, name in kinds):
        yield from listed("csm-powerscale")
    if any(kind == "VMAlert" for kind, _ in kinds):
        yield from listed("alerts")


def _of_decomposition(text: str) -> Iterator[str]:
    """A metric for each column of each static row, as the bridge names them; of unknown sets `as_is`."""
    yield from ("ldms_job_info", "ldms_as_is_*")
    for one in json.loads(text)["decomposition"].values():
        for row in one.get("rows", ()):
            for name in {column["dst"] for column in row["cols"]} - _LABELS:
                plain = re.sub(r"[^0-9A-Za-z]+\Z", "", name)
                yield f"ldms_{_legal(row['schema'])}_{_legal(plain)}"


def _legal(name: str) -> str:
    return re.sub(r"[^0-9A-Za-z_]+", "_", name)


def _texts(bodies: Sequence[Object], name: str) -> list[Any]:
    return [
        text
        for one in bodies
        if one["kind"] == "ConfigMap" and one["metadata"]["name"] == name
        for text in one["data"].values()
    ]
