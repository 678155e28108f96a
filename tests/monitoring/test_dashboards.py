"""Dashboards ask only for what is rendered, in queries that the stores understand, in a form that Grafana knows."""

from __future__ import annotations

import copy
import json
import posixpath
import re
from collections.abc import Mapping
from itertools import combinations

import pytest

from telecompile.pipeline import compile_input
from tests.golden.cases import Case
from tests.monitoring.catalogue import exposed, listed
from tests.monitoring.drawn import (
    Asked,
    Board,
    answered,
    asked,
    boards,
    dashboards,
    findings,
    jobs,
    log_sources,
    panels,
    push_sources,
    unanswered,
)
from tests.monitoring.expressions import queries
from tests.monitoring.grafana_schema import problems
from tests.monitoring.rendered_rules import bodies, case_named, cases, compiled

CASES = cases()
DEFAULT = case_named("default")
LARGEST = 180 * 1024
GRID = 24


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[case.name for case in CASES])


def test_every_question_is_valid_and_can_be_answered(case: Case) -> None:
    found = findings(case)
    assert not found, "\n".join(found)


def test_every_job_that_is_asked_for_is_scraped(case: Case) -> None:
    known = jobs(bodies(case))
    questions = [one for board in boards(case).values() for one in asked(board)]
    for query in answered(tuple((one.language, one.text) for one in questions)):
        for one in (one for selector in query.selectors for one in selector.filters if one.label == "job"):
            assert any(re.fullmatch(one.value, job) for job in known), query.text


def test_lines_are_asked_of_sources_that_send_them(case: Case) -> None:
    sources = log_sources(bodies(case))
    for board in boards(case).values():
        for one in asked(board):
            for name in re.findall(r'source:="(\w+)"', one.text):
                assert name in sources, one


def test_what_grafana_needs_is_there(case: Case) -> None:
    found = boards(case)
    uids = [board["uid"] for board in found.values()]
    titles = [board["title"] for board in found.values()]
    assert len(set(uids)) == len(uids)
    assert len(set(titles)) == len(titles)
    for name, board in found.items():
        assert re.fullmatch(r"[a-zA-Z0-9_-]{8,40}", board["uid"]), name
        assert not re.search(r"<\w[\w-]*>", json.dumps(board)), f"{name}: a value is not filled in"
        assert panels(board), f"{name} is empty"
        ids = [panel["id"] for panel in board["panels"]]
        assert len(set(ids)) == len(ids), name
        for panel in panels(board):
            assert panel["title"], (name, panel["id"])
            assert panel["description"].endswith("."), (name, panel["title"])
            assert panel["targets"], (name, panel["title"])


def test_no_row_is_empty(case: Case) -> None:
    for name, board in boards(case).items():
        kinds = ["row" if panel["type"] == "row" else "" for panel in board["panels"]]
        assert kinds[0] == "row", name
        assert "rowrow" not in "".join(kind or "-" for kind in kinds), name
        assert kinds[-1] != "row", name


def test_no_panel_covers_another(case: Case) -> None:
    for name, board in boards(case).items():
        places = [panel["gridPos"] for panel in board["panels"]]
        for one in places:
            assert one["x"] >= 0, name
            assert one["x"] + one["w"] <= GRID, name
        for one, other in combinations(places, 2):
            apart = (
                one["x"] + one["w"] <= other["x"]
                or other["x"] + other["w"] <= one["x"]
                or one["y"] + one["h"] <= other["y"]
                or other["y"] + other["h"] <= one["y"]
            )
            assert apart, (name, one, other)


def test_data_sources_are_those_that_are_asked(case: Case) -> None:
    """A choice of a log store would ask for a plugin that nobody needs."""
    for name, board in boards(case).items():
        chosen = {f"${{{one['name']}}}" for one in board["templating"]["list"] if one["type"] == "datasource"}
        used = {target["datasource"]["uid"] for panel in panels(board) for target in panel["targets"]}
        used |= {one["datasource"]["uid"] for one in board["templating"]["list"] if one["type"] == "query"}
        assert used == chosen, name


def test_grafanas_own_models_know_every_word(case: Case) -> None:
    for name, board in boards(case).items():
        assert not problems(board), (name, problems(board)[:5])


def test_grafanas_sidecar_finds_them_and_kubernetes_takes_them(case: Case) -> None:
    for body in bodies(case):
        if body["metadata"]["name"] in boards(case):
            assert body["metadata"]["labels"]["grafana_dashboard"] == "1"
            assert len(json.dumps(body).encode()) < LARGEST


def test_one_a_sink_and_one_a_source_that_is_on(case: Case) -> None:
    plan = compiled(case).plan
    assert plan is not None
    wanted: set[str] = set()
    if plan.victoria_metrics is not None and plan.monitoring is not None and plan.monitoring.dashboards.value:
        wanted = {sink.name.replace("_", "-") for sink in plan.sinks if sink.on}
        pushing = {source.name for source in plan.sources if source.keys == ("telecompile.yml: push_sources",)}
        for source in plan.sources:
            if source.on and source.targets:
                wanted.add(f"push-{source.name}" if source.name in pushing else source.name)
        if plan.vector.ldms is not None and plan.ldms is not None and plan.ldms.gpus:
            wanted.add("dcgm")
    assert {name.removeprefix("dashboard-") for name in boards(case)} == wanted


def test_none_where_they_are_switched_off() -> None:
    files = DEFAULT.input_files()
    assert b"dashboards" not in files["telecompile.yml"]
    assert boards(DEFAULT)
    assert not boards(case_named("kafka-alone"))


def _broken(board: Board, old: str, new: str) -> list[str]:
    """What is found when *old* stands as *new* in every query of a dashboard of the default case."""
    objects = bodies(DEFAULT)
    changed = [one._replace(text=one.text.replace(old, new)) for one in asked(board)]
    assert changed != list(asked(board)), f"nothing asks for {old}"
    return _found(changed, objects)


def _found(changed: list[Asked], objects: list[Board]) -> list[str]:
    found, pushed = exposed(objects), push_sources(objects)
    answers = queries((one.language, one.text) for one in changed)
    return [
        problem
        for one, answer in zip(changed, answers, strict=True)
        for problem in unanswered(one, answer, found, pushed)
    ]


@pytest.mark.parametrize(
    ("board", "old", "new"),
    [
        ("victoria-metrics", "vm_slow_row_inserts_total", "vm_slow_row_insert_total"),
        ("victoria-metrics", "rate(", "rte("),
        ("victoria-metrics", "sum(", "sum(("),
        ("kafka", "kafka_log_log_size", "kafka_log_log_sizes"),
        ("kafka", "kafka_server_brokertopicmetrics_bytesinpersec_total", "kafka_network_requestmetrics_throttletimems"),
        ("ldms", "ldms_meminfo_MemAvailable", "ldms_meminfo_Memavailable"),
        ("ldms", "ldms_procstat2_", "ldms_procstat_"),
        ("idrac", "SystemInputPower", "SystemInputPowr"),
        ("idrac", "PowerEdge_", "Poweredge_"),
        ("powerscale", "| stats by", "| stat by"),
        ("ome", "vector_ome_raw_lines_total", "vector_ome_raw_line_total"),
    ],
)
def test_a_wrong_query_is_found(board: str, old: str, new: str) -> None:
    assert _broken(boards(DEFAULT)[f"dashboard-{board}"], old, new)


@pytest.mark.parametrize(
    "kind",
    [
        "VMPodScrape",
        "VMAgent",
        "VLCluster",
        "VMCluster",
        "Kafka",
        "KafkaNodePool",
        "VMAlert",
        "Deployment",
        "StatefulSet",
    ],
)
def test_a_panel_of_something_that_is_not_rendered_is_found(kind: str) -> None:
    objects = [one for one in bodies(DEFAULT) if one["kind"] != kind]
    every = [one for board in boards(DEFAULT).values() for one in asked(board)]
    if kind == "Kafka":  # its pools ask which metrics it allows
        objects = [one for one in objects if one["kind"] != "KafkaNodePool"]
    assert _found(every, objects)


def test_a_panel_of_a_source_that_is_off_is_found() -> None:
    every = [one for one in asked(boards(case_named("everything-on"))["dashboard-ufm"]) if one.language == "metrics"]
    assert _found(every, bodies(DEFAULT))


def test_the_schema_finds_what_grafana_would_not_understand() -> None:
    board = boards(DEFAULT)["dashboard-kafka"]
    assert not problems(board)
    for path, value in (
        (("panels", 1, "fieldConfig", "defaults", "units"), "bytes"),
        (("panels", 1, "gridPos", "w"), "twelve"),
        (("panels", 1, "options", "colourMode"), "value"),
        (("panels", 1, "targets", 0, "expression"), "up"),
        (("templating", "list", 0, "type"), "database"),
        (("graphTooltip",), "shared"),
    ):
        changed = copy.deepcopy(board)
        place: object = changed
        for key in path[:-1]:
            place = place[key]  # type: ignore[index] # JSON
        place[path[-1]] = value  # type: ignore[index] # JSON
        assert problems(changed), path


def test_the_lists_are_sorted_and_say_where_they_are_from() -> None:
    for name in ("victoria", "kafka-broker", "vector", "ufm", "target"):
        assert listed(name)
    assert "vm_rpc_rows_pending" in listed("vminsert")
    assert "up" in listed("target")


def test_the_parsers_answer() -> None:
    texts = (("metrics", 'sum(rate(a_total{b=~"c.*"}[5m]))'), ("stats", "a | stats count() n"), ("logs", "a ||"))
    metric, stats, lines = answered(texts)
    assert metric.selectors[0].metric == "a_total"
    assert metric.selectors[0].filters[0] == ("b", "=~", "c.*")
    assert stats.error is None
    assert lines.error is not None


def _changed(old: str, new: str) -> dict[str, Board]:
    """The dashboards of the default case with another text in its telemetry configuration."""
    files = DEFAULT.input_files()
    name = "telemetry_config.yml"
    text = files[name].decode()
    assert old in text
    changed = files | {name: text.replace(old, new).encode()}
    found = compile_input(changed, lambda path: changed.get(posixpath.normpath(path), "there is no such file"))
    return dashboards(manifest.body for manifest in found.manifests)


def _texts(board: Board) -> str:
    return "\n".join(one.text for one in asked(board))


def test_a_set_under_another_name_is_asked_for_by_it() -> None:
    old, new = (
        'plugin_name: meminfo\n      config_parameters: ""',
        "plugin_name: meminfo\n      config_parameters: schema=m-1",
    )
    texts = _texts(_changed(old, new)["dashboard-ldms"])
    assert "ldms_m_1_MemTotal" in texts
    assert "ldms_meminfo_MemTotal" not in texts


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [("", True), ("metrics=load1min", True), ("metrics=load5min", False), ("force_integer", False)],
)
def test_a_column_that_is_not_collected_has_no_panel(arguments: str, shown: bool) -> None:
    """`force_integer` makes a load hundredths of one, under the same name."""
    old = 'plugin_name: loadavg\n      config_parameters: ""'
    new = f'plugin_name: loadavg\n      config_parameters: "{arguments}"'
    boards = _changed(old, new) if arguments else dict(_default())
    titles = [panel["title"] for panel in panels(boards["dashboard-ldms"])]
    assert ("Load, the ten highest" in titles) == shown


def _default() -> Mapping[str, Board]:
    return boards(DEFAULT)


def test_the_broker_is_measured_by_its_volume() -> None:
    old = 'persistence_size: "8Gi"\n    log_retention_hours'
    texts = _texts(_changed(old, old.replace("8", "9"))["dashboard-kafka"])
    assert f"/ {9 * 2**30}" in texts


def test_a_dashboard_keeps_its_address() -> None:
    """A bookmark in Grafana is its uid."""
    uids = {name: board["uid"] for name, board in _default().items()}
    changed = _changed('persistence_size: "8Gi"', 'persistence_size: "9Gi"')
    assert uids == {name: board["uid"] for name, board in changed.items()}
    assert all(uid.startswith("telemetry-") for uid in uids.values())
