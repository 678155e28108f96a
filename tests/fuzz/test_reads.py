"""Nothing is opened but the input files, what the configuration names, the output, and the program itself."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import telecompile
from tests.golden.cases import DEFAULT_INPUT, GOLDEN, INPUT, ROOT, put

# Notes every path that Python opens or lists, from the first import of the program on.
WATCH = """
import json, os, sys
seen = set()
def hook(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes)):
        seen.add(os.path.join(os.getcwd(), os.fsdecode(arguments[0])))
    elif event in ("socket.connect", "subprocess.Popen", "os.exec", "os.system", "os.posix_spawn", "urllib.Request"):
        seen.add(event)
sys.addaudithook(hook)
from telecompile import cli
status = cli.run(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    json.dump([status, sorted(seen)], file)
"""


def opened(tmp_path: Path, *arguments: str) -> tuple[int, set[Path]]:
    """The exit status of a command, and what it opened outside of Python and the program."""
    told = tmp_path / "told"
    subprocess.run([sys.executable, "-P", "-c", WATCH, told, *arguments], cwd=tmp_path, capture_output=True, check=True)
    status, seen = json.loads(told.read_text(encoding="utf-8"))
    own = [
        sys.prefix,
        sys.base_prefix,
        *telecompile.__path__,
        str(ROOT / "compiler"),
        str(ROOT / "manifests_templates"),
    ]
    own += [os.path.realpath(one) for one in (*own, *filter(None, sys.path))]
    # The folder of the tests is on the path of pytest alone.
    own = [one for one in own if one != str(ROOT)]
    return status, {Path(one) for one in seen if not any(Path(one).is_relative_to(place) for place in own)} - {told}


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """The input with every file that the configuration can name, one of them outside of it."""
    shutil.copytree(DEFAULT_INPUT, tmp_path / "in")
    shutil.copytree(GOLDEN / "everything-on" / INPUT, tmp_path / "in", dirs_exist_ok=True)
    put(tmp_path / "elsewhere", {"values.yml": (DEFAULT_INPUT / "csm_observability_values.yml").read_bytes()})
    config = tmp_path / "in" / "telemetry_config.yml"
    text = config.read_text(encoding="utf-8").replace(
        "csm_observability_values.yml", f"{tmp_path}/elsewhere/values.yml"
    )
    config.write_text(text, encoding="utf-8")
    put(tmp_path / "in", {"notes.txt": b"x", "secrets/key.pem": b"x", ".env": b"x"})
    put(tmp_path, {"beside.yml": b"x"})
    return tmp_path / "in"


@pytest.mark.parametrize("command", ["validate", "plan", "images", "secrets", "requirements"])
def test_a_command_reads_only_what_is_named(tmp_path: Path, inputs: Path, command: str) -> None:
    status, seen = opened(tmp_path, command, "in")
    assert status == 0
    assert tmp_path / "elsewhere" / "values.yml" in seen
    assert seen <= named(inputs)


def test_a_build_opens_its_output_beside(tmp_path: Path, inputs: Path) -> None:
    status, seen = opened(tmp_path, "build", "in", "-o", "out")
    assert status == 0
    assert {one for one in seen if not one.is_relative_to(tmp_path / "out")} - {tmp_path} <= named(inputs)


def test_a_path_that_is_no_file_of_the_user_is_not_read(tmp_path: Path, inputs: Path) -> None:
    """A source that is off names a file in vain."""
    config = inputs / "telemetry_config.yml"
    text = config.read_text(encoding="utf-8")
    config.write_text(
        text.replace(f"{tmp_path}/elsewhere/values.yml", f"{tmp_path}/beside.yml").replace(
            "  powerscale:\n    metrics_enabled: true", "  powerscale:\n    metrics_enabled: false"
        ),
        encoding="utf-8",
    )
    _, seen = opened(tmp_path, "validate", "in")
    assert seen <= named(inputs)
    assert tmp_path / "beside.yml" not in seen


def named(inputs: Path) -> set[Path]:
    """The five files, the directory itself, and what the configuration of this test names."""
    names = (
        "telemetry_config.yml",
        "telemetry_storage_config.yml",
        "software_config.json",
        "pxe_mapping_file.csv",
        "telecompile.yml",
        "certificates/ufm-ca.pem",
        "",
    )
    return {inputs / name for name in names} | {inputs.parent / "elsewhere" / "values.yml"}
