"""`telecompile plan` in its four forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.commands.conftest import Run, edit
from tests.golden.cases import Case, find_cases, put


@pytest.mark.parametrize("case", [case for case in find_cases() if case.has_plan], ids=lambda case: case.name)
def test_the_plan_in_yaml_is_the_one_in_json(run: Run, tmp_path: Path, case: Case) -> None:
    put(tmp_path, case.input_files())
    as_yaml, as_json = (run("plan", tmp_path, "--format", form) for form in ("yaml", "json"))
    assert (as_yaml.status, as_yaml.err, as_json.status) == (0, "", 0)
    assert yaml.load(as_yaml.out, Loader=yaml.CSafeLoader) == json.loads(as_json.out)


def test_the_drawing_goes_to_standard_output_and_what_to_look_at_does_not(run: Run, inputs: Path) -> None:
    ran = run("plan", inputs, "--format", "mermaid")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("flowchart LR\n")
    assert ran.out == run("plan", inputs, "--format", "mermaid").out


@pytest.mark.parametrize("form", ["yaml", "mermaid"])
def test_a_wrong_input_has_no_plan_in_any_form(run: Run, inputs: Path, form: str) -> None:
    edit(inputs / "telemetry_config.yml", "retention_period: 168", "retention_period: many")
    ran = run("plan", inputs, "--format", form)
    assert (ran.status, ran.out) == (1, "")
    assert "error[" in ran.err


@pytest.mark.parametrize("command", ["images", "secrets", "requirements"])
def test_other_listings_have_the_forms_that_they_had(run: Run, inputs: Path, command: str) -> None:
    assert run(command, inputs, "--format", "mermaid").status == 2
