"""The hooks for users' repositories, run by pre-commit itself in a repository that uses them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from telecompile.commands.arguments import parser
from telecompile.commands.inputs import INPUT_FILES
from telecompile.explain.starter import starter
from tests.project.source import ROOT

HOOKS = ROOT / ".pre-commit-hooks.yaml"
PRE_COMMIT = (sys.executable, "-m", "pre_commit")
# What pre-commit installs the program from.
SOURCES = ("compiler", "manifests_templates", "LICENSE", "README.md", "pyproject.toml", HOOKS.name)
LITTER = shutil.ignore_patterns("__pycache__", "*.egg-info", ".cache")
GIT = {f"GIT_{who}_{what}": "x@y" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def run(command: Sequence[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # What git and pre-commit are told by a hook of this repository, or by its owner, is not for those made here.
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PRE_COMMIT", "PYTHON"))}
    kept |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **GIT, **environment}
    return subprocess.run(list(command), cwd=folder, env=kept, capture_output=True, text=True, check=False)


def git(folder: Path, *arguments: str) -> str:
    done = run(["git", *arguments], folder)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def commit(folder: Path) -> str:
    """Put everything in ``folder`` under version control; its revision."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return git(folder, "rev-parse", "HEAD")


def test_the_manifest_is_one() -> None:
    done = run([*PRE_COMMIT, "validate-manifest", str(HOOKS)], ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("hook", yaml.safe_load(HOOKS.read_text(encoding="utf-8")), ids=lambda hook: hook["id"])
def test_each_hook_calls_a_command_that_there_is(hook: dict[str, object]) -> None:
    program, *words = str(hook["entry"]).split()
    assert program == "telecompile"
    asked = parser().parse_args([*words, *hook["args"]])  # type: ignore[misc] # a list of texts, or this fails
    assert asked.input == "input"
    assert hook["pass_filenames"] is False


def test_validation_runs_when_an_input_file_changed() -> None:
    pattern = re.compile(yaml.safe_load(HOOKS.read_text(encoding="utf-8"))[0]["files"])
    for name in INPUT_FILES:
        assert pattern.search(name)
        assert pattern.search(f"clusters/a/{name}")
        assert not pattern.search(f"old_{name}")
        assert not pattern.search(f"{name}.bak")
    named = {name for name in starter() if "/" not in name}
    for name in [*named, "values.yaml", "ufm-ca.pem", "certificates/vast_ca.crt", "ca.cer"]:
        assert pattern.search(f"clusters/a/{name}")
    for name in ("notes.md", "deployment.yml", "values.yaml.md", "ca.pem.txt", "pem"):
        assert not pattern.search(f"clusters/a/{name}")


def test_the_expression_of_the_page_matches_whatever_is_in_its_directory() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^ +files: (.*)$", page, re.MULTILINE)
    pattern, (directory,) = re.compile(yaml.safe_load(shown)), re.findall(r"args: \[([^,]+), --strict\]\n +files", page)
    for name in ("telemetry_config.yml", "certificates/ufm", "site.yaml"):
        assert pattern.search(f"{directory}/{name}")
    for other in (f"{directory}b/telemetry_config.yml", "README.md", f"old/{directory}/telemetry_config.yml"):
        assert not pattern.search(other)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's repository whose hooks come from a copy of this tree, installed by pre-commit."""
    tools, user = tmp_path_factory.mktemp("telecompile"), tmp_path_factory.mktemp("user")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tools / name, ignore=LITTER)
        else:
            shutil.copy(source, tools / name)
    revision = commit(tools)
    shutil.copytree(ROOT / "input", user / "input")
    hooks = [{"id": "telecompile-validate", "args": ["input", "--strict"]}]
    configuration = {"repos": [{"repo": str(tools), "rev": revision, "hooks": hooks}]}
    (user / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration), encoding="utf-8")
    commit(user)
    done = hook(user, "install-hooks")
    if "No matching distribution found" in done.stdout:
        pytest.skip(f"pre-commit finds no package registry: {done.stdout[-300:]}")
    assert done.returncode == 0, done.stdout
    return user


def hook(user: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run([*PRE_COMMIT, *arguments], user, PRE_COMMIT_HOME=str(user.parent / "pre-commit-home"))


def test_a_valid_input_passes_and_a_wrong_one_is_told(repository: Path) -> None:
    done = hook(repository, "run", "--all-files")
    assert (done.returncode, "Passed" in done.stdout) == (0, True), done.stdout
    file = repository / "input" / "telemetry_config.yml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("agg_port: 6001", "agg_port: 1"), encoding="utf-8")
    git(repository, "add", "--all")
    done = hook(repository, "run")
    git(repository, "checkout", "--quiet", "HEAD", "--", "input")
    assert done.returncode == 1
    assert "error[out-of-range]" in done.stdout
    assert "--> input/telemetry_config.yml:64:13" in done.stdout


def test_validation_does_not_run_for_other_files(repository: Path) -> None:
    (repository / "notes.md").write_text("hello\n", encoding="utf-8")
    git(repository, "add", "--all")
    done = hook(repository, "run")
    assert (done.returncode, "Skipped" in done.stdout) == (0, True), done.stdout
