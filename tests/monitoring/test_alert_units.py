"""Each alert fires when it should, and not a moment or a byte before, in vmalert's own test runner."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.monitoring.rendered_rules import case_named, cases, rules, write_rules
from tests.monitoring.vmalert_programs import dry_run, unit_test

UNITS = Path(__file__).with_name("unit")
"""A folder for each golden case that the cases in it are about, and a file for each group of rules."""


def unit_files() -> list[Path]:
    return sorted(UNITS.glob("*/*.yaml"))


def cases_of(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))["tests"]
    return found


def placed(folder: Path, change: Callable[[Path], object] | None = None) -> list[Path]:
    """The unit files in *folder*, beside the rules as they are rendered for their case."""
    found = []
    for file in unit_files():
        beside = folder / file.parent.name
        if not beside.exists():
            write_rules(case_named(beside.name), beside)
        found.append(Path(shutil.copy(file, beside / f"unit-{file.name}")))
    if change is not None:
        change(folder)
    return found


def test_every_case_holds(tmp_path: Path) -> None:
    assert not (said := unit_test(placed(tmp_path), tmp_path)), said


@pytest.mark.parametrize(
    ("group", "old", "new"),
    [
        ("kafka", "> 6012954214", "> 6012954215"),
        ("kafka", "for: 30m", "for: 29m"),
        ("victoria-metrics", "severity: critical", "severity: warning"),
        ("agents", "is 50 % full", "is half full"),
    ],
)
def test_a_changed_rule_is_noticed(tmp_path: Path, group: str, old: str, new: str) -> None:
    files = placed(tmp_path)
    file = tmp_path / "everything-on" / f"rules-{group}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert "FAILED" in unit_test(
        [one for one in files if one.parent == file.parent and one.stem.endswith(group)], tmp_path
    )


def tried() -> Iterator[tuple[str, str, bool]]:
    """Group, alert, and whether a case wants it to fire, of everything that is asked of an alert."""
    for file in unit_files():
        for case in cases_of(file):
            for asked in case["alert_rule_test"]:
                yield asked["groupname"], asked["alertname"], bool(asked["exp_alerts"])


def test_every_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not() -> None:
    found = set(tried())
    wanted = {(rule.group, rule.name, fires) for case in cases() for rule in rules(case) for fires in (True, False)}
    # The watchdog fires whatever happens.
    assert found == wanted - {("monitoring", "Watchdog", False)}


def test_what_is_expected_is_whole() -> None:
    for file in unit_files():
        for case in cases_of(file):
            for alert in (one for asked in case["alert_rule_test"] for one in asked["exp_alerts"]):
                assert alert["exp_labels"]["severity"] in ("critical", "warning", "none"), case["name"]
                assert set(alert["exp_annotations"]) == {"summary", "description", "runbook"}, case["name"]


def test_vmalert_starts_with_the_rules_of_every_case(tmp_path: Path) -> None:
    seen = set()
    for case in cases():
        folder = tmp_path / case.name
        write_rules(case, folder)
        texts = tuple(file.read_bytes() for file in sorted(folder.iterdir()))
        if texts and texts not in seen:
            seen.add(texts)
            assert not (said := dry_run(folder)), f"{case.name}: {said}"
    assert len(seen) > 10


def test_vmalert_refuses_what_it_cannot_evaluate(tmp_path: Path) -> None:
    write_rules(case_named("default"), tmp_path)
    file = tmp_path / "rules-kafka.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("sum by (pod)", "sum by (pod"), encoding="utf-8")
    assert "rules-kafka.yaml" in dry_run(tmp_path)
