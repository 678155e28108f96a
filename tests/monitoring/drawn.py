"""The dashboards of a golden case, and what they ask."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from tests.golden.cases import Case
from tests.golden.pods import pods
from tests.golden.selectors import matches
from tests.monitoring.catalogue import Exposed, exposed
from tests.monitoring.expressions import Query, queries
from tests.monitoring.rendered_rules import bodies

Board = dict[str, Any]
_INTERVALS = re.compile(r"\$__(rate_interval|interval|range)")
_CHOICE = re.compile(r"\$(\w+)")
_LABEL_VALUES = re.compile(r"label_values\((.*), (\w+)\)")


class Asked(NamedTuple):
    """An expression of a dashboard, with Grafana's variables filled in; ``language`` as `queries` takes it."""

    board: str
    panel: str
    language: str
    text: str


@cache
def boards(case: Case) -> Mapping[str, Board]:
    """Every dashboard of a case by the name of its ConfigMap; change none of them."""
    return dashboards(bodies(case))


def dashboards(objects: Iterable[dict[str, Any]]) -> dict[str, Board]:
    """Those among rendered objects."""
    return {
        body["metadata"]["name"]: json.loads(text)
        for body in objects
        if body["kind"] == "ConfigMap" and body["metadata"]["name"].startswith("dashboard-")
        for text in body["data"].values()
    }


def asked(board: Board) -> Iterator[Asked]:
    """Everything that a dashboard asks, its choices included."""
    for one in board["templating"]["list"]:
        found = _LABEL_VALUES.fullmatch(one["query"]["query"]) if one["type"] == "query" else None
        if found:
            yield Asked(board["title"], one["label"], "metrics", _filled(found[1]))
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            yield Asked(board["title"], panel["title"], _language(target), _filled(target["expr"]))


def panels(board: Board) -> list[dict[str, Any]]:
    """Its panels without the titles of rows."""
    return [panel for panel in board["panels"] if panel["type"] != "row"]


def unanswered(asked: Asked, query: Query, found: Exposed, pushed: frozenset[str]) -> Iterator[str]:
    """What of a question nothing that is rendered answers; ``pushed`` are the sources that write whatever they like."""
    where = f"{asked.board}: {asked.panel}: {asked.text}"
    if query.error is not None:
        yield f"{where}: {query.error}"
    for one in query.selectors:
        filters = {one.label: one for one in one.filters}
        if one.metric is not None:
            if not found.has(one.metric):
                yield f"{where}: nothing exposes {one.metric}"
        elif "__name__" in filters:
            if not found.some(filters["__name__"].value):
                yield f"{where}: nothing exposes a name like {filters['__name__'].value}"
        elif not any(one.label == "source" and one.op == "=" and one.value in pushed for one in one.filters):
            yield f"{where}: asks for series of any name"


def findings(case: Case) -> list[str]:
    """Everything that the dashboards of a case ask in vain."""
    objects, questions = bodies(case), [one for board in boards(case).values() for one in asked(board)]
    found, pushed = exposed(objects), push_sources(objects)
    answers = answered(tuple((one.language, one.text) for one in questions))
    return [
        problem
        for one, answer in zip(questions, answers, strict=True)
        for problem in unanswered(one, answer, found, pushed)
    ]


@cache
def answered(texts: tuple[tuple[str, str], ...]) -> list[Query]:
    """The parsers' answers; many cases ask the same."""
    return queries(texts)


def push_sources(objects: list[dict[str, Any]]) -> frozenset[str]:
    """The sources that a user of VMAuth puts on all it writes."""
    return frozenset(
        value.removeprefix("source=")
        for one in objects
        if one["kind"] == "VMUser"
        for target in one["spec"]["targetRefs"]
        for argument in target.get("query_args", ())
        for value in argument["values"]
    )


def jobs(objects: list[dict[str, Any]]) -> frozenset[str]:
    """The label `job` of everything that is scraped, and of what the bridges push."""
    known, found = pods(objects, "any"), {"ldms", "ome"}
    for one in objects:
        if one["kind"] == "VMPodScrape":
            selector, label = one["spec"]["selector"], one["spec"]["jobLabel"]
            found |= {pod.labels[label] for pod in known if matches(selector, pod.labels)}
        elif one["kind"] == "VMStaticScrape":
            found.add(one["spec"]["jobName"])
    return frozenset(found)


def log_sources(objects: list[dict[str, Any]]) -> frozenset[str]:
    """The sources whose name some agent or bridge puts on lines."""
    texts = [json.dumps(one) for one in objects if one["kind"] in ("VLAgent", "ConfigMap")]
    quoted = r'\\?"source\\*": ?\\*"(\w+)'
    return frozenset(name for text in texts if "dashboard" not in text[:200] for name in re.findall(quoted, text))


def _language(target: Mapping[str, Any]) -> str:
    if target["datasource"]["type"] == "prometheus":
        return "metrics"
    return "stats" if target["queryType"] == "statsRange" else "logs"


def _filled(text: str) -> str:
    """As Grafana does before it asks: a range for an interval, everything for a choice."""
    return _CHOICE.sub(".*", _INTERVALS.sub("5m", text))
