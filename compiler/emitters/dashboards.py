"""Dashboards of Grafana, from short definitions: which panels a dashboard has follows from the parts in the plan."""

import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..kube.objects import Manifest, object_of
from ..plan.dashboards import Dashboard
from ..plan.plan import Plan
from .dashboard_panels import LOGS_TYPE, METRICS_TYPE, panel

COMPONENT = "monitoring"
FOUND_BY = {"grafana_dashboard": "1"}
"""What the sidecar of Grafana's Helm chart looks for by default."""
SCHEMA_VERSION = 41
"""Grafana 11.6 and 12 write this one; later ones migrate it when they read it."""
WIDTH = 24
"""Columns of Grafana's grid."""
# Without indentation the encoder is the one in C, which counts in a program that runs for a fifth of a second.
_json = json.JSONEncoder(ensure_ascii=False).encode
_VALUE = re.compile(r"<(\w[\w-]*)>")
Definition = Mapping[str, Any]


def emit_dashboards(plan: Plan) -> Iterable[Manifest]:
    """A ConfigMap for each dashboard."""
    for board in plan.dashboards:
        name = f"dashboard-{board.name}"
        # Grafana's sidecar puts the files of all ConfigMaps into one folder, those of other stacks too.
        file = f"dashboard-{plan.platform.namespace}-{board.name}.json"
        data = {file: _text(plan.platform.namespace, board)}
        yield object_of(plan.platform, COMPONENT, "v1", "ConfigMap", name, labels=FOUND_BY, data=data)


def _text(namespace: str, board: Dashboard) -> str:
    """A line a panel, so that whoever keeps the output in Git sees which one changed."""
    drawn = _drawn(board)
    head = _json(
        {
            "uid": _uid(namespace, board.name),
            "title": f"{board.title} ({namespace})",
            "description": drawn.about,
            "tags": ["telecompile", namespace],
            "schemaVersion": SCHEMA_VERSION,
            "editable": True,
            "graphTooltip": 1,
            "timezone": "browser",
            "time": {"from": "now-6h", "to": "now"},
            "refresh": "1m",
            "annotations": {"list": []},
            "links": [_link(namespace)],
        }
    )
    return f'{head[:-1]}, "templating": {drawn.templating}, "panels": [\n{drawn.panels}\n]}}\n'


class _Drawn(NamedTuple):
    """What of a dashboard is the same in every namespace; two parts of it are JSON already."""

    about: str
    templating: str
    panels: str


# Clusters of a fleet mostly have the same dashboards.
@lru_cache(maxsize=64)
def _drawn(board: Dashboard) -> _Drawn:
    definition = _definition(board.definition, dict(board.values))
    parts = frozenset(board.parts.value)
    rows = [(row["title"], [one for one in row["panels"] if _shown(one, parts)]) for row in definition["rows"]]
    placed = _placed([(title, panels) for title, panels in rows if panels])
    variables = [one for one in definition.get("variables", ()) if _shown(one, parts)]
    templating = {"list": [*_datasources(panels for _, panels in rows), *map(_variable, variables)]}
    return _Drawn(definition["about"], _json(templating), ",\n".join(map(_json, placed)))


@cache
def _source(name: str) -> str:
    root = __package__.partition(".")[0]
    data = pkgutil.get_data(root, f"manifests_templates/monitoring/dashboards/{name}.json")
    if data is None:
        raise ValueError(f"no dashboard is called {name}")
    return data.decode()


def _definition(name: str, values: Mapping[str, str]) -> Definition:
    """With values in the place of their names; a panel that lacks one is not shown anyway."""
    text = _VALUE.sub(lambda found: _json(values[found[1]])[1:-1] if found[1] in values else found[0], _source(name))
    found: Definition = json.loads(text)
    return found


def _shown(one: Mapping[str, Any], parts: frozenset[str]) -> bool:
    return parts.issuperset(one.get("needs", ()))


def _uid(namespace: str, name: str) -> str:
    """At most 40 characters, the same in each build: two stacks in one Grafana differ by their namespace."""
    return f"{namespace[:15]}-{_digest(namespace + '/' + name)}-{name[:15]}"


def _digest(text: str) -> str:
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _link(namespace: str) -> Definition:
    return {
        "title": "The other dashboards of this stack",
        "type": "dashboards",
        "tags": ["telecompile", namespace],
        "asDropdown": True,
        "icon": "external link",
        "includeVars": False,
        "keepTime": True,
        "targetBlank": False,
        "tooltip": "",
        "url": "",
    }


def _datasources(rows: Iterable[Sequence[Definition]]) -> Iterator[Definition]:
    asked = {_language(panel) for panels in rows for panel in panels}
    for name, label, type, on in (
        ("datasource", "Metrics", METRICS_TYPE, "metrics" in asked),
        ("logs", "Logs", LOGS_TYPE, "logs" in asked),
    ):
        if on:
            yield {"name": name, "label": label, "type": "datasource", "query": type, "refresh": 1, "hide": 0}


def _language(panel: Definition) -> str:
    return "logs" if panel.get("language", "metrics") in ("logs", "stats") else "metrics"


def _variable(given: Definition) -> Definition:
    query = f"label_values({given['of']}, {given['label']})"
    return {
        "name": given["name"],
        "label": given["title"],
        "type": "query",
        "datasource": {"type": METRICS_TYPE, "uid": "${datasource}"},
        "query": {"query": query, "refId": given["name"]},
        "includeAll": True,
        "allValue": ".*",
        "multi": True,
        "current": {"selected": True, "text": ["All"], "value": ["$__all"]},
        "refresh": 2,
        "sort": 1,
        "hide": 0,
    }


def _placed(rows: Sequence[tuple[str, Sequence[Definition]]]) -> Iterator[Definition]:
    """Panels from left to right in lines, below the title of their row; each line as high as its highest."""
    number, top = 0, 0
    for title, panels in rows:
        number += 1
        place = {"x": 0, "y": top, "w": WIDTH, "h": 1}
        yield {"id": number, "type": "row", "title": title, "collapsed": False, "gridPos": place, "panels": []}
        top, left, height = top + 1, 0, 0
        for given in panels:
            number += 1
            made = panel(given, number)
            wide, high = made["gridPos"]["w"], made["gridPos"]["h"]
            if left + wide > WIDTH:
                top, left, height = top + height, 0, 0
            made["gridPos"] |= {"x": left, "y": top}
            yield made
            left, height = left + wide, max(height, high)
        top += height
