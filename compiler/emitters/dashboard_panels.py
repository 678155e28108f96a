"""The panels of a dashboard: from what is asked, in which unit, to what Grafana wants to hear about each."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

METRICS_TYPE, LOGS_TYPE = "prometheus", "victoriametrics-logs-datasource"
"""Data sources; VictoriaMetrics speaks Prometheus' language, so Grafana's own plugin is enough."""
_SIZES = {"timeseries": (12, 8), "stat": (4, 4), "table": (24, 8), "logs": (24, 11)}
"""Width and height on a grid of 24 columns, where the definition names none."""
_QUERY_TYPES = {"logs": "instant", "stats": "statsRange"}
LINES = 500
"""Log lines that a panel asks for at most."""
Given = Mapping[str, Any]


def panel(given: Given, number: int) -> dict[str, Any]:
    """A panel without its place; ``given`` is its definition."""
    type = given.get("type", "timeseries")
    language = given.get("language", "metrics")
    wide, high = given.get("size", _SIZES[type])
    source = _source(language)
    return {
        "id": number,
        "type": type,
        "title": given["title"],
        "description": given["about"],
        "datasource": source,
        "gridPos": {"w": wide, "h": high},
        "targets": [
            {"refId": letter, "datasource": source, **_target(type, language, expression, legend)}
            for letter, (expression, legend) in zip(ascii_uppercase, given["queries"], strict=False)
        ],
        "fieldConfig": {"defaults": _field(given, type), "overrides": []},
        "options": _OPTIONS[type],
    }


def _source(language: str) -> Given:
    if language == "metrics":
        return {"type": METRICS_TYPE, "uid": "${datasource}"}
    return {"type": LOGS_TYPE, "uid": "${logs}"}


def _target(type: str, language: str, expression: str, legend: str) -> Given:
    if language != "metrics":
        target = {"expr": expression, "editorMode": "code", "queryType": _QUERY_TYPES[language], "legendFormat": legend}
        return {**target, "maxLines": LINES} if language == "logs" else target
    now = type != "timeseries"
    return {
        "expr": expression,
        "editorMode": "code",
        "legendFormat": legend,
        "instant": now,
        "range": not now,
        "format": "table" if type == "table" else "time_series",
    }


def _field(given: Given, type: str) -> Given:
    steps = [{"color": color, "value": value} for color, value in given.get("steps", [["green", None]])]
    field: dict[str, Any] = {
        "unit": given.get("unit", "short"),
        "color": {"mode": "palette-classic" if type == "timeseries" else "thresholds"},
        "thresholds": {"mode": "absolute", "steps": steps},
    }
    field |= {key: given[key] for key in ("min", "max", "decimals", "noValue") if key in given}
    if type == "timeseries":
        field["custom"] = {
            "drawStyle": "line",
            "lineWidth": 1,
            "fillOpacity": 20 if given.get("stacked") else 5,
            "showPoints": "never",
            "spanNulls": False,
            "stacking": {"mode": "normal" if given.get("stacked") else "none", "group": "A"},
            "thresholdsStyle": {"mode": "dashed" if "steps" in given else "off"},
        }
    return field


_OPTIONS: Mapping[str, Given] = {
    "timeseries": {
        "legend": {"displayMode": "table", "placement": "bottom", "showLegend": True, "calcs": ["lastNotNull", "max"]},
        "tooltip": {"mode": "multi", "sort": "desc"},
    },
    "stat": {
        "colorMode": "value",
        "graphMode": "none",
        "justifyMode": "auto",
        "orientation": "auto",
        "textMode": "auto",
        "wideLayout": True,
        "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
    },
    "table": {"showHeader": True, "cellHeight": "sm", "footer": {"show": False, "reducer": ["sum"]}},
    "logs": {
        "showTime": True,
        "showLabels": False,
        "showCommonLabels": False,
        "wrapLogMessage": True,
        "prettifyLogMessage": False,
        "enableLogDetails": True,
        "dedupStrategy": "none",
        "sortOrder": "Descending",
    },
}
