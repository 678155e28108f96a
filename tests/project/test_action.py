"""The composite action: valid by GitHub's schema, and its scripts run as a runner runs them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from tests.project.source import ROOT
from tests.project.test_pre_commit import LITTER

ACTION = ROOT / "action.yml"
PAGE = ROOT / "docs" / "ci.md"
SOURCES = ("compiler", "manifests_templates", "LICENSE", "README.md", "pyproject.toml")
# How a runner starts `shell: bash`.
BASH = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")


class Ran(NamedTuple):
    """A finished step: its status, what it said, and the outputs it set."""

    status: int
    out: str
    err: str
    outputs: Mapping[str, str]


def action() -> dict[str, Any]:
    content = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def step(name: str) -> dict[str, Any]:
    (found,) = [one for one in action()["runs"]["steps"] if one.get("name") == name]
    return dict(found)


def carry_out(name: str, folder: Path, known: Mapping[str, str], work: Path | None = None) -> Ran:
    """Run a step's script below ``folder``; ``known`` has the values of its expressions."""
    written = folder / "output.txt"
    written.write_text("", encoding="utf-8")
    said = step(name)
    given = {key: _evaluated(value, known) for key, value in said.get("env", {}).items()}
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment |= {
        "RUNNER_TEMP": str(folder),
        "GITHUB_OUTPUT": str(written),
        "GITHUB_ACTION_PATH": str(folder / "action"),
    }
    script = folder / "script.sh"
    script.write_text(said["run"], encoding="utf-8")
    done = subprocess.run(
        [*BASH, str(script)], cwd=work or folder, env=environment | given, capture_output=True, text=True, check=False
    )
    outputs = dict(line.split("=", 1) for line in written.read_text(encoding="utf-8").splitlines())
    return Ran(done.returncode, done.stdout, done.stderr, outputs)


def _evaluated(value: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: known[found[1]], value)


def inputs(**changed: str) -> dict[str, str]:
    """The inputs of the action by the names of its expressions."""
    defaults = {name: one["default"] for name, one in action()["inputs"].items()}
    return {f"inputs.{name}": value for name, value in (defaults | changed).items()}


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """The temporary folder of a runner with this tree's program in place of an installed one."""
    programs = tmp_path / "telecompile" / "bin"
    programs.mkdir(parents=True)
    (programs / "telecompile").symlink_to(Path(sys.executable).with_name("telecompile"))
    shutil.copytree(ROOT / "input", tmp_path / "input")
    return tmp_path


def spoilt(runner: Path) -> Path:
    file = runner / "input" / "telemetry_config.yml"
    text = file.read_text(encoding="utf-8")
    assert "agg_port: 6001" in text
    file.write_text(text.replace("agg_port: 6001", "agg_port: 1"), encoding="utf-8")
    return runner


def valid_by(schema: str, file: Path) -> str:
    """What GitHub's schema, as check-jsonschema ships it, says against a file."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_it_is_an_action() -> None:
    assert valid_by("vendor.github-actions", ACTION) == ""


def test_the_schema_refuses_what_is_none(tmp_path: Path) -> None:
    wrong = tmp_path / "action.yml"
    wrong.write_text(ACTION.read_text(encoding="utf-8").replace("using: composite", "using: nothing"), encoding="utf-8")
    assert valid_by("vendor.github-actions", wrong)


def test_the_workflow_of_the_page_is_one_and_uses_what_the_action_takes(tmp_path: Path) -> None:
    (text,) = [
        one for one in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL) if "jobs:" in one
    ]
    workflow = tmp_path / "telemetry.yml"
    workflow.write_text(text, encoding="utf-8")
    assert valid_by("vendor.github-workflows", workflow) == ""
    (used,) = [one for one in yaml.safe_load(text)["jobs"]["validate"]["steps"] if "telecompile" in one["uses"]]
    assert used["with"].keys() <= action()["inputs"].keys()


def test_every_input_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| `([^`]+)` \|", page, re.MULTILINE))
    assert rows == {name: one["default"] for name, one in action()["inputs"].items()}


def test_no_script_has_an_expression_in_it() -> None:
    """An expression in a script is replaced before the shell reads it: whatever is in its value would be run."""
    assert not [one["name"] for one in action()["runs"]["steps"] if "${{" in one.get("run", "")]


def test_a_valid_input_passes(runner: Path) -> None:
    ran = carry_out("Check the input", runner, inputs(strict="true"))
    assert (ran.status, ran.out, ran.err) == (0, "input: valid\n", "")
    assert ran.outputs == {"sarif": str(runner / "telecompile.sarif"), "status": "0"}
    assert json.loads(Path(ran.outputs["sarif"]).read_text(encoding="utf-8"))["runs"][0]["results"] == []


def test_a_wrong_input_is_logged_annotated_and_written_and_only_then_fails(runner: Path) -> None:
    ran = carry_out("Check the input", spoilt(runner), inputs())
    assert (ran.status, ran.outputs["status"]) == (0, "1")
    assert "error[out-of-range]" in ran.err
    assert "\x1b[" in ran.err
    assert ran.out.startswith("::error file=input/telemetry_config.yml,line=64,endLine=64,col=13,")
    (result,) = json.loads(Path(ran.outputs["sarif"]).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert result["ruleId"] == "out-of-range"


def test_annotations_can_be_left_out(runner: Path) -> None:
    assert carry_out("Check the input", spoilt(runner), inputs(annotations="false")).out == ""


def test_strict_is_passed_on(runner: Path) -> None:
    # A file that is not read is a warning.
    (runner / "input" / "telecompile.yml").rename(runner / "input" / "telecompile.yaml")
    statuses = [
        carry_out("Check the input", runner, inputs(strict=value)).outputs["status"] for value in ("false", "true")
    ]
    assert statuses == ["0", "1"]


@pytest.mark.parametrize("name", ["$(touch pwned)", "`touch pwned`", "a; touch pwned", "--help", "in put", "a\nb", ""])
def test_whatever_the_input_is_called_it_is_a_directory(runner: Path, name: str) -> None:
    ran = carry_out("Check the input", runner, inputs(input=name))
    assert not (runner / "pwned").exists()
    assert (ran.status, ran.outputs["status"]) == (0, "1")
    assert "error[input-directory]" in ran.err


def test_a_program_that_cannot_run_uploads_nothing_and_fails(runner: Path) -> None:
    (runner / "telecompile" / "bin" / "telecompile").unlink()
    ran = carry_out("Check the input", runner, inputs())
    assert ran.outputs == {"status": "127"}
    assert "steps.check.outputs.sarif != ''" in step("Upload to code scanning")["if"]


@pytest.mark.parametrize(("told", "status"), [("0", 0), ("1", 1), ("70", 70), ("", 1)])
def test_the_last_step_ends_as_telecompile_did(tmp_path: Path, told: str, status: int) -> None:
    assert carry_out("Tell the outcome", tmp_path, {"steps.check.outputs.status": told}).status == status
    assert step("Tell the outcome")["if"] == "always()"
    assert action()["runs"]["steps"][-1]["name"] == "Tell the outcome"


def test_it_installs_the_program_beside_the_job(tmp_path: Path) -> None:
    for name in SOURCES:
        goal = tmp_path / "action" / name
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, goal, ignore=LITTER)
        else:
            goal.parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, goal)
    ran = carry_out("Install telecompile", tmp_path, {"steps.python.outputs.python-path": sys.executable})
    if "No matching distribution found" in ran.err:
        pytest.skip("pip finds no package registry")
    assert ran.status == 0, ran.err
    shutil.copytree(ROOT / "input", tmp_path / "input")
    ran = carry_out("Check the input", tmp_path, inputs())
    assert (ran.err, ran.outputs["status"]) == ("", "0")
