"""A rule names every section that it reads, and is left out when one of them is wrong."""

from __future__ import annotations

import pytest

from telecompile.config.base import Section
from telecompile.config.former import NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from telecompile.config.options import Options
from telecompile.config.reading import read
from telecompile.config.software import SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.telemetry import TelemetryConfig
from telecompile.rules import RULES
from telecompile.rules.rule import Rule, View
from tests.config.changed import changed

MODELS: dict[str, type[Section]] = {
    TELEMETRY: TelemetryConfig,
    STORAGE: StorageConfig,
    SOFTWARE: SoftwareConfig,
    OPTIONS: Options,
}
SECTIONS: list[str] = [f"{file}:{section}" for file, model in MODELS.items() for section in model.model_fields]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.check.__name__)
def test_a_rule_names_sections_that_exist(rule: Rule) -> None:
    assert set(rule.sections) <= {*SECTIONS, NODES}


@pytest.mark.parametrize("section", SECTIONS)
def test_no_rule_touches_a_wrong_section_that_it_does_not_name(section: str) -> None:
    """With the section taken away, as `judge` does with a wrong one, every rule that applies still runs."""
    file, _, name = section.partition(":")
    whole = read(changed())
    field = {TELEMETRY: "telemetry", STORAGE: "storage", SOFTWARE: "software", OPTIONS: "options"}[file]
    judged = getattr(whole, field)
    kept = {key: getattr(judged.value, key) for key in type(judged.value).model_fields if key != name}
    without = judged._replace(value=type(judged.value).model_construct(**kept), wrong=frozenset({name}))
    if name in without.value.__dict__:
        del without.value.__dict__[name]  # model_construct fills in defaults
    view = View(whole._replace(**{field: without}), {"csm_observability_values.yml": b"{}"})
    for rule in RULES:
        assert rule.applies(view.read) is (section not in rule.sections)
        if rule.applies(view.read):
            list(rule.check(view))
