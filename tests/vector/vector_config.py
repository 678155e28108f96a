"""A strict model of Vector 0.57.0 for the components we render, since no package registry has Vector itself.

``problems`` says of a configuration in YAML what Vector would refuse to load, and which traps it holds: settings that
Vector takes and that lose, thin out or misplace data. ``test_problems`` says the same of a file of Vector's own tests.
VRL programs are not compiled here.
"""

from __future__ import annotations

from tests.vector.vector_config_parsing import Configuration, parse
from tests.vector.vector_config_reading import read
from tests.vector.vector_config_rules import source_problems, top_problems, transform_problems
from tests.vector.vector_config_sink_rules import sink_problems
from tests.vector.vector_config_topology import topology_problems
from tests.vector.vector_config_units import unit_problems


def problems(text: str) -> list[str]:
    """Everything wrong with the configuration *text*; the rules are asked once the models accept all of it."""
    document = read(text)
    configuration, refused = (None, []) if document.value is None else parse(document.value)
    found = [*document.problems, *refused]
    if configuration is None:
        return found
    if configuration.top.tests:
        found += unit_problems(configuration, {"tests": configuration.top.tests})
    return found + _rule_problems(configuration)


def _rule_problems(configuration: Configuration) -> list[str]:
    checks = (top_problems, topology_problems, source_problems, transform_problems, sink_problems)
    return [problem for check in checks for problem in check(configuration)]


def test_problems(config_text: str, tests_text: str) -> list[str]:
    """Everything wrong with *tests_text* as a test file beside the configuration *config_text*."""
    beside = read(config_text)
    configuration, refused = (None, beside.problems) if beside.value is None else parse(beside.value)
    if configuration is None:
        return [f"the configuration: {problem}" for problem in refused]
    document = read(tests_text)
    return [*document.problems, *([] if document.value is None else unit_problems(configuration, document.value))]


test_problems.__test__ = False  # type: ignore[attr-defined] # pytest would take it for a test where it is imported
