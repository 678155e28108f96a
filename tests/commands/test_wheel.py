"""A wheel built from the tree works in an environment that holds nothing else.

Needs the package registry: for the build backend, and for the run-time dependencies.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What a wheel is made of; nothing that was made in the tree may get into the copy.
SOURCES = ("compiler", "manifests_templates", "LICENSE", "README.md", "pyproject.toml")
LITTER = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")


def run(command: Sequence[str | Path], folder: Path) -> str:
    # Neither the tree nor the present environment may help what is installed.
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(list(map(str, command)), cwd=folder, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the tree."""
    folder = tmp_path_factory.mktemp("tree")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=LITTER)
        else:
            shutil.copy(ROOT / name, folder / name)
    # What a build leaves beside the templates is of this machine alone.
    made = folder / "manifests_templates" / "__pycache__"
    made.mkdir()
    (made / "__jinja2_0.cache").write_bytes(b"")
    run([sys.executable, "-m", "build", "--wheel", "--outdir", folder / "dist", folder], folder)
    (found,) = (folder / "dist").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment with the wheel and its run-time dependencies, at the versions of this one."""
    folder = tmp_path_factory.mktemp("installed")
    run([sys.executable, "-m", "venv", folder / "venv"], folder)
    constraints = folder / "constraints.txt"
    versions = {one.name: one.version for one in importlib.metadata.distributions() if one.name != "telecompile"}
    constraints.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()), encoding="utf-8")
    pip: list[str | Path] = [folder / "venv" / "bin" / "python"]
    pip += ["-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "install", "--constraint", constraints, wheel], folder)
    return folder / "venv" / "bin" / "telecompile"


def tree(folder: Path) -> Mapping[str, bytes]:
    """Every file below ``folder`` with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_it_brings_one_package_and_its_metadata(wheel: Path) -> None:
    names = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    version = wheel.name.split("-")[1]
    assert names == {"telecompile", f"telecompile-{version}.dist-info"}


def test_every_module_and_template_is_in_it(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("telecompile/")}
    source = wheel.parents[1]
    code = {f"telecompile/{path.relative_to(source / 'compiler')}" for path in (source / "compiler").rglob("*.py")}
    folder = source / "manifests_templates"
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".cache"]
    templates = {f"telecompile/manifests_templates/{path.relative_to(folder)}" for path in files}
    texts = {
        f"telecompile/{path.relative_to(source / 'compiler')}"
        for path in (source / "compiler" / "explain").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert templates
    assert texts
    assert packed == code | templates | texts | {"telecompile/py.typed"}


def test_it_compiles_the_default_input_as_the_tree_does(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "input", tmp_path / "input")
    here = Path(sys.executable).with_name("telecompile")
    for program, out in ((here, "tree"), (installed, "wheel")):
        run([program, "build", "input", "-o", out], tmp_path)
    # The lock too: it holds the digest of the code, which is the same wherever the code stands.
    assert tree(tmp_path / "wheel") == tree(tmp_path / "tree")


def test_it_says_its_version_and_knows_its_commands(installed: Path, tmp_path: Path) -> None:
    assert run([installed, "--version"], tmp_path) == f"telecompile {importlib.metadata.version('telecompile')}\n"
    assert "build" in run([installed, "--help"], tmp_path)


def test_it_has_its_texts_with_it(installed: Path, tmp_path: Path) -> None:
    assert "What to do:" in run([installed, "explain", "unknown-key"], tmp_path)
    assert "168" in run([installed, "explain", "telemetry_sinks.kafka.log_retention_hours"], tmp_path)
    run([installed, "init", "new"], tmp_path)
    assert run([installed, "validate", "new"], tmp_path) == "new: valid\n"
