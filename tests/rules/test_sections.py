"""A rule names every section that it reads, and is left out when one of them is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from telecompile.config.base import Section
from telecompile.config.former import NODES, OPTIONS, SOFTWARE, STORAGE, TELEMETRY
from telecompile.config.options import Options
from telecompile.config.reading import read
from telecompile.config.software import SoftwareConfig
from telecompile.config.storage import StorageConfig
from telecompile.config.structure import section_of
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
FIELDS = {TELEMETRY: "telemetry", STORAGE: "storage", SOFTWARE: "software", OPTIONS: "options"}


def keys(model: type[Section]) -> Iterator[str]:
    """Every section of a file, and every key at any depth of those that are mappings with keys of their own."""
    for name, field in model.model_fields.items():
        yield name
        section = section_of(field.annotation)
        if section is not None and not field.metadata:
            yield from (f"{name}.{key}" for key in keys(section))


SECTIONS: list[str] = [f"{file}:{section}" for file, model in MODELS.items() for section in keys(model)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.check.__name__)
def test_a_rule_names_sections_that_exist(rule: Rule) -> None:
    assert set(rule.sections) <= {*SECTIONS, NODES}


@pytest.mark.parametrize("section", SECTIONS)
def test_no_rule_touches_a_wrong_section_that_it_does_not_name(section: str) -> None:
    """With the section taken away, as `judge` does with a wrong one, every rule that applies still runs."""
    file, _, path = section.partition(":")
    whole = read(changed())
    judged = getattr(whole, FIELDS[file])
    value, partly = without_path(judged.value, path.split("."))
    if value is None:
        return
    wrong = judged._replace(value=value, wrong=frozenset({path.split(".")[0]}), partly=partly)
    view = View(whole._replace(**{FIELDS[file]: wrong}), {"csm_observability_values.yml": b"{}"})
    for rule in RULES:
        assert rule.applies(view.read) is not any(overlap(section, one) for one in rule.sections)
        if rule.applies(view.read):
            list(rule.check(view))


def overlap(one: str, other: str) -> bool:
    """Whether one of two sections is the other or lies inside of it."""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def without_path(model: Section, path: list[str]) -> tuple[Section | None, dict[str, frozenset[str]]]:
    """The model without the value at a path, and what `judge` says is right in part; None where no section has it."""
    name, *rest = path
    if not rest:
        return without(model, name), {}
    inner = getattr(model, name)
    if not isinstance(inner, Section):
        return None, {}  # a free mapping has keys of the user's own
    value, below = without_path(inner, rest)
    if value is None:
        return None, {}
    partly = {name: frozenset(type(inner).model_fields.keys() - {rest[0]})}
    return model.model_copy(update={name: value}), partly | {f"{name}.{at}": keys for at, keys in below.items()}


def without(model: Section, name: str) -> Section:
    """The same model with a field that cannot be read."""
    kept = {key: getattr(model, key) for key in type(model).model_fields if key != name}
    made = type(model).model_construct(**kept)
    made.__dict__.pop(name, None)  # model_construct fills in defaults
    return made
